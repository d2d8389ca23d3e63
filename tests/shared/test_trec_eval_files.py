"""The files that trec_eval is tested with: three assessors of one pool, and printed values."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import log2
from typing import TYPE_CHECKING, Any

import pytest

import judged
from tests.support import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

Grades = dict[str, dict[str, int]]


def majority(grades: list[int]) -> int:
    """The most frequent grade; of equally frequent ones the lower."""
    counts = Counter(grades)
    return min(counts, key=lambda grade: (-counts[grade], grade))


POLICIES: dict[str, Callable[[list[int]], int]] = {"max": max, "min": min, "majority": majority}


@pytest.mark.parametrize("policy", POLICIES)
def test_three_assessors_are_resolved(policy: str) -> None:
    grades: Grades = {}
    for query, document, given in assessed():
        grades.setdefault(query, {})[document] = POLICIES[policy](list(given.values()))
    agree(grades, score("qrels.123", qrels_duplicates=policy))


@pytest.mark.parametrize("assessor", ["0", "1", "2"])
def test_one_assessor_is_chosen(assessor: str) -> None:
    grades: Grades = {}
    for query, document, given in assessed():
        if assessor in given:
            grades.setdefault(query, {})[document] = given[assessor]
    agree(grades, score("qrels.123", qrels_duplicates={"iteration": assessor}))


def test_policies_for_assessors_differ_on_these_files() -> None:
    relevant = [
        sum(resolve(list(given.values())) > 0 for _, _, given in assessed())
        for resolve in POLICIES.values()
    ]
    assert len(set(relevant)) == len(POLICIES)


@pytest.mark.parametrize("policy", ["error", "drop_identical"])
def test_assessors_who_disagree_are_refused_unless_a_policy_is_chosen(policy: str) -> None:
    with pytest.raises(judged.RefusedError, match="judgments") as refused:
        score("qrels.123", qrels_duplicates=policy)
    rules = {finding["rule_id"] for finding in refused.value.findings}
    assert "conflicting-judgment" in rules


@pytest.mark.parametrize(
    ("printed", "run", "with_missing"),
    [
        ("out.test.a", "results.test", False),
        ("out.test.aq", "results.test", False),
        ("out.test.aqc", "results.trunc", True),
    ],
)
def test_values_that_trec_eval_printed(printed: str, run: str, with_missing: bool) -> None:
    values = ndcg_lines(shared("data") / "trec_eval-test" / printed)
    assert {k for _, k in values} == {5, 10, 15, 20, 30, 100, 200, 500, 1000, 0}
    contract = judged.Contract.preset(
        "trec_eval-9",
        cutoffs=[k or "all" for k in {k for _, k in values}],
        missing_queries="zero" if with_missing else "exclude",
    )
    result = evaluate("qrels.test", run, contract)
    scores = {(row["query_id"], row["k"]): row["ndcg"] for row in result.query_scores.to_dicts()}
    scores |= {("all", row["k"]): row["macro_ndcg"] for row in result.run_scores.to_dicts()}
    # Half a unit of the fourth decimal, and what a double may add to it.
    assert {key: scores[key] for key in values} == pytest.approx(values, abs=0.5e-4 + 1e-12)


def agree(grades: Grades, result: judged.Result) -> None:
    """Counts, ideals and scores by resolved grades, against the definition in plain Python."""
    ranked = ranking()
    rows = {(row["query_id"], row["k"]): row for row in result.query_scores.to_dicts()}
    assert set(rows) == {(query, k) for query in grades for k in (10, 0)}
    for (query, k), row in rows.items():
        of_query = grades[query]
        gains = sorted((max(grade, 0) for grade in of_query.values()), reverse=True)
        assert row["judgments"] == len(of_query)
        assert row["relevant"] == sum(gain > 0 for gain in gains)
        ideal = dcg(gains, k)
        gained = dcg([max(of_query.get(document, 0), 0) for document in ranked[query]], k)
        assert row["idcg"] == pytest.approx(ideal, abs=1e-11)
        assert row["ndcg"] == pytest.approx(gained / ideal if ideal else 0.0, abs=1e-12)


def dcg(gains: list[int], k: int) -> float:
    """Sum of gain / log2(rank + 1) over the first k ranks, over all of them where k is 0."""
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains[: k or None], start=1))


@cache
def assessed() -> list[tuple[str, str, Mapping[str, int]]]:
    """Every judged pair, with its grades by assessor."""
    pairs: dict[tuple[str, str], dict[str, int]] = {}
    path = shared("data") / "trec_eval-test/qrels.123"
    for line in path.read_text(encoding="utf-8").splitlines():
        query, assessor, document, grade = line.split()
        given = pairs.setdefault((query, document), {})
        assert assessor not in given
        given[assessor] = int(grade)
    return [(query, document, given) for (query, document), given in pairs.items()]


@cache
def ranking() -> dict[str, list[str]]:
    """The documents of results.test by query: score descending, then id descending."""
    entries: dict[str, list[tuple[float, bytes, str]]] = {}
    path = shared("data") / "trec_eval-test/results.test"
    for line in path.read_text(encoding="utf-8").splitlines():
        query, _, document, _, score, *_ = line.split()
        entries.setdefault(query, []).append((float(score), document.encode(), document))
    return {
        query: [document for _, _, document in sorted(documents, reverse=True)]
        for query, documents in entries.items()
    }


def ndcg_lines(path: Path) -> dict[tuple[str, int], float]:
    """The values of ndcg (k = 0) and ndcg_cut_k by topic and k; "all" is the mean."""
    values: dict[tuple[str, int], float] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        measure, topic, value = line.split()
        if measure == "ndcg":
            values[topic, 0] = float(value)
        elif measure.startswith("ndcg_cut_"):
            values[topic, int(measure.removeprefix("ndcg_cut_"))] = float(value)
    return values


def score(qrels: str, **fields: Any) -> judged.Result:
    """results.test at 10 and whole, negative grades being judged and worth nothing."""
    changes = {"cutoffs": [10, "all"], "negative_grades": "zero", **fields}
    return evaluate(qrels, "results.test", judged.Contract.preset("trec_eval", **changes))


def evaluate(qrels: str, run: str, contract: judged.Contract) -> judged.Result:
    folder = shared("data") / "trec_eval-test"
    return judged.evaluate(folder / qrels, {"run": folder / run}, contract)
