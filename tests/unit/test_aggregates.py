"""From the scores of queries to the numbers of a run, by hand."""

from __future__ import annotations

from functools import reduce
from math import fsum
from operator import add
from typing import Any

import pytest

from judged import Contract
from judged.scoring.aggregates import mean, run_scores


def row(query: str, **values: Any) -> dict[str, Any]:
    """A row of query_scores; a query that gained all of 1 unless told otherwise."""
    return {
        "evaluation_id": "e",
        "run_id": "r",
        "query_id": query,
        "k": 10,
        "measure": "nDCG@10",
        "dcg": 1.0,
        "idcg": 1.0,
        "ndcg": 1.0,
        "ceiling": 1.0,
        "zero_idcg": False,
        "missing": False,
        "counted": True,
        "retrieved": 4,
        "judged": 4,
        "unjudged": 0,
        "judgments": 4,
        "relevant": 1,
        **values,
    }


def zero(query: str, *, counted: bool) -> dict[str, Any]:
    """A query without a positive gain, under either policy."""
    ndcg = 0.0 if counted else None
    return row(query, dcg=0.0, idcg=0.0, ndcg=ndcg, ceiling=None, zero_idcg=True, counted=counted)


def missing(query: str, *, counted: bool) -> dict[str, Any]:
    """A query that the run does not answer, under either policy."""
    ndcg = 0.0 if counted else None
    values: dict[str, Any] = {"retrieved": 0, "judged": 0, "ceiling": 0.0}
    return row(query, dcg=0.0, ndcg=ndcg, missing=True, counted=counted, **values)


