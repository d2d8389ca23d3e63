"""The header line of a table: the names of its columns, and what stands between them."""

from __future__ import annotations

import csv
from dataclasses import dataclass

SEPARATORS = ("\t", ",", ";", "|")


@dataclass(frozen=True)
class Header:
    """What a first line is, taken as a header.

    Attributes:
        names: of the columns, as they are written.
        separator: what is between them.
    """

    names: list[str]
    separator: str


def header_of(line: str, separators: tuple[str, ...] = SEPARATORS) -> Header:
    """A line as a header: between the separator that makes the most columns of it."""
    cells = {separator: _cells(line, separator) for separator in separators}
    separator = max(separators, key=lambda sign: len(cells[sign]))
    return Header([name.strip() for name in cells[separator]], separator)


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line; one that is no such header is a single cell."""
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return [line]
