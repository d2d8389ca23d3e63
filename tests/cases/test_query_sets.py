"""Which queries a mean is over: missing, unknown and zero-IDCG ones are named, never lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import judged
from tests.cases.small import LOG2_3, evaluate, macro, means, places, row, run_texts, scores
from tests.support import few

if TYPE_CHECKING:
    from pathlib import Path

TWO = {"t": {"elk": 1}, "u": {"fox": 1}}


def test_a_query_that_nobody_judged_is_listed_and_not_averaged(tmp_path: Path) -> None:
    run = "t Q0 elk 1 1 r\nx Q0 elk 1 1 r\ny Q0 elk 1 1 r\n"
    outcome = run_texts(tmp_path, "t 0 elk 1\n", run)
    # Averaged over what the run answers it would be 1 / 3.
    assert macro(outcome) == 1.0
    assert outcome.json["runs"][0]["unknown_queries"] == ["x", "y"]
    assert outcome.json["runs"][0]["scores"][0]["unknown_queries"] == 2
    assert outcome.json["runs"][0]["scores"][0]["queries"] == 1


def test_a_query_that_nobody_judged_is_refused_where_it_is_asked_for() -> None:
    run = {"t": {"elk": 1.0}, "x": {"elk": 1.0}}
    with pytest.raises(judged.RefusedError, match=r"unknown-query.*'x'"):
        scores({"t": {"elk": 1}}, run, unknown_queries="error")


def test_a_judged_neighbour_is_not_touched_by_an_unjudged_query() -> None:
    qrels = {"t": {"elk": 1}, "v": {"elk": 1, "fox": 1}}
    run = {"t": {"elk": 1.0}, "u": {"elk": 1.0}, "v": {"gnu": 3.0, "fox": 2.0, "elk": 1.0}}
    found = scores(qrels, run)
    assert set(found) == {"t", "v"}
    # (1 / log2(3) + 1 / log2(4)) / (1 + 1 / log2(3))
    assert found["v"] == pytest.approx((1 / LOG2_3 + 0.5) / (1 + 1 / LOG2_3), abs=1e-12)


@pytest.mark.parametrize(
    ("of_qrels", "of_run", "hint"),
    [
        ("12", "12.0", "a trailing .0"),
        ("7", "007", "leading zeros"),
        ("Topic", "topic", "upper and lower case"),
        ("topic-12", "12", "a prefix before digits"),
        ("12.1", "12", "a suffix after a dot"),
        ("12_a", "12", "a suffix after a hyphen or underscore"),
    ],
)
def test_runs_and_judgments_without_a_common_query_are_refused_with_a_hint(
    of_qrels: str, of_run: str, hint: str
) -> None:
    with pytest.raises(judged.RefusedError, match="no-common-query") as refused:
        scores({of_qrels: {"elk": 1}}, {of_run: {"elk": 1.0}})
    message = str(refused.value)
    assert repr(of_qrels) in message
    assert repr(of_run) in message
    assert f"they would meet but for {hint}" in message


def test_ids_that_have_nothing_in_common_get_no_hint() -> None:
    with pytest.raises(judged.RefusedError) as refused:
        scores({"red": {"elk": 1}}, {"blue": {"elk": 1.0}})
    assert "'red'" in str(refused.value)
    assert "'blue'" in str(refused.value)
    assert "but for" not in str(refused.value)


@pytest.mark.parametrize(("policy", "mean", "counted"), [("zero", 0.5, 2), ("exclude", 1.0, 1)])
def test_a_query_that_the_run_misses_is_zero_or_left_out(
    policy: str, mean: float, counted: int
) -> None:
    result = evaluate(TWO, {"t": {"elk": 1.0}}, missing_queries=policy)
    of_run = result.run_scores.to_dicts()[0]
    assert of_run["macro_ndcg"] == mean
    assert of_run["pooled_ndcg"] == mean
    assert of_run["scored_queries"] == counted
    assert of_run["missing_queries"] == 1
    missed = result.query_scores.filter(query_id="u").to_dicts()[0]
    assert missed["missing"]
    assert missed["counted"] == (policy == "zero")
    assert missed["ndcg"] == (0.0 if policy == "zero" else None)
    # Nothing was retrieved, so that there is nothing to take a rate of.
    assert missed["retrieved"] == 0
    assert of_run["mean_unjudged_rate"] == 0.0


def test_a_missing_query_is_refused_where_it_is_asked_for() -> None:
    with pytest.raises(judged.RefusedError, match=r"missing-query.*'u'"):
        scores(TWO, {"t": {"elk": 1.0}}, missing_queries="error")


@pytest.mark.parametrize("policy", ["zero", "exclude", "error"])
def test_an_empty_list_is_an_answer_worth_nothing_and_not_missing(policy: str) -> None:
    run = {"t": ["elk"], "u": []}
    result = evaluate(TWO, run, missing_queries=policy)
    empty = result.query_scores.filter(query_id="u").to_dicts()[0]
    assert (empty["ndcg"], empty["counted"], empty["missing"]) == (0.0, True, False)
    of_run = result.run_scores.to_dicts()[0]
    assert (of_run["macro_ndcg"], of_run["missing_queries"]) == (0.5, 0)


@pytest.mark.parametrize("policy", ["zero", "exclude", "error"])
def test_a_list_emptied_by_dropping_is_not_missing(policy: str) -> None:
    run = {"t": {"gnu": 1.0}}
    fields: dict[str, Any] = {"unjudged": "drop", "missing_queries": policy}
    only = row({"t": {"elk": 1}}, run, **fields)
    assert (only["ndcg"], only["counted"], only["missing"]) == (0.0, True, False)
    assert (only["retrieved"], only["unjudged"]) == (1, 1)


# Grades of a query that can gain nothing, and what negative ones count as.
NOTHING_TO_GAIN = [
    ({"elk": 0, "gnu": 0}, "zero"),
    ({"elk": -1, "gnu": -2}, "zero"),
    ({"elk": -1, "gnu": -2}, "unjudged"),
]


@pytest.mark.parametrize(("grades", "negative"), NOTHING_TO_GAIN)
@pytest.mark.parametrize("query", few(["a", "z"], "a"))
def test_a_query_without_relevant_documents_is_zero_or_left_out_wherever_it_stands(
    grades: dict[str, int], negative: str, query: str
) -> None:
    qrels = {query: grades, "m": {"fox": 2}}
    run = {query: {"elk": 2.0, "gnu": 1.0}, "m": {"fox": 1.0}}
    result = evaluate(qrels, run, negative_grades=negative)
    flags = dict(result.query_scores.select("query_id", "zero_idcg").iter_rows())
    assert flags == {query: True, "m": False}
    as_zero = result.run_scores.to_dicts()[0]
    assert (as_zero["macro_ndcg"], as_zero["pooled_ndcg"]) == (0.5, 1.0)
    assert as_zero["macro_ndcg_zero_idcg_excluded"] == 1.0
    excluded = means(qrels, run, negative_grades=negative, zero_idcg="exclude")
    assert (excluded["macro_ndcg"], excluded["scored_queries"]) == (1.0, 1)
    assert excluded["macro_ndcg_zero_idcg_as_zero"] == 0.5
    assert excluded["zero_idcg_queries"] == 1


def test_a_query_without_relevant_documents_is_refused_where_it_is_asked_for() -> None:
    with pytest.raises(judged.RefusedError, match=r"zero-idcg-query.*'t'"):
        scores({"t": {"elk": 0}}, {"t": {"elk": 1.0}}, zero_idcg="error")


def test_no_query_to_count_has_no_mean() -> None:
    of_run = means({"t": {"elk": 0}}, {"t": {"elk": 1.0}}, zero_idcg="exclude")
    assert of_run["macro_ndcg"] is None
    assert of_run["pooled_ndcg"] is None
    as_zero = means({"t": {"elk": 0}}, {"t": {"elk": 1.0}}, zero_idcg="zero")
    assert (as_zero["macro_ndcg"], as_zero["pooled_ndcg"]) == (0.0, 0.0)


def test_relevant_documents_that_are_not_retrieved_make_a_zero_and_no_zero_idcg() -> None:
    only = row({"t": {"elk": 1}}, {"t": {"gnu": 2.0, "hen": 1.0}})
    assert (only["ndcg"], only["zero_idcg"], only["counted"]) == (0.0, False, True)
    # IDCG is that of elk at rank 1.
    assert only["idcg"] == 1.0
    assert only["ceiling"] == 0.0


def test_interleaved_and_unsorted_lines_change_no_bit(tmp_path: Path) -> None:
    qrels = ["t 0 elk 1\n", "u 0 fox 2\n", "t 0 gnu 3\n", "u 0 hen 1\n"]
    run = ["t Q0 elk 1 3 r\n", "u Q0 hen 1 2 r\n", "t Q0 gnu 2 1 r\n", "u Q0 fox 2 1.5 r\n"]
    reports = []
    for place in range(3):
        folder = tmp_path / str(place)
        folder.mkdir()
        shuffled = [[*lines[place:], *lines[:place]] for lines in (qrels, run)]
        reports.append(run_texts(folder, *["".join(lines) for lines in shuffled]))
    first, *others = [outcome.json["runs"][0]["scores"] for outcome in reports]
    assert all(other == first for other in others)
    assert all(places(outcome, "rank-order") == [] for outcome in reports)
    # t: (1 + 3 / log2(3)) / (3 + 1 / log2(3)); u: (1 + 2 / log2(3)) / (2 + 1 / log2(3))
    t = (1 + 3 / LOG2_3) / (3 + 1 / LOG2_3)
    u = (1 + 2 / LOG2_3) / (2 + 1 / LOG2_3)
    assert first[0]["macro_ndcg"] == pytest.approx((t + u) / 2, abs=1e-12)
