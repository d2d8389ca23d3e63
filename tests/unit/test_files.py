"""Files spooled, unpacked and told apart."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from judged.files import spooled, with_line_feeds
from judged.packing import unpacked

TEXT = b"q1 0 d1 2\nq1 0 d2 1\n"


def packed(flags: int, extra: bytes = b"") -> bytes:
    """A gzip file of TEXT with these flags and what they announce, as RFC 1952 lays it out."""
    head = b"\x1f\x8b\x08" + bytes([flags]) + bytes(5) + b"\xff" + extra
    if flags & 2:
        head += (zlib.crc32(head) & 0xFFFF).to_bytes(2, "little")
    body = zlib.compressobj(wbits=-15)
    data = body.compress(TEXT) + body.flush()
    return head + data + zlib.crc32(TEXT).to_bytes(4, "little") + len(TEXT).to_bytes(4, "little")


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(TEXT),
        gzip.compress(TEXT[:10]) + gzip.compress(TEXT[10:]),
        gzip.compress(TEXT) + bytes(512),
        packed(0),
        packed(1),
        packed(2),
        packed(4, b"\x02\x00ab"),
        packed(8, b"name.txt\0"),
        packed(16, b"a comment\0"),
        packed(31, b"\x02\x00ab" + b"name.txt\0" + b"a comment\0"),
    ],
    ids=["plain", "two", "padded", "raw", "text", "crc", "extra", "name", "comment", "all"],
)
def test_any_gzip_file_is_unpacked(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with unpacked(path, "name.txt") as text:
        assert text.read_bytes() == TEXT
    assert not text.exists()


def test_a_plain_file_is_its_own_text(tmp_path: Path) -> None:
    path = tmp_path / "file.gz"
    path.write_bytes(TEXT)
    with unpacked(path, "name.txt") as text:
        assert text == path


@pytest.mark.parametrize("chunk", [1, 2, 3, 100])
def test_every_line_of_the_copy_ends_in_a_line_feed(
    tmp_path: Path, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judged.files.CHUNK_BYTES", chunk)
    path = tmp_path / "file"
    path.write_bytes(b"a\r\nb\rc\n\r\r\nd")
    with with_line_feeds(path) as copy:
        assert copy.read_bytes() == b"a\nb\nc\n\n\nd"


def test_standard_input_is_spooled_and_the_copy_goes_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(TEXT)))
    with spooled("-") as path:
        assert path.read_bytes() == TEXT
    assert not path.exists()


def test_any_other_name_is_a_path() -> None:
    with spooled("some/file") as path:
        assert path == Path("some/file")
