"""Presets, cell by cell as they are published."""

from __future__ import annotations

from typing import Any

import pytest

from judged import Contract, ContractError
from judged.contract.fields import FIELDS
from judged.contract.presets import PRESETS
from judged.contract.settings import resolve

COLUMNS = (
    "universe",
    "ties",
    "score_precision",
    "negative_grades",
    "missing_queries",
    "self_matches",
)
TABLE = {
    "trec_eval": ("judged", "doc_id_desc", "float64", "unjudged", "zero", "keep"),
    "trec_eval-9": ("judged", "doc_id_desc", "float32", "unjudged", "exclude", "keep"),
    "pytrec_eval": ("judged", "doc_id_desc", "float32", "unjudged", "exclude", "keep"),
    "ir_measures": ("judged", "doc_id_desc", "float32", "unjudged", "zero", "keep"),
    "beir": ("judged", "doc_id_desc", "float32", "unjudged", "exclude", "drop"),
    "sklearn": ("retrieved", "average", "float64", "error", "exclude", "keep"),
    "ranx": ("judged", "error", "float64", "zero", "zero", "keep"),
}
# "All but strict: ..."
COMMON: dict[str, Any] = {
    "gain": "linear",
    "order": "score",
    "unjudged": "zero",
    "zero_idcg": "zero",
    "run_duplicates": "error",
    "qrels_duplicates": "error",
    "grades": "any",
}


def test_the_presets_are_the_published_ones() -> None:
    assert list(PRESETS) == ["strict", *TABLE]


def test_strict_is_the_defaults() -> None:
    assert Contract.preset("strict") == Contract()


def test_strict_fixes_every_field() -> None:
    assert resolve({}, "strict").origins == dict.fromkeys(FIELDS, "preset")


@pytest.mark.parametrize(
    ("preset", "field", "value"),
    [
        (preset, field, value)
        for preset, row in TABLE.items()
        for field, value in zip(COLUMNS, row, strict=True)
    ],
)
def test_a_cell_of_the_table(preset: str, field: str, value: str) -> None:
    assert getattr(Contract.preset(preset), field) == value


@pytest.mark.parametrize("preset", TABLE)
@pytest.mark.parametrize("field", COMMON)
def test_what_all_tools_have_in_common(preset: str, field: str) -> None:
    assert getattr(Contract.preset(preset), field) == COMMON[field]


@pytest.mark.parametrize("preset", TABLE)
def test_nothing_else_is_fixed(preset: str) -> None:
    contract = Contract.preset(preset)
    assert (contract.depth, contract.doc_ids) == (None, "as_is")
    assert (contract.unknown_queries, contract.min_judged_rate) == ("warn", 0.0)
    beir = (1, 3, 5, 10, 100, 1000)
    assert contract.cutoffs == (beir if preset == "beir" else (10,))


def test_two_tools_that_do_the_same_are_one_contract() -> None:
    assert Contract.preset("pytrec_eval") == Contract.preset("trec_eval-9")


def test_a_change_wins_over_the_preset() -> None:
    contract = Contract.preset("trec_eval", unjudged="drop", cutoffs=[5])
    assert contract.unjudged == "drop"
    assert contract.cutoffs == (5,)
    assert contract.negative_grades == "unjudged"


def test_an_unknown_preset_is_refused_with_the_near_ones() -> None:
    with pytest.raises(ContractError, match="'trec-eval' is no preset; did you mean 'trec_eval'"):
        Contract.preset("trec-eval")


def test_an_unknown_change_is_refused() -> None:
    with pytest.raises(ContractError, match="'cutoff' is no field"):
        Contract.preset("trec_eval", cutoff=5)
