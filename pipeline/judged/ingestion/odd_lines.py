"""Lines that are no rows: those that DuckDB could not split off, and those that hold none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.store.lines import line_numbers_at

if TYPE_CHECKING:
    from judged.ingestion.reading import Reading
    from judged.store.store import Store

# Lines that are no data and break no rule.
QUIET = ("blank", "comment", "header")


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

    Returns:
        How many lines break a rule, and how many are comments.
    """
    run_id = "nullif(run_id, '')" if "run_name" in reading.parameters else "null"
    rows = reading.rows(
        store,
        f"select place, problem, line, {run_id} as run_id from"
        " (select row_number() over () as place, * from ({rows}))"
        " where problem is not null order by place",
    )
    unread_lines(store)
    gaps = [line for line, _, _ in unread]
    numbers = line_numbers_at([row[0] for row in rows], gaps)
    numbered = [(number, *row[1:]) for number, row in zip(numbers, rows, strict=True)]
    broken = [*unread, *((number, rule, text) for number, rule, text, _ in numbered)]
    broken = sorted(line for line in broken if line[1] not in QUIET)
    skipped = [*((line, None) for line in gaps), *((row[0], row[3]) for row in numbered)]
    store.insert(
        "skipped_lines",
        [
            {"source_id": source_id, "line_number": line, "run_id": run}
            for line, run in sorted(skipped, key=lambda pair: pair[0])
        ],
    )
    store.insert(
        "rejected_lines",
        [
            {"source_id": source_id, "line_number": line, "reason": rule, "line": text}
            for line, rule, text in broken
        ],
    )
    return len(broken), sum(row[1] == "comment" for row in rows)
