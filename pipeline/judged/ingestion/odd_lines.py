"""Lines that are no rows: those that DuckDB could not split off, and those that hold none."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, NamedTuple

from judged.files import CHUNK_BYTES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from judged.ingestion.numbering import Numbering
    from judged.ingestion.prepared import Prepared
    from judged.ingestion.reading import Reading
    from judged.store.store import Store

# Lines that are no data and break no rule.
QUIET = ("blank", "comment", "header", "empty-list")
# The rules that a line breaks which DuckDB cannot read, by words of its kinds of errors.
_RULES = {
    "ENCODING": "encoding",
    "COLUMNS": "column-count",
    "UNQUOTED": "quoting",
    "LINE SIZE": "line-size",
}


class Unread(NamedTuple):
    """A line that DuckDB could not even split off.

    Attributes:
        line_number: from 1.
        at: the byte of the text that it begins with, from 1.
        rule_id: the rule that it breaks.
        text: its beginning.
    """

    line_number: int
    at: int
    rule_id: str
    text: str


class Odd(NamedTuple):
    """How many lines of a file break a rule, and how many are comments."""

    rejected: int
    comments: int


def unread_lines(store: Store) -> list[Unread]:
    """Lines that DuckDB could not even split off, each once; forgotten afterwards."""
    if not store.rows("select 1 from duckdb_tables() where table_name = 'reject_errors'"):
        return []
    rows = store.rows(
        "select line, min(line_byte_position), min(error_type), min(csv_line) from reject_errors"
        " group by line order by line"
    )
    store.rows("drop table reject_errors")
    store.rows("drop table reject_scans")
    return [Unread(line, at, _rule_of(kind), text[:1000]) for line, at, kind, text in rows]


def _rule_of(kind: str) -> str:
    return next(rule_id for words, rule_id in _RULES.items() if words in kind)


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


def line_count(path: Path) -> int:
    """How many lines a text with line feeds has."""
    lines, last = 0, b"\n"
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            lines += chunk.count(b"\n")
            last = chunk[-1:]
    return lines + (last != b"\n")


def forget(store: Store, source_id: int) -> None:
    """Takes back what was set aside of a source."""
    for table in ("skipped_lines", "rejected_lines", "comment_lines", "row_lines", "empty_lists"):
        store.rows(f"delete from {table} where source_id = $source_id", source_id=source_id)


def set_aside(
    store: Store, item: Prepared, reading: Reading, source_id: int, numbering: Numbering
) -> Odd:
    """Keeps the number of every line that is no data, and the text of those that are not blank."""
    run_id = "nullif(run_id, '')" if "run_name" in reading.parameters else "null"
    rows = reading.rows(
        store,
        f"select place, problem, line, {run_id} as run_id from"
        " (select row_number() over () as place, * from ({rows}))"
        " where problem is not null order by place",
    )
    unread_lines(store)
    numbers = numbering.of_places([row[0] for row in rows])
    numbered = [(number, *row[1:]) for number, row in zip(numbers, rows, strict=True)]
    _keep_skipped(
        store,
        source_id,
        [*((line, None) for line in numbering.gaps), *((row[0], row[3]) for row in numbered)],
    )
    broken = [(line.line_number, line.rule_id, line.text) for line in numbering.unread]
    broken += [(number, rule, text) for number, rule, text, _ in numbered if rule not in QUIET]
    comments = [(number, text) for number, rule, text, _ in numbered if rule == "comment"]
    _keep(store, "rejected_lines", source_id, ("line_number", "reason", "line"), sorted(broken))
    _keep(store, "comment_lines", source_id, ("line_number", "line"), comments)
    if item.kind == "run":
        empty = {(row[3], row[2]) for row in rows if row[1] == "empty-list"}
        _keep(store, "empty_lists", source_id, ("run_id", "query_id"), sorted(empty))
    return Odd(len(broken), len(comments))


def keep_row_lines(store: Store, source_id: int, lines: Sequence[tuple[int, int]]) -> None:
    """Keeps of lines that hold several rows each how many of them are data."""
    _keep(store, "row_lines", source_id, ("line_number", "rows"), lines)


def _keep_skipped(store: Store, source_id: int, lines: Sequence[tuple[int, str | None]]) -> None:
    # A line with a list may hold several broken rows.
    each = sorted(dict.fromkeys(lines), key=lambda line: line[0])
    _keep(store, "skipped_lines", source_id, ("line_number", "run_id"), each)


def _keep(
    store: Store,
    table: str,
    source_id: int,
    columns: tuple[str, ...],
    rows: Sequence[tuple[object, ...]],
) -> None:
    store.insert(
        table,
        [{"source_id": source_id, **dict(zip(columns, row, strict=True))} for row in rows],
    )
