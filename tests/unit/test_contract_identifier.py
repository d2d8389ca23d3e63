"""The identifier: SHA-256 of the canonical JSON of what can change a score, and nothing else."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from hashlib import sha256
from typing import Any

import pytest

from judged import Contract

# Written out, so that no change of the program can move the identifier of stored evaluations
# without this test: sorted keys, no spaces, and the version of the semantics.
STRICT = (
    '{"depth":null,"doc_ids":"as_is","gain":"linear","missing_queries":"zero",'
    '"negative_grades":"error","order":"score","qrels_duplicates":"error",'
    '"run_duplicates":"error","score_precision":"float64","self_matches":"keep","semantics":1,'
    '"ties":"doc_id_desc","universe":"judged","unjudged":"error","unknown_queries":"warn",'
    '"zero_idcg":"zero"}'
)

OTHER = {
    "gain": "exponential",
    "universe": "retrieved",
    "order": "rank",
    "ties": "average",
    "score_precision": "float32",
    "depth": 100,
    "unjudged": "zero",
    "negative_grades": "zero",
    "zero_idcg": "exclude",
    "missing_queries": "exclude",
    "unknown_queries": "error",
    "run_duplicates": "keep_best",
    "qrels_duplicates": "max",
    "self_matches": "drop",
}

SAME = {"cutoffs": [1, 100, "all"], "grades": "any", "min_judged_rate": 0.5}


def test_the_identifier_of_strict_is_pinned() -> None:
    assert Contract().contract_id == sha256(STRICT.encode()).hexdigest()


def test_the_identifier_of_tables_is_pinned() -> None:
    values = {
        **json.loads(STRICT),
        "gain": {"1": "1", "2": "0.5"},
        "qrels_duplicates": {"iteration": "1"},
        "depth": 1000,
    }
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    contract = Contract(gain={2: 0.5, 1: 1}, qrels_duplicates={"iteration": "1"}, depth=1000)
    assert contract.contract_id == sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("field", SAME)
def test_what_cannot_change_a_score_does_not_move_it(field: str) -> None:
    contract = Contract.of({field: SAME[field]})
    assert contract != Contract()
    assert contract.contract_id == Contract().contract_id


@pytest.mark.parametrize("field", OTHER)
def test_what_can_change_a_score_moves_it(field: str) -> None:
    assert Contract.of({field: OTHER[field]}).contract_id != Contract().contract_id


def test_each_change_has_an_identifier_of_its_own() -> None:
    ids = {Contract.of({field: value}).contract_id for field, value in OTHER.items()}
    assert len(ids) == len(OTHER)


@pytest.mark.parametrize(
    ("one", "same"),
    [
        ({"gain": {1: 1, 2: 0.5}}, {"gain": {2: "0.50", 1: "1.0"}}),
        ({"gain": {1: 0}}, {"gain": {"1": "0.00"}}),
        ({"gain": {1: 1000}}, {"gain": {1: "1e3"}}),
        ({"depth": None}, {"depth": "none"}),
        ({"cutoffs": [1, 10]}, {"cutoffs": (10, 1, 10)}),
        ({"min_judged_rate": 1}, {"min_judged_rate": 1.0}),
    ],
)
def test_equal_values_written_otherwise_are_one_contract(
    one: dict[str, Any], same: dict[str, Any]
) -> None:
    assert Contract(**one) == Contract(**same)
    assert Contract(**one).contract_id == Contract(**same).contract_id
    assert hash(Contract(**one)) == hash(Contract(**same))


def test_minus_zero_is_the_gain_zero() -> None:
    contract, same = Contract(gain={1: -0.0, 2: 1}), Contract(gain={1: 0, 2: 1})
    assert contract.contract_id == same.contract_id


def test_a_contract_is_frozen() -> None:
    contract = Contract()
    with pytest.raises(FrozenInstanceError):
        contract.gain = "exponential"  # type: ignore[misc]


def test_contracts_are_keys() -> None:
    scores = {Contract(): 1, Contract(gain={1: 0.5}, grades=[0, 3]): 2}
    assert scores[Contract(gain={1: "0.5"})] == 2


@pytest.mark.parametrize(
    "contract",
    [
        Contract(),
        Contract(gain={1: 0.25, 3: 7}, cutoffs=["all", 3], depth=5, grades="any"),
        Contract(qrels_duplicates={"iteration": "é"}, min_judged_rate=0.1),
    ],
)
def test_a_contract_comes_back_from_its_json(contract: Contract) -> None:
    assert Contract.of(json.loads(json.dumps(contract.as_json()))) == contract


@pytest.mark.parametrize("gain", ["exponential", {1: 0.5, 2: 3}])
def test_other_cutoffs_leave_the_rest(gain: Any) -> None:
    contract = Contract(gain=gain, unjudged="drop").with_cutoffs([5, "all"])
    assert contract == Contract(gain=gain, unjudged="drop", cutoffs=[5, "all"])
    assert contract.contract_id == Contract(gain=gain, unjudged="drop").contract_id
