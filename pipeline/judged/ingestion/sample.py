"""The first lines of a file, to tell its format by."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judged.ingestion.columns import FileKind

# What begins like a number, well written or not.
A_NUMBER = re.compile(r"[-+]?([.]?[0-9]|(nan|inf|infinity)$)", re.IGNORECASE)

# How many columns a line of data may have, and which of them, from 0, is a number. The other kind
# comes last: files may be swapped.
_JUDGMENT, _DOCUMENT, _RANKED = (range(4, 5), 3), (range(6, sys.maxsize), 4), (range(3, 5), 2)
_COLUMNS: dict[FileKind, list[tuple[range, int]]] = {
    "qrels": [_JUDGMENT, _DOCUMENT],
    "run": [_DOCUMENT, _RANKED, _JUDGMENT],
}


@dataclass(frozen=True)
class Sample:
    """The first lines of a file that hold data, to tell its format by.

    Attributes:
        path: for messages.
        line_number: where the first of them stands, from 1.
        lines: neither blank nor comments, and only where there are none such, those that begin
            with # and have the columns of data; at most a few hundred.
    """

    path: str
    line_number: int
    lines: list[str]

    @classmethod
    def of(cls, path: str, head: str, kind: FileKind) -> Sample:
        lines = [
            (number, line)
            for number, line in enumerate(re.split(r"\r\n|\n|\r", head), start=1)
            if line.strip()
        ]
        found = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
        # Where all lines begin with #, ids do.
        for columns, place in _COLUMNS[kind]:
            found = found or [pair for pair in lines if _is_data(pair[1], columns, place)]
        first = found[0][0] if found else 0
        return cls(path, first, [line for _, line in found[:500]])

    @property
    def words(self) -> list[list[str]]:
        return [_words(line) for line in self.lines]

    @property
    def between_tabs(self) -> list[str]:
        """The columns of the first line with data, if tabs are what is between them."""
        return self.lines[0].strip("\r\n").split("\t")


def _is_data(line: str, columns: range, place: int) -> bool:
    """Whether a line that begins with # is no comment; the files in `sql/duckdb/` say the same."""
    words = _words(line)
    return words[0] != "#" and len(words) in columns and bool(A_NUMBER.match(words[place]))


def _words(line: str) -> list[str]:
    return re.split(r"[ \t]+", line.strip(" \t"))
