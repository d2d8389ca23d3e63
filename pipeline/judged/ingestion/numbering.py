"""Which lines of its file the rows of a reading stand in."""

from __future__ import annotations

import mmap
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from judged.errors import UnreadableError
from judged.files import chunks, without_returns
from judged.ingestion.odd_lines import Unread, unread_lines
from judged.ingestion.reading import Reading
from judged.store.lines import line_number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from judged.ingestion.prepared import Prepared
    from judged.store.store import Store


@dataclass(frozen=True)
class Numbering:
    """The line numbers of what a reading gives.

    Attributes:
        unread: the lines that DuckDB could not split off.
        gaps: the lines of which the reading gives no row, ascending; the unread ones are some.
        line_starts: of lines with several rows each, the place of the first row of each, from 1.
        stored: of these lines, how many rows are data.
    """

    unread: Sequence[Unread]
    gaps: Sequence[int]
    line_starts: Sequence[int] = ()
    stored: Sequence[int] = ()

    @classmethod
    def of(cls, store: Store, item: Prepared, rows: int, unread: list[Unread]) -> Numbering:
        """The numbering of a reading that gave so many rows, and could not split off some lines.

        Raises:
            UnreadableError: quotation marks do not tell where a record ends.
        """
        if item.form.layout == "lists":
            return cls._of_lists(store, item, unread)
        if item.form.layout == "cells":
            return cls._of_cells(store, item, rows, unread)
        return cls(unread, [line.line_number for line in unread])

    @classmethod
    def _of_lists(cls, store: Store, item: Prepared, unread: list[Unread]) -> Numbering:
        counts = Reading.rows_of_lines(item).rows(store, "{rows}")
        unread_lines(store)
        ends = accumulate((rows for _, rows, _ in counts), initial=0)
        return cls(
            unread,
            [line.line_number for line in unread],
            [end + 1 for end in ends][:-1],
            [stored for _, _, stored in counts],
        )

    @classmethod
    def _of_cells(cls, store: Store, item: Prepared, rows: int, unread: list[Unread]) -> Numbering:
        """A record may go over several lines, which the numbers of the unread ones are without."""
        _refuse_open_quotation(item, unread)
        assert item.table is not None
        numbers = lines_at(item.path, [line.at for line in unread])
        unread = [
            line._replace(line_number=at, rule_id=_rule_of_record(line))
            for line, at in zip(unread, numbers, strict=True)
        ]
        gaps = [*range(1, item.table.skip + 1), *numbers]
        lines = line_count(item.path)
        if rows + len(gaps) != lines:
            gaps += _later_lines(store, item)
        if rows + len(gaps) != lines:
            raise UnreadableError(
                item.input.path,
                "quotation marks within cells do not come in pairs; put such a cell in quotation"
                " marks and write each mark within it twice",
            )
        return cls([*_comments_above(item), *unread], sorted(gaps))

    def with_taken(self, taken: Sequence[Unread]) -> Numbering:
        """The same, in a text that has some lines more, which were taken out of it before."""
        if not taken:
            return self
        skipped = [line.line_number for line in taken]
        moved = [
            line._replace(line_number=line_number(line.line_number, skipped))
            for line in self.unread
        ]
        gaps = [line_number(line, skipped) for line in self.gaps]
        return replace(self, unread=[*moved, *taken], gaps=sorted([*gaps, *skipped]))

    def stored_of_lines(self) -> list[tuple[int, int]]:
        """The lines that hold several rows each: their numbers, and how many of them are data."""
        numbers = _numbers_at(len(self.stored), self.gaps)
        return [pair for pair in zip(numbers, self.stored, strict=True) if pair[1]]


def _comments_above(item: Prepared) -> list[Unread]:
    """The comments above the header of a table."""
    assert item.table is not None
    with item.path.open(encoding="utf-8-sig", errors="replace", newline="\n") as text:
        above = list(islice(text, item.table.skip - 1))
    return [
        Unread(number, 0, "comment", line.rstrip("\n"))
        for number, line in enumerate(above, start=1)
        if line.lstrip().startswith("#")
    ]


def _rule_of_record(line: Unread) -> str:
    """What is wrong with a record: nothing, where its one cell is blank or a comment."""
    text = line.text.strip()
    if line.rule_id != "column-count" or (text and not text.startswith("#")):
        return line.rule_id
    return "comment" if text else "blank"


def _numbers_at(count: int, gaps: Sequence[int]) -> list[int]:
    """The numbers of the first lines, as many as there are, that are no gaps."""
    lacking = set(gaps)
    numbers: list[int] = []
    line = 0
    while len(numbers) < count:
        line += 1
        if line not in lacking:
            numbers.append(line)
    return numbers


def _later_lines(store: Store, item: Prepared) -> list[int]:
    """Lines between the rows of a table in which none begins: blank ones, and those in a cell."""
    with without_returns(item.path) as path:
        reading = Reading.later_lines(replace(item, path=path))
        found = [line for (line,) in reading.rows(store, "{rows}")]
    unread = [line.line_number for line in unread_lines(store)]
    # The n-th unread line, in line g, stands before every other from its place g - n + 1 on.
    starts = [line - place for place, line in enumerate(unread)]
    return [line + bisect_right(starts, line) for line in found]


def _refuse_open_quotation(item: Prepared, unread: Sequence[Unread]) -> None:
    """Refuses a text of which nobody knows where a cell ends: good lines may be part of it."""
    for line in unread:
        if line.rule_id == "quoting" and "\n" in line.text.rstrip("\n"):
            raise UnreadableError(
                item.input.path,
                "the quotation mark that begins a cell here has no end, so that nobody knows where"
                " the next line begins; close it, or write it twice within quotation marks",
                lines_at(item.path, [line.at])[0],
            )


def lines_at(path: Path, places: Sequence[int]) -> list[int]:
    """The numbers of the lines that begin with some bytes of a text, ascending and from 1."""
    if not places:
        return []
    numbers, line, begin = [], 1, 0
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for place in places:
            line += data[begin : place - 1].count(b"\n")
            begin = place - 1
            numbers.append(line)
    return numbers


def with_bytes(path: Path, unread: Sequence[Unread]) -> list[Unread]:
    """Lines that are no UTF-8 with the bytes that they have; DuckDB tells other signs for them."""
    if not any(line.rule_id == "encoding" for line in unread):
        return list(unread)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return [
            line._replace(text=_bytes_at(data, line.at)) if line.rule_id == "encoding" else line
            for line in unread
        ]


def _bytes_at(data: mmap.mmap, at: int) -> str:
    end = data.find(b"\n", at - 1)
    line = data[at - 1 : end if end >= 0 else len(data)][:1000]
    return line.decode(errors="backslashreplace")


def line_count(path: Path) -> int:
    """How many lines a text with line feeds has."""
    lines, last = 0, b"\n"
    for chunk in chunks(path):
        lines += chunk.count(b"\n")
        last = chunk[-1:]
    return lines + (last != b"\n")
