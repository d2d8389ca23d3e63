"""Unjudged and negatively judged documents: gain nothing, or are taken out; counted in any case."""

from __future__ import annotations

from typing import Any

import pytest

import judged
from tests.cases.small import LOG2_3, evaluate, means, row, scores, warnings

# new was never judged, bad was judged -1, elk 1.
QRELS = {"t": {"bad": -1, "elk": 1}}
RUN = {"t": ["new", "bad", "elk"]}


@pytest.mark.parametrize(
    ("unjudged", "negative", "expected"),
    [
        # elk at rank 3: 1 / log2(4)
        ("zero", "zero", 0.5),
        ("zero", "unjudged", 0.5),
        # Without new elk is at rank 2, behind a document that was judged bad: 1 / log2(3)
        ("drop", "zero", 1 / LOG2_3),
        # Without bad too it is at rank 1.
        ("drop", "unjudged", 1.0),
    ],
)
def test_a_condensed_list_keeps_what_is_judged_bad_unless_that_is_as_unjudged(
    unjudged: str, negative: str, expected: float
) -> None:
    value = scores(QRELS, RUN, unjudged=unjudged, negative_grades=negative)["t"]
    assert value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("unjudged", ["zero", "drop"])
@pytest.mark.parametrize(
    ("negative", "judged_documents", "judgments"), [("zero", 2, 2), ("unjudged", 1, 1)]
)
def test_counts_are_those_of_the_list_before_anything_is_dropped(
    unjudged: str, negative: str, judged_documents: int, judgments: int
) -> None:
    only = row(QRELS, RUN, unjudged=unjudged, negative_grades=negative)
    assert only["retrieved"] == 3
    assert only["judged"] == judged_documents
    assert only["unjudged"] == 3 - judged_documents
    assert only["judgments"] == judgments
    assert only["relevant"] == 1


def test_a_negative_grade_costs_nothing_beyond_its_rank() -> None:
    # bad at rank 1 gains 0, not -1: (1 / log2(3)) / 1
    only = row(QRELS, {"t": ["bad", "elk"]}, negative_grades="zero")
    assert only["dcg"] == pytest.approx(1 / LOG2_3, abs=1e-12)
    assert only["idcg"] == 1.0


def test_negative_grades_are_refused_unless_a_policy_is_chosen() -> None:
    with pytest.raises(judged.RefusedError, match=r"grade-range.*grade -1"):
        scores(QRELS, RUN, negative_grades="error")


def test_an_unjudged_document_is_refused_unless_a_policy_is_chosen() -> None:
    with pytest.raises(judged.RefusedError, match="unjudged-document") as refused:
        scores(QRELS, RUN, unjudged="error", negative_grades="zero", cutoffs=1)
    (place,) = [
        finding for finding in refused.value.findings if finding["rule_id"] == "unjudged-document"
    ]
    assert (place["query_id"], place["doc_id"]) == ("t", "new")
    # new is one of three documents, and the first of the first one.
    message = str(refused.value)
    assert "1 of 3 retrieved documents have no judgment" in message
    assert "top 1: 1 of 1" in message
    assert "whole lists: 33.3 %" in message


def test_the_rate_is_of_the_documents_returned_and_not_of_k() -> None:
    result = evaluate({"t": {"elk": 1}}, {"t": ["elk", "new"]}, cutoffs=[1, 2, 10, "all"])
    columns = ("k", "unjudged", "retrieved", "unjudged_rate")
    # Of one document, of two, and of no more than there are.
    assert set(result.run_scores.select(columns).iter_rows()) == {
        (1, 0, 1, 0.0),
        (2, 1, 2, 0.5),
        (10, 1, 2, 0.5),
        (0, 1, 2, 0.5),
    }


def test_the_rate_of_a_run_is_of_all_documents_and_the_mean_beside_it_of_queries() -> None:
    qrels = {"t": {"elk": 1}, "u": {"elk": 1}}
    run = {"t": ["elk"], "u": ["new", "newer", "newest"]}
    of_run = means(qrels, run)
    # 0 of 1 and 3 of 3: 3 / 4 of the documents, (0 + 1) / 2 of the queries.
    assert of_run["unjudged_rate"] == 0.75
    assert of_run["mean_unjudged_rate"] == 0.5


