"""Validation by a Pandera schema: pushed down into DuckDB, or by Pandera itself.

Both ways give the same findings; a property test holds them to it. Large tables are validated in
SQL, with only what SQL cannot say run by Pandera, over batches of whole queries.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from judged.errors import ArgumentError
from judged.findings import PLACES_KEPT, Finding, Place, collect
from judged.lines import line_numbers
from judged.pushdown import (
    NULL_RULE,
    NULL_RULES,
    UNIQUE_VALUE_RULE,
    Compiled,
    Condition,
    Uniqueness,
    compile_schema,
    counting_sql,
    identifier,
    names_of,
    rule_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    import polars
    from pandera.api.checks import Check
    from pandera.api.polars.container import DataFrameSchema

    from judged.store import Store

BATCH_ROWS = 250_000


class Relation:
    """What is validated: a view, the one that it is a selection of, and the rule of its grain."""

    def __init__(self, view: str, origin: str, unique_rule: str, columns: tuple[str, ...]) -> None:
        self.view = view
        self.origin = origin
        self.unique_rule = unique_rule
        self.columns = columns

    def of(self, source_ids: Collection[int]) -> Relation:
        """The rows of some sources."""
        numbers = ", ".join(str(source) for source in sorted(source_ids))
        view = f"(select * from {self.view} where source_id in ({numbers}))"
        return Relation(view, self.origin, self.unique_rule, self.columns)

    @property
    def run_id(self) -> str:
        """The expression for the run of a row; judgments have none."""
        return "run_id" if "run_id" in self.columns else "cast(null as varchar)"


QRELS = Relation(
    "judgment_lines",
    "qrels",
    "duplicate-judgment",
    ("source_id", "query_id", "doc_id", "grade", "iteration", "line_order"),
)
RUNS = Relation(
    "selected_lines",
    "runs",
    "duplicate-document",
    ("source_id", "run_id", "query_id", "doc_id", "file_rank", "score", "line_order"),
)


def validate_pushed_down(
    store: Store, schema: DataFrameSchema, relation: Relation
) -> list[Finding]:
    """Validates a relation in DuckDB; no row crosses into Python but the places that are kept.

    Raises:
        ArgumentError: the schema wants a column that the relation does not have.
    """
    _require_columns(store, schema, relation)
    compiled = compile_schema(schema, relation.unique_rule)
    found = _counted(store, compiled, relation)
    if compiled.native:
        found += _in_batches(store, _reduced(schema, compiled), relation)
    return softened(found, schema)


def validate_natively(store: Store, schema: DataFrameSchema, relation: Relation) -> list[Finding]:
    """Validates a relation by Pandera on one frame, for what Python callers handed over."""
    _require_columns(store, schema, relation)
    columns = ", ".join(relation.columns)
    frame = store.sql(f"select {columns} from {relation.view} order by line_order")
    found = _findings(store, failures(schema, frame, relation.unique_rule), relation)
    return softened(found, schema)


def failures(
    schema: DataFrameSchema, frame: polars.DataFrame, unique_rule: str
) -> list[tuple[str, str | None, dict[str, Any]]]:
    """What Pandera finds wrong with a frame: rule id, column and row, each once.

    Args:
        schema: collected, not lazy: on a LazyFrame Pandera checks types only.
        frame: the rows.
        unique_rule: the rule id of the schema's grain.
    """
    from pandera.errors import SchemaErrors

    try:
        _raising(schema).validate(frame, lazy=True)
    except SchemaErrors as errors:
        cases = errors.failure_cases
    else:
        return []
    broken: dict[tuple[str, int], str | None] = {}
    for case in cases.iter_rows(named=True):
        column = case["column"] if case["schema_context"] == "Column" else None
        rule_id = _rule_of_case(case["check"], column, unique_rule)
        if case["index"] is None:
            raise ArgumentError(
                f"column {case['column']!r} cannot be checked by {case['check']}:"
                " compare it with values of its own type"
            )
        # A check of the whole frame has one case for each column of a row.
        broken.setdefault((rule_id, case["index"]), column)
    rows = frame.to_dicts() if broken else []
    return [(rule_id, column, rows[index]) for (rule_id, index), column in broken.items()]


def _checks(schema: DataFrameSchema) -> list[Check]:
    of_columns = [check for column in schema.columns.values() for check in column.checks]
    return [*of_columns, *(schema.checks or [])]


def _raising(schema: DataFrameSchema) -> DataFrameSchema:
    """The schema with all that it would hush up told: warnings, further cases, dropped rows."""
    hushes = any(check.raise_warning or check.n_failure_cases for check in _checks(schema))
    if not hushes and not schema.drop_invalid_rows:
        return schema
    schema = deepcopy(schema)
    schema.drop_invalid_rows = False
    for check in _checks(schema):
        check.raise_warning = False
        check.n_failure_cases = None
    return schema


def softened(found: list[Finding], schema: DataFrameSchema) -> list[Finding]:
    """Findings of checks that the schema says are warnings, marked so."""
    warnings = {rule_of(check) for check in _checks(schema) if check.raise_warning}
    return [replace(finding, softened=finding.rule_id in warnings) for finding in found]


def _rule_of_case(check: str, column: str | None, unique_rule: str) -> str:
    if check == "not_nullable":
        return NULL_RULES.get(str(column), NULL_RULE)
    if check == "field_uniqueness":
        return UNIQUE_VALUE_RULE
    return unique_rule if check == "multiple_fields_uniqueness" else check


def _require_columns(store: Store, schema: DataFrameSchema, relation: Relation) -> None:
    """Types are ingest's job: a schema that wants others cannot hold, whatever the values are."""
    has = store.sql(f"select {', '.join(relation.columns)} from {relation.view} limit 0").schema
    for name, column in schema.columns.items():
        if name not in has:
            raise ArgumentError(
                f"schema {schema.name}: the relation has no column {name!r};"
                f" it has {', '.join(relation.columns)}"
            )
        wanted = getattr(column.dtype, "type", None)
        if wanted is not None and wanted != has[name]:
            raise ArgumentError(
                f"schema {schema.name}: column {name!r} is {has[name]}, not {wanted};"
                " leave its type as it is"
            )


