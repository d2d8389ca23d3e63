"""A schema pushed down into SQL and the same schema run by Pandera come to the same findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings

from judged.store.store import Store
from judged.validation.schema_checks import validate_natively, validate_pushed_down
from tests.property.contracts import deterministic
from tests.property.odd_schemas import ODD, fill, frames, grains, schema_of, schema_specs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from judged.evaluation.findings import Finding
    from tests.property.odd_schemas import ColumnSpec


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def examples(number: int) -> settings:
    """Settings that look for no smaller example: a difference names rule, run, count and rows.

    An example is a schema of many choices, each tried anew by Pandera; looking for the smallest
    that still fails takes minutes in which nothing is learned.
    """
    return settings(deterministic(number), phases=[Phase.explicit, Phase.generate])


def told(findings: Sequence[Finding]) -> dict[tuple[str, str | None, str], tuple[Any, ...]]:
    """How many places each rule and run has, and which; there are fewer rows here than are kept."""
    of_rules = {
        (finding.rule_id, finding.run_id, finding.message): (
            finding.places,
            finding.softened,
            finding.examples,
        )
        for finding in findings
    }
    assert len(of_rules) == len(findings), "a rule has one finding a run"
    return of_rules


def compare(
    store: Store,
    values: list[dict[str, Any]],
    specs: dict[str, ColumnSpec],
    grain: list[list[str]],
) -> None:
    """Validates the rows both ways."""
    fill(store, values)
    schema = schema_of(specs, grain)
    with pytest.MonkeyPatch.context() as patch:
        # What SQL cannot say is run over batches of whole queries: here over several.
        patch.setattr("judged.validation.schema_checks.BATCH_ROWS", 10)
        pushed_down = validate_pushed_down(store, schema, ODD)
    assert told(pushed_down) == told(validate_natively(store, schema, ODD))


@given(values=frames, specs=schema_specs, grain=grains)
@examples(5)
def test_both_ways_count_and_name_the_same_rows(
    store: Store,
    values: list[dict[str, Any]],
    specs: dict[str, ColumnSpec],
    grain: list[list[str]],
) -> None:
    compare(store, values, specs, grain)


@pytest.mark.slow
@given(values=frames, specs=schema_specs, grain=grains)
@examples(200)
def test_both_ways_count_and_name_the_same_rows_of_many_more_frames(
    store: Store,
    values: list[dict[str, Any]],
    specs: dict[str, ColumnSpec],
    grain: list[list[str]],
) -> None:
    compare(store, values, specs, grain)
