"""Lines too long for DuckDB: those beyond its own limit, and those that cost it minutes."""

from __future__ import annotations

import mmap
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from judged.errors import UnreadableError
from judged.files import CHUNK_BYTES, chunks, temporary, written
from judged.ingestion.odd_lines import Unread
from judged.ingestion.reading import LONGEST_LINE, longest_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from judged.ingestion.formats import Layout
    from judged.ingestion.prepared import Prepared

# Where DuckDB splits columns it notes each that is too many with the whole line: of a line of
# 60,000 words that takes minutes and gigabytes.
LONGEST_OF_COLUMNS = 16 * 1024
MOST_NOTED = 500_000_000
SHOWN = 1000


def has_long_line(path: Path, most: int) -> bool:
    """Whether a line of a file has more bytes than that."""
    rest = b""
    for chunk in chunks(path):
        data = rest + chunk
        last = data.rfind(b"\n") + 1
        rest = data[last:]
        pieces = _pieces(data[:last], most)
        if len(rest) > most or any(end - begin > most for begin, end in pieces):
            return True
    return False


def longest_list(path: Path, layout: Layout) -> int:
    """How long DuckDB has to take a line for; it sets memory aside for lines of that length."""
    is_long = layout == "lists" and has_long_line(path, LONGEST_LINE)
    return longest_line(layout) if is_long else LONGEST_LINE


def _pieces(data: mmap.mmap | bytes, most: int) -> Iterator[tuple[int, int]]:
    """Where whole lines begin and end that together have at most so many bytes, or one has more."""
    begin = 0
    while begin < len(data):
        end = data.rfind(b"\n", begin, begin + most) + 1
        if not end and len(data) - begin > most:
            end = data.find(b"\n", begin + most) + 1
        yield begin, end or len(data)
        begin = end or len(data)


@contextmanager
def without_long_lines(item: Prepared) -> Iterator[tuple[Prepared, list[Unread]]]:
    """A text without the lines that are too long for its format, and these.

    Args:
        item: a text whose lines end in line feeds, and that is not empty.

    Raises:
        UnreadableError: such a line is part of a cell that goes on in others.
    """
    most = LONGEST_OF_COLUMNS if item.form.layout == "cells" else longest_line(item.form.layout)
    item = replace(item, longest_line=longest_list(item.path, item.form.layout))
    if not has_long_line(item.path, most):
        yield item, []
        return
    with temporary("short") as copy:
        taken = _copied(item, copy, most)
        yield replace(item, path=copy), taken


def _copied(item: Prepared, copy: Path, most: int) -> list[Unread]:
    """Copies all but the lines that are too long, which it returns."""
    taken = []
    passed = marks = 0
    is_quoted = item.form.layout == "cells"
    with (
        item.path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        written(copy) as target,
    ):
        for begin, end in _pieces(data, most):
            if end - begin > most and _is_too_long(item, data, begin, end):
                text = data[begin : begin + SHOWN].decode(errors="replace")
                passed += 1
                if is_quoted and (marks % 2 or _count(data, begin, end, b'"') % 2):
                    told = "a line too long to be read is part of a cell that goes on in others"
                    raise UnreadableError(item.input.path, f"{told}; shorten the cell", passed)
                taken.append(Unread(passed, 0, "line-size", text))
            else:
                piece = data[begin:end]
                passed += piece.count(b"\n")
                marks += piece.count(b'"') if is_quoted else 0
                target.write(piece)
    return taken


def _is_too_long(item: Prepared, data: mmap.mmap, begin: int, end: int) -> bool:
    """Whether a long line is one that cannot be read, or not within sense."""
    if item.form.layout != "cells" or end - begin > LONGEST_LINE:
        return True
    assert item.table is not None
    separator = item.table.parameters["separator"].encode()
    return _count(data, begin, end, separator) * (end - begin) > MOST_NOTED


def _count(data: mmap.mmap, begin: int, end: int, sign: bytes) -> int:
    """How often a byte stands in a part of a file, of which no more than a chunk is copied."""
    starts = range(begin, end, CHUNK_BYTES)
    return sum(data[start : min(start + CHUNK_BYTES, end)].count(sign) for start in starts)
