"""Our schemas with the ranges of a contract."""

from __future__ import annotations

import pytest

from judged import Contract
from judged_schemas.coverage import Coverage
from judged_schemas.qrels import Qrels


@pytest.mark.parametrize(
    ("fields", "low", "high"),
    [
        ({}, 0, 3),
        ({"grades": [0, 1]}, 0, 1),
        ({"grades": [1, 4]}, 1, 4),
        ({"grades": "any"}, 0, 2**63 - 1),
        ({"grades": [0, 2], "negative_grades": "zero"}, -(2**63), 2),
        ({"grades": "any", "negative_grades": "unjudged"}, -(2**63), 2**63 - 1),
    ],
)
def test_the_range_of_grades_is_the_contract_s(
    fields: dict[str, object], low: int, high: int
) -> None:
    schema = Qrels.for_contract(Contract.of(fields).as_json())
    (check,) = schema.columns["grade"].checks
    assert (check.statistics["min_value"], check.statistics["max_value"]) == (low, high)


def test_a_range_above_zero_forbids_the_grades_below_it_beside_negative_ones() -> None:
    contract = Contract(grades=[2, 4], negative_grades="zero")
    _, below = Qrels.for_contract(contract.as_json()).columns["grade"].checks
    assert list(below.statistics["forbidden_values"]) == [0, 1]
    assert below.error == "grade-range"


def test_the_least_judged_rate_is_the_contract_s() -> None:
    schema = Coverage.for_contract(Contract(min_judged_rate=0.5).as_json())
    (check,) = schema.columns["judged_rate"].checks
    assert (check.error, check.statistics["min_value"]) == ("judged-coverage", 0.5)
