"""Lines that are no rows: those that DuckDB could not split off, and those that hold none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from judged.ingestion.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def wanted_columns(kind: str, name: str) -> str:
    """What a line of a format has, for messages about one that has not."""
    form = FORMATS["run" if kind == "run" else "qrels"].get(name)
    return f"the format {name}" if form is None else f"the format {name} ({form.columns})"


def unread_lines(store: Store) -> list[Unread]:
    """Lines that DuckDB could not even split off, each once; forgotten afterwards."""
    if not store.rows(
        "select 1 from duckdb_tables() where temporary and table_name = 'reject_errors'"
    ):
        return []
    rows = store.rows(
        # To DuckDB a record begins with the blank lines above it.
        "select line, min(line_byte_position + length(csv_line) - length(text)), min(error_type),"
        " min(text) from (select *, ltrim(csv_line, chr(10)) as text from temp.reject_errors)"
        " group by line order by line"
    )
    store.rows("drop table temp.reject_errors")
    store.rows("drop table temp.reject_scans")
    return [Unread(line, at, _rule_of(kind), text[:1000]) for line, at, kind, text in rows]


def _rule_of(kind: str) -> str:
    return next(rule_id for words, rule_id in _RULES.items() if words in kind)


def forget(store: Store, source_id: int) -> None:
    """Takes back what was set aside of a source."""
    for table in ("skipped_lines", "rejected_lines", "comment_lines", "row_lines", "empty_lists"):
        store.rows(f"delete from {table} where source_id = $source_id", source_id=source_id)


def keep_row_lines(store: Store, source_id: int, lines: Sequence[tuple[int, int]]) -> None:
    """Keeps of lines that hold several rows each how many of them are data."""
    store.insert(
        "row_lines",
        [{"source_id": source_id, "line_number": line, "rows": rows} for line, rows in lines],
    )


def set_aside(
    store: Store, item: Prepared, reading: Reading, source_id: int, numbering: Numbering
) -> Odd:
    """Keeps the number of every line that is no data, and the text of those that are not blank.

    All of it stays in DuckDB: a file may be nothing but bad lines, millions of them.
    """
    run_id = "nullif(run_id, '')" if "run_name" in reading.parameters else "null"
    reading.rows(
        store,
        "create or replace temp table odd_lines as"
        f" select place, problem, line, {run_id} as run_id from"
        " (select row_number() over () as place, * from ({rows})) where problem is not null",
    )
    unread_lines(store)
    _number(store, numbering)
    for table, columns in _KEPT.items():
        if table != "empty_lists" or item.kind == "run":
            store.rows(f"insert into {table} select $source_id, {columns}", source_id=source_id)
    ((rejected, comments),) = store.rows(
        f"select count(*) filter ({_IS_BROKEN}), count(*) filter (problem = 'comment')"
        " from numbered_lines"
    )
    store.rows("drop table odd_lines")
    store.rows("drop table numbered_lines")
    return Odd(rejected, comments)


_IS_BROKEN = f"problem not in {QUIET}"
# What is kept of odd lines, by the table that it goes to. A line with a list may hold several.
_KEPT = {
    "skipped_lines": (
        "line_number, run_id from (select distinct line_number, run_id from numbered_lines)"
        " order by line_number, run_id"
    ),
    "rejected_lines": (
        f"line_number, problem, line from numbered_lines where {_IS_BROKEN}"
        " order by line_number, place"
    ),
    "comment_lines": (
        "line_number, line from numbered_lines where problem = 'comment' order by line_number"
    ),
    "empty_lists": (
        "run_id, line from (select distinct run_id, line from numbered_lines"
        " where problem = 'empty-list') order by run_id, line"
    ),
}


def _number(store: Store, numbering: Numbering) -> None:
    """Makes numbered_lines: odd lines by their numbers, and the gaps among them.

    A place counts without the gaps. The n-th of these, in line g, stands before every place from
    g - n + 1 on. Where lines hold several rows, a row's place gives its line first.
    """
    unread = {line.line_number: line for line in numbering.unread}
    told = [unread.get(line) for line in numbering.gaps]
    store.fill(
        "gap_lines",
        {
            "n": ("bigint", range(1, len(told) + 1)),
            "line_number": ("bigint", numbering.gaps),
            "problem": ("varchar", ["blank" if line is None else line.rule_id for line in told]),
            "line": ("varchar", [None if line is None else line.text for line in told]),
        },
    )
    starts = numbering.line_starts
    store.fill(
        "line_starts",
        {"first_place": ("bigint", starts), "place": ("bigint", range(1, len(starts) + 1))},
    )
    store.rows(
        "create or replace temp table numbered_lines as"
        " with gaps as (select line_number - n + 1 as place, max(n) as passed from gap_lines"
        " group by all),"
        " placed as (select coalesce(s.place, o.place) as place, o.place as entry, o.problem,"
        " o.line, o.run_id from odd_lines as o"
        " asof left join line_starts as s on o.place >= s.first_place)"
        " select o.place + coalesce(g.passed, 0) as line_number, o.entry as place, o.problem,"
        " o.line, o.run_id"
        " from placed as o asof left join gaps as g on o.place >= g.place"
        " union all select line_number, 0, problem, line, null from gap_lines"
    )
    store.rows("drop table gap_lines")
    store.rows("drop table line_starts")
