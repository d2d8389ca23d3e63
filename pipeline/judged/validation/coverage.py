"""How much of what runs return is judged: rules about the small relation Coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.evaluation.findings import PLACES_KEPT, Finding, Place, merged
from judged.validation.frame_checks import failures, whole_column_troubles
from judged.validation.glance import is_fulfilled
from judged.validation.pushdown import compile_schema
from judged.validation.schema_limits import require

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars
    from pandera.api.polars.container import DataFrameSchema

    from judged.store.store import Store
    from judged.validation.frame_checks import Failure
    from judged.validation.schemas import Schemas

GRAIN = "duplicate-score"
CHECKED = "select * from coverage where array_contains($ids, evaluation_id)"


def validate_coverage(
    store: Store, schemas: Schemas, evaluation_ids: Sequence[str], contract: Mapping[str, Any]
) -> list[Finding]:
    """Validates the coverage of scored evaluations, at every cutoff that they have.

    Args:
        store: that has them.
        schemas: of the call.
        evaluation_ids: which.
        contract: its fields in JSON form.

    Raises:
        ArgumentError: the schema does not fit the relation, or a check cannot be run.
    """
    ids = list(evaluation_ids)
    is_ours = "coverage" not in schemas.own
    if is_ours and is_fulfilled(store, "coverage", f"({CHECKED})", contract, ids=ids):
        return []
    schema = schemas.model("coverage").for_contract(contract)
    frame = store.sql(f"{CHECKED} order by evaluation_id, query_id, k", {"ids": ids})
    require(schema, frame.clear())
    return merged([*_rows(schema, frame), *_whole_columns(schema, frame)])


def _rows(schema: DataFrameSchema, frame: polars.DataFrame) -> list[Finding]:
    by_rule: dict[tuple[str, str, int], list[Failure]] = {}
    for failure in failures(schema, frame, GRAIN):
        key = (failure.rule_id, failure.row["run_id"], failure.row["k"])
        by_rule.setdefault(key, []).append(failure)
    return [_finding(*key, broken) for key, broken in sorted(by_rule.items())]


def _whole_columns(schema: DataFrameSchema, frame: polars.DataFrame) -> list[Finding]:
    """What is wrong with columns as a whole: it has no place, and is every run's."""
    parts = compile_schema(schema, GRAIN, frame.schema)
    return [
        Finding(trouble.rule_id, run_id, 1, message=trouble.message, softened=trouble.softened)
        for trouble in whole_column_troubles(parts, lambda part: frame.select(str(part.column)))
        for run_id in frame["run_id"].unique().sort()
    ]


def _finding(rule_id: str, run_id: str, k: int, broken: Sequence[Failure]) -> Finding:
    """The rows of a run's coverage at one cutoff that break a rule, in order."""
    places = [_place(failure.row, failure.column or "judged_rate") for failure in broken]
    softened = all(failure.softened for failure in broken)
    return Finding(rule_id, run_id, len(places), places[:PLACES_KEPT], softened=softened, k=k)


def _place(row: dict[str, Any], column: str) -> Place:
    value = row[column]
    told = "null" if value is None else repr(value) if isinstance(value, float) else str(value)
    return Place(query_id=row["query_id"], value=f"{told} at k = {row['k'] or 'all'}")
