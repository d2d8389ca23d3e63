"""What a report is drawn of: headings, paragraphs and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from judged.text import sql_command

if TYPE_CHECKING:
    from collections.abc import Sequence

LISTED = 10


@dataclass(frozen=True)
class Heading:
    """A line above what follows."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """Sentences."""

    text: str


@dataclass(frozen=True)
class Table:
    """Cells as text, numbers already rounded for reading.

    Attributes:
        columns: headings; those that begin with ">" are of numbers, set to the right.
    """

    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]


Block: TypeAlias = Heading | Paragraph | Table


def listed(queries: Sequence[str], select: str, db: str) -> str:
    """The first of some queries, and where there are many, the command that shows them all."""
    shown = ", ".join(queries[:LISTED])
    if len(queries) <= LISTED:
        return shown
    return f"{shown}, and {len(queries) - LISTED:,} more: {sql_command(select, db)}"
