"""Lines too long for DuckDB: those beyond its own limit, and those that cost it minutes."""

from __future__ import annotations

import mmap
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from judged.store.lines import line_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# DuckDB's max_line_size. Of a line longer than its buffer, 32 MB, it says nothing at all.
LONGEST = 2 * 1024 * 1024
# Where DuckDB splits columns it notes each that is too many with the whole line: of a line of
# 60,000 words that takes minutes and gigabytes.
LONGEST_OF_COLUMNS = 16 * 1024
SHOWN = 1000


def has_long_line(path: Path, most: int) -> bool:
    """Whether a line of a file that is not empty has more bytes than that."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return any(end - begin > most for begin, end in _pieces(data, most))


def _pieces(data: mmap.mmap, most: int) -> Iterator[tuple[int, int]]:
    """Where whole lines begin and end that together have at most so many bytes, or one has more."""
    begin = 0
    while begin < len(data):
        end = data.rfind(b"\n", begin, begin + most) + 1
        if not end and len(data) - begin > most:
            end = data.find(b"\n", begin + most) + 1
        yield begin, end or len(data)
        begin = end or len(data)


@contextmanager
def without_long_lines(path: Path) -> Iterator[tuple[Path, list[tuple[int, str, str]]]]:
    """A text without the lines beyond DuckDB's limit, and these: number, rule and beginning.

    Args:
        path: of a text whose lines end in line feeds, and that is not empty.
    """
    if not has_long_line(path, LONGEST):
        yield path, []
        return
    with TemporaryDirectory(prefix="judged-") as folder:
        copy = Path(folder) / "short"
        yield copy, _copied(path, copy)


def _copied(path: Path, copy: Path) -> list[tuple[int, str, str]]:
    taken = []
    passed = 0
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        copy.open("wb") as target,
    ):
        for begin, end in _pieces(data, LONGEST):
            if end - begin > LONGEST:
                text = data[begin : begin + SHOWN].decode(errors="replace")
                passed += 1
                taken.append((passed, "line-size", text))
            else:
                piece = data[begin:end]
                passed += piece.count(b"\n")
                target.write(piece)
    return taken


def with_taken(
    unread: Sequence[tuple[int, str, str]], taken: Sequence[tuple[int, str, str]]
) -> list[tuple[int, str, str]]:
    """All lines that could not be split off, by their numbers in the text with the long ones."""
    skipped = [number for number, _, _ in taken]
    moved = [(line_number(line, skipped), rule, text) for line, rule, text in unread]
    return sorted([*moved, *taken])