def only(rows: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    (result,) = run_scores(rows, {}, Contract(**fields))
    return result


def test_macro_is_a_mean_of_queries_and_pooled_of_gains() -> None:
    # 3 of 3 and 0 of 1: (1 + 0) / 2, and (3 + 0) / (3 + 1).
    rows = [row("q1", dcg=3.0, idcg=3.0), row("q2", dcg=0.0, idcg=1.0, ndcg=0.0)]
    result = only(rows)
    assert (result["macro_ndcg"], result["pooled_ndcg"]) == (0.5, 0.75)
    assert (result["queries"], result["scored_queries"]) == (2, 2)


def test_a_zero_idcg_query_as_zero() -> None:
    result = only([row("q1"), zero("q2", counted=True)])
    assert result["macro_ndcg"] == result["macro_ndcg_zero_idcg_as_zero"] == 0.5
    assert result["macro_ndcg_zero_idcg_excluded"] == 1.0
    assert result["pooled_ndcg"] == 1.0
    assert (result["scored_queries"], result["zero_idcg_queries"]) == (2, 1)


def test_a_zero_idcg_query_excluded() -> None:
    result = only([row("q1"), zero("q2", counted=False)], zero_idcg="exclude")
    assert result["macro_ndcg"] == result["macro_ndcg_zero_idcg_excluded"] == 1.0
    assert result["macro_ndcg_zero_idcg_as_zero"] == 0.5
    assert (result["queries"], result["scored_queries"], result["zero_idcg_queries"]) == (2, 1, 1)


def test_a_missing_query_as_zero() -> None:
    # (1 + 0) / 2; pooled 1 / (1 + 1).
    result = only([row("q1"), missing("q2", counted=True)])
    assert (result["macro_ndcg"], result["pooled_ndcg"]) == (0.5, 0.5)
    assert (result["scored_queries"], result["missing_queries"]) == (2, 1)


def test_a_missing_query_is_left_out_of_every_aggregate() -> None:
    rows = [row("q1", ndcg=0.5, dcg=0.5, ceiling=0.5), missing("q2", counted=False)]
    result = only(rows, missing_queries="exclude")
    assert result["macro_ndcg"] == result["pooled_ndcg"] == result["mean_ceiling"] == 0.5
    assert result["macro_ndcg_zero_idcg_as_zero"] == 0.5
    assert result["macro_ndcg_zero_idcg_excluded"] == 0.5
    assert (result["queries"], result["scored_queries"], result["missing_queries"]) == (2, 1, 1)


def test_the_other_policy_for_zero_idcg_leaves_that_for_missing_queries() -> None:
    # q2 is without gain, q3 missing, q4 both. As zero: q1 and q2, 1 / 2; excluded: q1 alone.
    both = {**missing("q4", counted=False), "zero_idcg": True, "idcg": 0.0, "ceiling": None}
    rows = [row("q1"), zero("q2", counted=False), missing("q3", counted=False), both]
    result = only(rows, zero_idcg="exclude", missing_queries="exclude")
    assert result["macro_ndcg"] == 1.0
    assert result["macro_ndcg_zero_idcg_as_zero"] == 0.5
    assert result["macro_ndcg_zero_idcg_excluded"] == 1.0
    assert (result["zero_idcg_queries"], result["missing_queries"]) == (2, 2)


@pytest.mark.parametrize("policy", ["zero", "exclude"])
def test_no_counted_query_is_null_whatever_the_policy(policy: str) -> None:
    rows = [missing("q1", counted=False)]
    result = only(rows, missing_queries="exclude", zero_idcg=policy)
    assert (result["macro_ndcg"], result["pooled_ndcg"], result["mean_ceiling"]) == (None,) * 3
    assert result["scored_queries"] == 0


def test_pooled_of_nothing_to_gain_is_zero_under_zero() -> None:
    result = only([zero("q1", counted=True), zero("q2", counted=True)])
    assert (result["macro_ndcg"], result["pooled_ndcg"]) == (0.0, 0.0)
    assert (result["macro_ndcg_zero_idcg_excluded"], result["mean_ceiling"]) == (None, None)


def test_pooled_of_nothing_to_gain_is_null_under_exclude() -> None:
    # Universe retrieved: a candidate list without gain scores 0 and is counted.
    nothing = row("q1", dcg=0.0, idcg=0.0, ndcg=0.0, ceiling=0.0)
    result = only([nothing], zero_idcg="exclude", universe="retrieved")
    assert (result["macro_ndcg"], result["pooled_ndcg"]) == (0.0, None)


def test_rates_are_over_all_judged_queries() -> None:
    # Sums: (1 + 3) / (2 + 6); mean over queries: (1/2 + 3/6) / 2; the missing query has no rate.
    rows = [
        row("q1", retrieved=2, judged=1, unjudged=1),
        zero("q2", counted=False) | {"retrieved": 6, "judged": 3, "unjudged": 3},
        missing("q3", counted=False),
    ]
    result = only(rows, zero_idcg="exclude", missing_queries="exclude")
    assert (result["retrieved"], result["unjudged"]) == (8, 4)
    assert (result["unjudged_rate"], result["mean_unjudged_rate"]) == (0.5, 0.5)


def test_the_two_rates_differ_where_lists_do() -> None:
    # (0 + 6) / (2 + 6) = 0.75; (0/2 + 6/6) / 2 = 0.5.
    rows = [row("q1", retrieved=2), row("q2", retrieved=6, judged=0, unjudged=6)]
    result = only(rows)
    assert (result["unjudged_rate"], result["mean_unjudged_rate"]) == (0.75, 0.5)


def test_the_rate_of_no_document_is_null() -> None:
    result = only([missing("q1", counted=True)])
    assert (result["unjudged_rate"], result["mean_unjudged_rate"]) == (None, None)


def test_the_ceiling_is_averaged_where_there_is_one() -> None:
    # (1 + 0.5) / 2; a zero IDCG has no ceiling.
    result = only([row("q1"), row("q2", ceiling=0.5), zero("q3", counted=True)])
    assert result["mean_ceiling"] == 0.75


def test_each_evaluation_and_cutoff_has_a_row() -> None:
    rows = [
        row("q1", k=0, measure="nDCG", ndcg=0.25),
        row("q1", evaluation_id="f", run_id="s", ndcg=0.75),
        row("q1", ndcg=0.5),
    ]
    result = run_scores(rows, {"s": 3}, Contract(cutoffs=[10, "all"]))
    names = ("evaluation_id", "run_id", "k", "measure", "macro_ndcg", "unknown_queries")
    assert [tuple(line[name] for name in names) for line in result] == [
        ("e", "r", 0, "nDCG", 0.25, 0),
        ("e", "r", 10, "nDCG@10", 0.5, 0),
        ("f", "s", 10, "nDCG@10", 0.75, 3),
    ]


def test_no_rows_are_no_runs() -> None:
    assert run_scores([], {"r": 1}, Contract()) == []


def test_a_mean_is_an_exact_sum_rounded_once_whatever_the_order() -> None:
    # Added one by one the small scores would vanish beside the large one.
    scores = [1.0, *[2.0**-53] * 8]
    exact = (1.0 + 2.0**-50) / 9
    assert mean(scores) == mean(scores[::-1]) == exact
    assert reduce(add, scores) / 9 != exact
    assert fsum(scores) / 9 == exact
    assert mean([]) is None