def _counted(store: Store, compiled: Compiled, relation: Relation) -> list[Finding]:
    """What one pass over the rows counts, with the places where there are any."""
    if not compiled.conditions and not compiled.uniqueness:
        return []
    counts = store.rows(counting_sql(compiled, relation.view), **compiled.parameters)[0]
    last = len(compiled.conditions)
    broken: dict[str, list[Condition]] = {}
    for condition, count in zip(compiled.conditions, counts[:last], strict=True):
        if count:
            broken.setdefault(condition.rule_id, []).append(condition)
    found = []
    for rule_id, conditions in broken.items():
        found += _broken_conditions(store, rule_id, conditions, relation)
    for uniqueness, count in zip(compiled.uniqueness, counts[last:], strict=True):
        if count:
            found += _repeated(store, uniqueness, relation)
    return found


def _broken_conditions(
    store: Store, rule_id: str, conditions: list[Condition], relation: Relation
) -> list[Finding]:
    """The rows that break a rule, each once, with the value that the first condition refuses."""
    values = " ".join(
        f"when not ({condition.sql}) then cast({identifier(condition.column)} as varchar)"
        for condition in conditions
    )
    holds = " and ".join(f"({condition.sql})" for condition in conditions)
    sql = (
        f"select {relation.run_id} as run_id, query_id, doc_id, case {values} end as value,"
        f" line_order from {relation.view} where not ({holds})"
    )
    parameters = {
        name: value for condition in conditions for name, value in condition.parameters.items()
    }
    return collect(store, rule_id, sql, parameters, relation.origin)


def _repeated(store: Store, uniqueness: Uniqueness, relation: Relation) -> list[Finding]:
    """Every row whose values in some columns occur more than once."""
    names = names_of(uniqueness)
    store.rows(
        f"create or replace temp table repeated as select {names} from {relation.view}"
        f" group by {names} having count(*) > 1"
    )
    equal = " and ".join(
        f"l.{identifier(column)} is not distinct from r.{identifier(column)}"
        for column in uniqueness.columns
    )
    run_id = "l.run_id" if "run_id" in relation.columns else "cast(null as varchar)"
    sql = (
        f"select {run_id} as run_id, l.query_id, l.doc_id, cast(null as varchar) as value,"
        f" l.line_order from {relation.view} as l inner join repeated as r on {equal}"
    )
    return collect(store, uniqueness.rule_id, sql, {}, relation.origin)


def _reduced(schema: DataFrameSchema, compiled: Compiled) -> DataFrameSchema:
    """The schema with only the checks that SQL cannot say."""
    import pandera.polars as pa

    columns = {
        name: pa.Column(column.dtype, checks=compiled.native.get(name, []), nullable=True)
        for name, column in schema.columns.items()
    }
    return pa.DataFrameSchema(columns, checks=compiled.native.get(None, []), name=schema.name)


def _in_batches(store: Store, schema: DataFrameSchema, relation: Relation) -> list[Finding]:
    broken = [
        failure
        for frame in _batches(store, relation)
        for failure in failures(schema, frame, relation.unique_rule)
    ]
    return _findings(store, broken, relation)


def _batches(store: Store, relation: Relation) -> Iterator[polars.DataFrame]:
    """Frames of whole queries, of about BATCH_ROWS rows."""
    sizes = store.rows(
        f"select query_id, count(*) from {relation.view} group by query_id order by query_id"
    )
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


def _findings(
    store: Store,
    broken: list[tuple[str, str | None, dict[str, Any]]],
    relation: Relation,
) -> list[Finding]:
    groups: dict[tuple[str, str | None], list[tuple[str | None, dict[str, Any]]]] = {}
    for rule_id, column, row in broken:
        groups.setdefault((rule_id, row.get("run_id")), []).append((column, row))
    found = []
    for (rule_id, run_id), rows in groups.items():
        kept = sorted(rows, key=lambda item: item[1]["line_order"])[:PLACES_KEPT]
        lines = line_numbers(store, relation.origin, [row["line_order"] for _, row in kept])
        places = [
            Place(
                row["query_id"],
                row["doc_id"],
                None if column is None or row[column] is None else str(row[column]),
                row["line_order"],
                *lines.get(row["line_order"], (None, None)),
            )
            for column, row in kept
        ]
        found.append(Finding(rule_id, run_id, len(rows), places))
    return found
