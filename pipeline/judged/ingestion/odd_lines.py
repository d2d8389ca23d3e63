"""Lines that are no rows: those that DuckDB could not split off, and those that hold none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.ingestion.formats import FORMATS

if TYPE_CHECKING:
    from judged.ingestion.reading import Reading
    from judged.store.store import Store

# Lines that are no data and break no rule.
QUIET = ("blank", "comment", "header")


def wanted_columns(kind: str, name: str) -> str:
    """What a line of a format has, for messages about one that has not."""
    form = FORMATS["run" if kind == "run" else "qrels"].get(name)
    return f"the format {name}" if form is None else f"the format {name} ({form.columns})"


def unread_lines(store: Store) -> list[tuple[int, str, str]]:
    """Lines that DuckDB could not even split off: number, rule and text; forgotten afterwards."""
    if not store.rows("select 1 from duckdb_tables() where table_name = 'reject_errors'"):
        return []
    rows = store.rows("select line, error_type, csv_line from reject_errors order by line")
    store.rows("drop table reject_errors")
    store.rows("drop table reject_scans")
    return [
        (line, "encoding" if "ENCODING" in kind else "line-size", text[:1000])
        for line, kind, text in rows
    ]


def forget(store: Store, source_id: int) -> None:
    """Takes back what was set aside of a source."""
    for table in ("skipped_lines", "rejected_lines"):
        store.rows(f"delete from {table} where source_id = $source_id", source_id=source_id)


def set_aside(
    store: Store, reading: Reading, source_id: int, unread: list[tuple[int, str, str]]
) -> tuple[int, int]:
    """Keeps the number of every line that is no data, and the text of those that break a rule.

    All of it stays in DuckDB: a file may be nothing but bad lines, millions of them.

    Returns:
        How many lines break a rule, and how many are comments.
    """
    run_id = "nullif(run_id, '')" if "run_name" in reading.parameters else "null"
    reading.rows(
        store,
        "create or replace temp table odd_lines as"
        f" select place, problem, line, {run_id} as run_id from"
        " (select row_number() over () as place, * from ({rows})) where problem is not null",
    )
    unread_lines(store)
    _number(store, unread)
    key = {"source_id": source_id}
    store.rows(
        "insert into skipped_lines"
        " select $source_id, line_number, run_id from numbered_lines order by line_number",
        **key,
    )
    store.rows(
        "insert into rejected_lines select $source_id, line_number, problem, line"
        " from numbered_lines where not array_contains($quiet, problem) order by line_number",
        **key,
        quiet=list(QUIET),
    )
    ((rejected, comments),) = store.rows(
        "select count(*) filter (not array_contains($quiet, problem)),"
        " count(*) filter (problem = 'comment') from numbered_lines",
        quiet=list(QUIET),
    )
    store.rows("drop table odd_lines")
    store.rows("drop table numbered_lines")
    return rejected, comments


def _number(store: Store, unread: list[tuple[int, str, str]]) -> None:
    """Makes numbered_lines: odd lines by their numbers, and the unread ones among them.

    A place counts without the unread lines. The n-th of these, in line g, stands before every place
    from g - n + 1 on.
    """
    store.fill(
        "unread_lines",
        {
            "n": ("bigint", range(1, len(unread) + 1)),
            "line_number": ("bigint", [line for line, _, _ in unread]),
            "problem": ("varchar", [rule for _, rule, _ in unread]),
            "line": ("varchar", [text for _, _, text in unread]),
        },
    )
    store.rows(
        "create or replace temp table numbered_lines as"
        " with gaps as (select line_number - n + 1 as place, max(n) as passed from unread_lines"
        " group by all)"
        " select o.place + coalesce(g.passed, 0) as line_number, o.problem, o.line, o.run_id"
        " from odd_lines as o asof left join gaps as g on o.place >= g.place"
        " union all select line_number, problem, line, null from unread_lines"
    )
    store.rows("drop table unread_lines")
