"""Validation by a Pandera schema: pushed down into DuckDB, or by Pandera itself.

Both ways give the same findings; a property test holds them to it. Large tables are validated in
SQL, with only what SQL cannot say run by Pandera, over batches of whole queries.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from judged.evaluation.findings import Finding
from judged.store.queries import identifier
from judged.validation.frame_checks import broken_rows, loosened, whole_column_troubles
from judged.validation.pushdown import Part, compile_schema
from judged.validation.schema_findings import Broken, Validated
from judged.validation.schema_limits import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import polars
    from pandera.api.polars.container import DataFrameSchema

    from judged.store.store import Store

BATCH_ROWS = 250_000

QRELS = Validated(
    "judgment_lines",
    "qrels",
    "duplicate-judgment",
    ("source_id", "query_id", "doc_id", "grade", "iteration", "line_order"),
)
RUNS = Validated(
    "selected_lines",
    "runs",
    "duplicate-document",
    ("source_id", "run_id", "query_id", "doc_id", "file_rank", "score", "line_order"),
)


def validate_pushed_down(
    store: Store, schema: DataFrameSchema, relation: Validated
) -> list[Finding]:
    """Validates a relation in DuckDB; no row crosses into Python but the places that are kept.

    Raises:
        ArgumentError: the schema does not fit the relation, or a check cannot be run.
    """
    empty = _frame(store, relation, "limit 0")
    require(schema, empty)
    parts = compile_schema(schema, relation.unique_rule, empty.schema)
    broken = Broken(store, relation, parts)
    broken.count()
    if any(part.is_native for part in parts):
        for frame in _batches(store, relation):
            _judge(broken, loosened(schema), parts, frame)

    def distinct(part: Part) -> polars.DataFrame:
        return _distinct(store, relation, part)

    return broken.findings() + _whole_columns(store, relation, parts, distinct)


def validate_natively(store: Store, schema: DataFrameSchema, relation: Validated) -> list[Finding]:
    """Validates a relation by Pandera on one frame, for what Python callers handed over.

    Raises:
        ArgumentError: the schema does not fit the relation, or a check cannot be run.
    """
    require(schema, _frame(store, relation, "limit 0"))
    frame = _frame(store, relation, "order by line_order")
    compiled = compile_schema(schema, relation.unique_rule, frame.schema)
    parts = [replace(part, condition=None) for part in compiled]
    broken = Broken(store, relation, parts)
    for number, rows in broken_rows(schema, parts, frame):
        broken.keep(number, frame["line_order"].gather(rows).to_list())

    def column(part: Part) -> polars.DataFrame:
        return frame.select(str(part.column))

    return broken.findings() + _whole_columns(store, relation, parts, column)


def _frame(store: Store, relation: Validated, rest: str) -> polars.DataFrame:
    return store.sql(f"select {', '.join(relation.columns)} from {relation.view} {rest}")


def _judge(
    broken: Broken, schema: DataFrameSchema, parts: Sequence[Part], frame: polars.DataFrame
) -> None:
    """Keeps the rows of a batch that break what only Pandera can judge."""
    native = [number for number, part in enumerate(parts) if part.is_native]
    for place, rows in broken_rows(schema, [parts[number] for number in native], frame):
        broken.keep(native[place], frame["line_order"].gather(rows).to_list())


def _batches(store: Store, relation: Validated) -> Iterator[polars.DataFrame]:
    """Frames of whole queries, of about BATCH_ROWS rows; an empty one of an empty relation."""
    sizes = store.rows(
        f"select query_id, count(*) from {relation.view} group by query_id order by query_id"
    )
    if not sizes:
        yield _frame(store, relation, "limit 0")
    columns = ", ".join(relation.columns)
    batch: list[str] = []
    rows = 0
    for place, (query, size) in enumerate(sizes, start=1):
        batch.append(query)
        rows += size
        if rows >= BATCH_ROWS or place == len(sizes):
            yield store.sql(
                f"select {columns} from {relation.view}"
                " where query_id in (select unnest(cast($batch as varchar[]))) order by line_order",
                {"batch": batch},
            )
            batch, rows = [], 0


def _distinct(store: Store, relation: Validated, part: Part) -> polars.DataFrame:
    """The values of a column, each once: one more than are wanted, since more do not matter."""
    name = identifier(str(part.column))
    return store.sql(
        f"select distinct {name} from {relation.view} where {name} is not null"
        f" order by {name} limit {len(part.wanted) + 1}"
    )


def _whole_columns(
    store: Store,
    relation: Validated,
    parts: Sequence[Part],
    column_of: Callable[[Part], polars.DataFrame],
) -> list[Finding]:
    """What is wrong with columns as a whole: it has no place, and is every run's."""
    return [
        Finding(trouble.rule_id, run_id, 1, message=trouble.message, softened=trouble.softened)
        for trouble in whole_column_troubles(parts, column_of)
        for run_id in _runs(store, relation)
    ]


def _runs(store: Store, relation: Validated) -> list[str | None]:
    """The runs that have rows; None of judgments."""
    if "run_id" not in relation.columns:
        return [None]
    rows = store.rows(f"select distinct run_id from {relation.view} order by run_id")
    return [run_id for (run_id,) in rows]
