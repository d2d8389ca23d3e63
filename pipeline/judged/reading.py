"""Reading the rows of one file into its table, in its order, and setting aside what is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb

from judged import queries
from judged.errors import InputError, is_interruption, is_storage_trouble
from judged.sources import line_number

if TYPE_CHECKING:
    from judged.inputs import Prepared
    from judged.queries import Query
    from judged.store import Store

# Lines that are no data and break no rule.
QUIET = ("blank", "comment", "header")

TABLES = {"qrels": "qrel_lines", "run": "run_lines"}
_TYPED = {"qrels": "duckdb/typed_qrels", "run": "duckdb/typed_run"}
_COLUMNS = {
    "qrels": "source_id, query_id, doc_id, grade, iteration, grade_text",
    "run": "source_id, run_id, tag, query_id, doc_id, file_rank, score",
}


def read(store: Store, item: Prepared, source_id: int) -> tuple[int, int]:
    """Reads a file's rows into `qrel_lines` or `run_lines`.

    Lines that are no data go in as well, with an empty query_id, and are taken out again: a row's
    place among its neighbours is then its line number, without a pass that counts lines.

    Returns:
        How many rows were read, and how many lines were rejected (see `rejected_lines`).

    Raises:
        InputError: DuckDB cannot read the file, or not one line holds data.
    """
    table = TABLES[item.kind]
    query, parameters = _query(item, source_id)
    try:
        store.rows(
            f"insert into {table} select {_COLUMNS[item.kind]} from ({query.sql})", **parameters
        )
        lines, rows = store.rows(
            f"select count(*), count(*) filter (where query_id <> '') from {table}"
            " where source_id = $source_id",
            source_id=source_id,
        )[0]
        unread = _unread(store)
        rejected = 0
        if rows < lines or unread:
            rejected = _set_aside(store, item, source_id, unread)
            store.rows(
                f"delete from {table} where source_id = $source_id and query_id = ''",
                source_id=source_id,
            )
    except duckdb.Error as error:
        if is_storage_trouble(error) or is_interruption(error):
            raise
        reason = str(error).splitlines()[0]
        raise InputError(f"{item.input.path}: cannot be read: {reason}") from None
    is_empty_frame = item.input.frame is not None and bool(item.input.frame.empty)
    if rows + rejected == 0 and not is_empty_frame:
        raise InputError(f"{item.input.path}: no line with data; wanted {item.form.columns}")
    return rows, rejected


def _query(item: Prepared, source_id: int) -> tuple[Query, dict[str, Any]]:
    """One typed row a line, and the parameters: lines, split, named, typed."""
    parameters: dict[str, Any] = {"path": str(item.path), "source_id": source_id}
    if item.kind == "run":
        parameters["run_name"] = item.run_name
    steps = {"fields": item.form.query}
    if item.form.split is not None:
        parameters |= {"delimiter": item.scan.delimiter, "compression": item.scan.compression}
        steps = {"lines": "duckdb/read_lines", "split": item.form.split, **steps}
    return queries.chained(steps, _TYPED[item.kind]), parameters


def _unread(store: Store) -> list[tuple[int, str, str]]:
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


def _set_aside(
    store: Store, item: Prepared, source_id: int, unread: list[tuple[int, str, str]]
) -> int:
    """Keeps the number of every line that is no data, and the text of those that break a rule.

    Returns:
        How many lines break a rule.
    """
    query, parameters = _query(item, source_id)
    run_id = "nullif(run_id, '')" if item.kind == "run" else "cast(null as varchar)"
    rows = store.rows(
        f"select place, problem, line, {run_id} as run_id from"
        f" (select row_number() over () as place, * from ({query.sql}))"
        " where problem is not null order by place",
        **parameters,
    )
    _unread(store)
    gaps = [line for line, _, _ in unread]
    numbered = [
        (line_number(place, gaps), problem, line, run) for place, problem, line, run in rows
    ]
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
    return len(broken)
