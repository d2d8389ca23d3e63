"""A schema pushed down into SQL and the same schema run by Pandera find the same rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from judged.schema_checks import validate_natively, validate_pushed_down
from judged.store import Store
from tests.property.contracts import deterministic
from tests.property.odd_schemas import ODD, fill, frames, grains, schema_of, schema_specs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from judged.findings import Finding
    from tests.property.odd_schemas import ColumnSpec


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def verdicts(findings: Sequence[Finding]) -> set[tuple[str, int | None]]:
    """Rule and row of every place; a finding keeps more places than there are rows here."""
    return {
        (finding.rule_id, place.line_order) for finding in findings for place in finding.examples
    }


def compare(
    store: Store, values: list[dict[str, Any]], specs: dict[str, ColumnSpec], grain: list[str]
) -> None:
    """Validates the rows both ways."""
    fill(store, values)
    schema = schema_of(specs, grain)
    with pytest.MonkeyPatch.context() as patch:
        # What SQL cannot say is run over batches of whole queries: here over several.
        patch.setattr("judged.schema_checks.BATCH_ROWS", 4)
        pushed_down = validate_pushed_down(store, schema, ODD)
    assert verdicts(pushed_down) == verdicts(validate_natively(store, schema, ODD))


@given(values=frames, specs=schema_specs, grain=grains)
@deterministic(12)
def test_both_ways_find_the_same_rows(
    store: Store, values: list[dict[str, Any]], specs: dict[str, ColumnSpec], grain: list[str]
) -> None:
    compare(store, values, specs, grain)


@pytest.mark.slow
@given(values=frames, specs=schema_specs, grain=grains)
@deterministic(150)
def test_both_ways_find_the_same_rows_of_many_more_frames(
    store: Store, values: list[dict[str, Any]], specs: dict[str, ColumnSpec], grain: list[str]
) -> None:
    compare(store, values, specs, grain)
