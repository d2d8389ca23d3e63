"""Which lines of its file the rows of a reading stand in."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from judged.errors import UnreadableError
from judged.ingestion.odd_lines import line_count, lines_at, unread_lines
from judged.ingestion.reading import Reading
from judged.store.lines import line_numbers_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.ingestion.odd_lines import Unread
    from judged.ingestion.prepared import Prepared
    from judged.store.store import Store


@dataclass(frozen=True)
class Numbering:
    """The line numbers of what a reading gives.

    Attributes:
        unread: the lines that DuckDB could not split off.
        gaps: the lines of which the reading gives no row, ascending.
        line_ends: of lines with several rows each, how many rows there are up to the end of each.
        stored: of these lines, how many rows are data.
    """

    unread: Sequence[Unread]
    gaps: Sequence[int]
    line_ends: Sequence[int] = ()
    stored: Sequence[int] = ()

    @classmethod
    def of(
        cls, store: Store, item: Prepared, reading: Reading, rows: int, unread: list[Unread]
    ) -> Numbering:
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
        return cls(
            unread,
            [line.line_number for line in unread],
            list(accumulate(rows for _, rows, _ in counts)),
            [stored for _, _, stored in counts],
        )

    @classmethod
    def _of_cells(cls, store: Store, item: Prepared, rows: int, unread: list[Unread]) -> Numbering:
        """A record may go over several lines, which the numbers of the unread ones are without."""
        _refuse_open_quotation(item, unread)
        assert item.table is not None
        numbers = lines_at(item.path, [line.at for line in unread])
        unread = [line._replace(line_number=at) for line, at in zip(unread, numbers, strict=True)]
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
        return cls(unread, sorted(gaps))

    def of_places(self, places: Sequence[int]) -> list[int]:
        """The line numbers of the rows at these places, ascending and from 1."""
        if self.line_ends:
            places = [bisect_left(self.line_ends, place) + 1 for place in places]
        return line_numbers_at(places, self.gaps)

    def stored_of_lines(self) -> list[tuple[int, int]]:
        """The lines that hold several rows each: their numbers, and how many of them are data."""
        numbers = line_numbers_at(range(1, len(self.stored) + 1), self.gaps)
        return [pair for pair in zip(numbers, self.stored, strict=True) if pair[1]]


def _later_lines(store: Store, item: Prepared) -> list[int]:
    """Lines between the rows of a table in which none begins: blank ones, and those in a cell."""
    found = [line for (line,) in Reading.later_lines(item).rows(store, "{rows}")]
    return line_numbers_at(found, [line.line_number for line in unread_lines(store)])


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
