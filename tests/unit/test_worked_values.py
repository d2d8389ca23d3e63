"""The worked values of the contract, computed by hand."""

from __future__ import annotations

from math import log2
from typing import Any

import pytest

import judged

GRADES = {"q": {"A": 3, "B": 2, "C": 1, "D": 0}}


def score(run: list[str], **fields: Any) -> dict[str, Any]:
    """The only row of query_scores of a run over the four documents."""
    result = judged.evaluate(GRADES, {"q": run}, judged.Contract(**fields))
    return result.query_scores.to_dicts()[0]


def test_dcg_and_idcg_of_b_c() -> None:
    row = score(["B", "C"], cutoffs=2)
    # DCG = 2 / log2(2) + 1 / log2(3); IDCG = 3 / log2(2) + 2 / log2(3)
    assert row["dcg"] == pytest.approx(2.6309297535714578, abs=1e-12)
    assert row["idcg"] == pytest.approx(4.2618595071429155, abs=1e-12)
    assert row["ndcg"] == pytest.approx(0.617319681505689, abs=1e-12)
    assert 0 < row["ndcg"] < 1


def test_the_retrieved_universe_of_b_c_is_exactly_one_under_its_ceiling() -> None:
    row = score(["B", "C"], cutoffs=2, universe="retrieved")
    assert row["ndcg"] == 1.0
    assert row["ceiling"] == pytest.approx(0.617319681505689, abs=1e-12)


def test_a_perfect_top_two_is_exactly_one() -> None:
    assert score(["A", "B"], cutoffs=2)["ndcg"] == 1.0


def test_the_second_best_document_alone_is_two_thirds() -> None:
    assert score(["B"], cutoffs=1)["ndcg"] == pytest.approx(2 / 3, abs=1e-12)


@pytest.mark.parametrize("run", [[], ["D"]])
def test_nothing_relevant_is_zero_and_not_missing(run: list[str]) -> None:
    row = score(run, cutoffs=2)
    assert row["ndcg"] == 0.0
    assert row["counted"]
    assert not row["missing"]


def test_the_worse_order_scores_less() -> None:
    assert score(["C", "B"], cutoffs=2)["ndcg"] < score(["B", "C"], cutoffs=2)["ndcg"]


def test_a_cutoff_beyond_the_pool_adds_nothing() -> None:
    whole = 3 + 2 / log2(3) + 1 / log2(4)
    row = score(["A", "B", "C", "D"], cutoffs=50)
    assert row["ndcg"] == 1.0
    assert row["idcg"] == pytest.approx(whole, abs=1e-12)


def test_old_before_faq_before_guide() -> None:
    qrels = {"q": {"guide": 3, "faq": 2, "old": 0}}
    contract = judged.Contract(cutoffs=3)
    result = judged.evaluate(qrels, {"q": ["old", "faq", "guide"]}, contract)
    # (2 / log2(3) + 3 / log2(4)) / (3 + 2 / log2(3))
    assert result.query_scores["ndcg"][0] == pytest.approx(0.6480409554829326, abs=1e-12)


def test_macro_and_pooled_differ_where_queries_can_gain_differently() -> None:
    # One query gains 3 of 3, one gains 0 of 1, both at rank 1.
    qrels = {"q1": {"a": 3}, "q2": {"b": 1, "x": 0}}
    run = {"q1": ["a"], "q2": ["x"]}
    row = judged.evaluate(qrels, run, judged.Contract(cutoffs=1)).run_scores.to_dicts()[0]
    assert row["macro_ndcg"] == 0.5
    assert row["pooled_ndcg"] == 0.75


@pytest.mark.parametrize(("policy", "macro", "counted"), [("zero", 0.5, 2), ("exclude", 1.0, 1)])
def test_a_zero_idcg_query_is_averaged_or_left_out(policy: str, macro: float, counted: int) -> None:
    qrels = {"q1": {"a": 1}, "q2": {"b": 0}}
    run = {"q1": ["a"], "q2": ["b"]}
    result = judged.evaluate(qrels, run, judged.Contract(zero_idcg=policy))
    row = result.run_scores.to_dicts()[0]
    assert row["macro_ndcg"] == macro
    assert row["scored_queries"] == counted
    assert row["zero_idcg_queries"] == 1
    assert row["macro_ndcg_zero_idcg_as_zero"] == 0.5
    assert row["macro_ndcg_zero_idcg_excluded"] == 1.0
    assert row["pooled_ndcg"] == 1.0
    score_of_q2 = result.query_scores.filter(query_id="q2")["ndcg"][0]
    assert score_of_q2 == (0.0 if policy == "zero" else None)


REFUSALS: list[tuple[str, dict[str, dict[str, Any]], list[str]]] = [
    ("duplicate-document", {"q": {"a": 1}}, ["a", "a"]),
    ("unjudged-document", {"q": {"a": 1}}, ["a", "b"]),
    ("grade-range", {"q": {"a": -1}}, ["a"]),
    ("grade-integer", {"q": {"a": 1.5}}, ["a"]),
    ("grade-integer", {"q": {"a": True}}, ["a"]),
]


@pytest.mark.parametrize(("rule_id", "qrels", "run"), REFUSALS)
def test_a_refusal_names_its_rule(
    rule_id: str, qrels: dict[str, dict[str, Any]], run: list[str]
) -> None:
    # k = 1: the repeated and the unjudged document lie below it.
    with pytest.raises(judged.RefusedError, match=rule_id) as refused:
        judged.evaluate(qrels, {"q": run}, judged.Contract(cutoffs=1))
    assert rule_id in {finding["rule_id"] for finding in refused.value.findings}
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("cutoff", [0, True, -1, 2.5, "ten"])
def test_what_is_no_cutoff_is_refused(cutoff: object) -> None:
    with pytest.raises(judged.ContractError, match=r"cutoffs: .* is not a cutoff"):
        judged.Contract(cutoffs=[cutoff])
