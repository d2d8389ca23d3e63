"""Whether a file has a line that is too long, wherever the file is cut into pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged import files
from judged.ingestion.long_lines import has_long_line

if TYPE_CHECKING:
    from pathlib import Path

# With its line feed the longest line has five bytes.
TEXTS = [b"abcd\n", b"a\nabcd\nb\n", b"abcd\nabcd\nabcd\n", b"\n\nabcd\n\n", b"a\nabcd\nabcde"]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7, 1024])
@pytest.mark.parametrize("text", TEXTS)
def test_a_line_has_more_bytes_than_that_wherever_pieces_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, size: int
) -> None:
    monkeypatch.setattr(files, "CHUNK_BYTES", size)
    path = tmp_path / "text"
    path.write_bytes(text)
    assert [has_long_line(path, most) for most in (3, 4, 5, 6)] == [True, True, False, False]


def test_a_file_without_a_line_has_no_long_one(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    assert not has_long_line(tmp_path / "text", 1)
