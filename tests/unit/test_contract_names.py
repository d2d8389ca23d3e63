"""How a contract is written: measures, columns of table evaluations, and k."""

from __future__ import annotations

from typing import Any

import pytest

from judged import Contract

# Every scoring choice that differs from strict's arithmetic is in the name of the measure.
NAMES: list[tuple[dict[str, Any], str]] = [
    ({}, "nDCG@10"),
    ({"gain": "exponential", "unjudged": "drop"}, "nDCG@10[exponential,drop]"),
    ({"universe": "retrieved"}, "nDCG@10[retrieved]"),
    ({"unjudged": "zero"}, "nDCG@10"),
    ({"unjudged": "drop"}, "nDCG@10[drop]"),
    ({"score_precision": "float32"}, "nDCG@10[float32]"),
]

SHOWN: list[tuple[dict[str, Any], str]] = [
    ({"ties": "average"}, "average"),
    ({"ties": "doc_id_asc"}, "doc_id_asc"),
    ({"ties": "line"}, "line"),
    ({"depth": 25}, "25"),
    ({"order": "rank"}, "rank"),
    ({"gain": {1: 1, 2: 0.5}}, "1=1,2=0.5"),
]

# Policies of what is counted change no arithmetic of a single list.
UNNAMED: dict[str, Any] = {
    "zero_idcg": "exclude",
    "missing_queries": "exclude",
    "unknown_queries": "error",
    "grades": "any",
    "min_judged_rate": 1,
}


@pytest.mark.parametrize(("fields", "name"), NAMES)
def test_the_measure_has_its_published_name(fields: dict[str, Any], name: str) -> None:
    assert Contract(**fields).measure(10) == name


@pytest.mark.parametrize(("fields", "word"), SHOWN)
def test_the_measure_shows_the_choice(fields: dict[str, Any], word: str) -> None:
    name = Contract(**fields).measure(3)
    assert name.startswith("nDCG@3[")
    assert word in name


@pytest.mark.parametrize("field", UNNAMED)
def test_the_measure_leaves_out_what_changes_no_list(field: str) -> None:
    assert Contract.of({field: UNNAMED[field]}).measure(10) == "nDCG@10"


def test_whole_lists_have_no_cutoff_in_their_name() -> None:
    assert Contract().measure(0) == "nDCG"
    assert Contract(universe="retrieved").measure(0) == "nDCG[retrieved]"


def test_all_is_zero_as_k_and_a_word_in_json() -> None:
    contract = Contract(cutoffs=[5, "all"])
    assert contract.ks == [5, 0]
    assert contract.as_json()["cutoffs"] == [5, "all"]


def test_columns_of_evaluations_have_their_published_names() -> None:
    assert list(Contract().as_columns()) == [
        "cutoffs",
        "gain",
        "universe",
        "order_by",
        "ties",
        "score_precision",
        "depth",
        "unjudged_policy",
        "negative_grades",
        "zero_idcg_policy",
        "missing_queries_policy",
        "unknown_queries_policy",
        "run_duplicates",
        "qrels_duplicates",
        "doc_ids",
        "self_matches",
        "grades",
        "min_judged_rate",
    ]


def test_columns_hold_text_but_for_the_numbers() -> None:
    columns = Contract(
        cutoffs=[1, "all"],
        gain={2: 0.5, 1: 1},
        depth=7,
        qrels_duplicates={"iteration": "a"},
        grades=[1, 4],
        min_judged_rate=0.5,
    ).as_columns()
    assert columns["cutoffs"] == "1,all"
    assert columns["gain"] == "1=1,2=0.5"
    assert columns["depth"] == 7
    assert columns["qrels_duplicates"] == "iteration=a"
    assert columns["grades"] == "1:4"
    assert columns["min_judged_rate"] == 0.5


def test_no_depth_is_null() -> None:
    assert Contract().as_columns()["depth"] is None