def test_queries_that_nobody_judged_have_no_part_in_the_rate() -> None:
    of_run = means({"t": {"elk": 1}}, {"t": ["elk"], "x": ["new", "newer"]})
    assert of_run["unjudged_rate"] == 0.0


def test_a_document_that_was_judged_for_another_query_is_unjudged() -> None:
    qrels = {"t": {"elk": 1}, "u": {"fox": 1}}
    result = evaluate(qrels, {"t": ["fox"], "u": ["fox"]}, cutoffs=1)
    rows = {found["query_id"]: found for found in result.query_scores.to_dicts()}
    assert (rows["t"]["ndcg"], rows["t"]["unjudged"]) == (0.0, 1)
    assert (rows["u"]["ndcg"], rows["u"]["unjudged"]) == (1.0, 0)


def test_a_list_without_a_judged_document_is_told() -> None:
    result = evaluate({"t": {"elk": 1}, "u": {"elk": 1}}, {"t": ["new"], "u": ["elk"]})
    (finding,) = [
        found for found in result.findings.to_dicts() if found["rule_id"] == "nothing-judged"
    ]
    assert (finding["severity"], finding["places"]) == ("warning", 1)
    assert "'t'" in finding["message"]


@pytest.mark.parametrize("chunk", ["guide#3", "guide-3"])
def test_chunks_of_judged_documents_are_recognised(chunk: str) -> None:
    result = evaluate({"t": {"guide": 1}}, {"t": [chunk]})
    (message,) = result.findings.filter(rule_id="nothing-judged")["message"]
    assert "would match without their suffix" in message
    # Nothing is guessed: a suggestion moves no score.
    assert result.run_scores["macro_ndcg"][0] == 0.0


# In order: b 2, new, a 3, bad -1, c 1.
DEEP = {"t": {"a": 3, "b": 2, "c": 1, "bad": -1}}
DEEP_RUN = {"t": ["b", "new", "a", "bad", "c"]}
IDEAL = 3 + 2 / LOG2_3 + 0.5


@pytest.mark.parametrize(
    ("fields", "dcg"),
    [
        # Condensed to b, a, c, then cut at 3: 2 + 3 / log2(3) + 1 / log2(4)
        ({}, 2 + 3 / LOG2_3 + 0.5),
        # Truncated to b, new, a first; condensed to b, a: 2 + 3 / log2(3)
        ({"depth": 3}, 2 + 3 / LOG2_3),
        # Truncated and not condensed: 2 + 3 / log2(4)
        ({"depth": 3, "unjudged": "zero"}, 2 + 3 / 2),
        # bad stays in its place where negative grades are judged: b, a, bad
        ({"negative_grades": "zero"}, 2 + 3 / LOG2_3),
    ],
)
def test_lists_are_truncated_first_then_condensed_then_cut(
    fields: dict[str, Any], dcg: float
) -> None:
    only = row(DEEP, DEEP_RUN, **{"cutoffs": 3, "unjudged": "drop", **fields})
    assert only["dcg"] == pytest.approx(dcg, abs=1e-12)
    assert only["idcg"] == pytest.approx(IDEAL, abs=1e-12)
    assert only["ndcg"] == pytest.approx(dcg / IDEAL, abs=1e-12)
    # The counts are of the run's own top 3: b, new, a.
    assert (only["retrieved"], only["unjudged"]) == (3, 1)


def test_a_tie_across_the_cutoff_of_a_condensed_list_is_told() -> None:
    # Condensed to elk, gnu, which tie across k = 1; the ids decide.
    qrels = {"t": {"elk": 1, "gnu": 0}}
    run = {"t": {"new": 9.0, "elk": 5.0, "gnu": 5.0}}
    result = evaluate(qrels, run, cutoffs=1, unjudged="drop")
    assert "ties-across-cutoff" in warnings(result)


@pytest.mark.parametrize(("rate", "exit_findings"), [(0.5, 0), (0.75, 1)])
def test_a_least_judged_rate_is_a_gate_and_moves_no_score(rate: float, exit_findings: int) -> None:
    result = evaluate({"t": {"elk": 1}}, {"t": ["elk", "new"]}, min_judged_rate=rate)
    assert len(result.findings.filter(rule_id="judged-coverage")) == exit_findings
    assert result.run_scores["macro_ndcg"][0] == 1.0
