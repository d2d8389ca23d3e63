"""The rows of query_scores and run_scores by the naive implementation."""

from __future__ import annotations

from fractions import Fraction
from math import fsum, inf, log2
from typing import TYPE_CHECKING, Any

from tests.property.reference import gain_of, grades_by_query, ranking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tests.property.reference import Collection, Ranked, Row, Run


def discount(rank: int, k: float) -> float:
    return 1 / log2(rank + 1) if rank <= k else 0.0


def dcg(gains: Sequence[Fraction], k: float) -> float:
    return fsum(float(gain) * discount(rank, k) for rank, gain in enumerate(gains, start=1))


def expected_gains(ranked: Sequence[Ranked]) -> list[Fraction]:
    """The mean gain at each rank over all orders of the documents that tie."""
    groups: dict[float, list[Fraction]] = {}
    for document in ranked:
        groups.setdefault(document.key, []).append(document.gain)
    return [sum(groups[item.key], Fraction(0)) / len(groups[item.key]) for item in ranked]


def ideal(gains: Iterable[Fraction], k: float) -> float:
    return dcg(sorted(gains, reverse=True), k)


def query_rows(collection: Collection, contract: Mapping[str, Any], k: int) -> list[Row]:
    """What query_scores holds at k (0: whole lists), ordered by run and query."""
    grades = grades_by_query(collection.judgments, contract)
    return [
        {"run_id": name, "query_id": query, "k": k, **_query_row(run, query, judged, contract, k)}
        for name, run in sorted(collection.runs.items())
        for query, judged in sorted(grades.items(), key=lambda item: item[0].encode())
    ]


def _query_row(
    run: Run, query: str, grades: Mapping[str, int], contract: Mapping[str, Any], k: int
) -> Row:
    cut = k or inf
    ranked = ranking([line for line in run.lines if line.query == query], grades, contract)
    gains = [gain_of(grade, contract["gain"]) for grade in grades.values()]
    best = {
        "judged": ideal(gains, cut),
        "retrieved": ideal([document.gain for document in ranked], cut),
    }
    top = ranked[: k or None]
    zero_idcg = not any(gain > 0 for gain in gains)
    missing = query not in run.queries
    counted = not (
        (zero_idcg and contract["zero_idcg"] == "exclude")
        or (missing and contract["missing_queries"] == "exclude")
    )
    reached, reachable = dcg(_scored_gains(ranked, contract), cut), best[contract["universe"]]
    return {
        "dcg": reached,
        "idcg": reachable,
        "ndcg": None if not counted else reached / reachable if reachable else 0.0,
        "ceiling": None if zero_idcg else best["retrieved"] / best["judged"],
        "zero_idcg": zero_idcg,
        "missing": missing,
        "counted": counted,
        "retrieved": len(top),
        "judged": sum(document.is_judged for document in top),
        "unjudged": sum(not document.is_judged for document in top),
        "judgments": len(grades),
        "relevant": sum(gain > 0 for gain in gains),
    }


def _scored_gains(ranked: Sequence[Ranked], contract: Mapping[str, Any]) -> Sequence[Any]:
    if contract["unjudged"] == "drop":
        ranked = [document for document in ranked if document.is_judged]
    if contract["ties"] == "average" and contract["order"] != "line":
        return expected_gains(ranked)
    return [document.gain for document in ranked]


def run_rows(collection: Collection, contract: Mapping[str, Any], k: int) -> list[Row]:
    """What run_scores holds at k, ordered by run."""
    rows = query_rows(collection, contract, k)
    as_zero = query_rows(collection, {**contract, "zero_idcg": "zero"}, k)
    excluded = query_rows(collection, {**contract, "zero_idcg": "exclude"}, k)
    judged = set(grades_by_query(collection.judgments, contract))
    return [
        {
            "run_id": name,
            "k": k,
            **_totals([row for row in rows if row["run_id"] == name], contract),
            "unknown_queries": len(collection.runs[name].queries - judged),
            "macro_ndcg_zero_idcg_as_zero": _macro(as_zero, name),
            "macro_ndcg_zero_idcg_excluded": _macro(excluded, name),
        }
        for name in sorted(collection.runs)
    ]


def _macro(rows: Sequence[Row], name: str) -> float | None:
    return _mean([row["ndcg"] for row in rows if row["run_id"] == name and row["counted"]])


def _totals(rows: Sequence[Row], contract: Mapping[str, Any]) -> Row:
    counted = [row for row in rows if row["counted"]]
    retrieved = sum(row["retrieved"] for row in rows)
    unjudged = sum(row["unjudged"] for row in rows)
    return {
        "queries": len(rows),
        "scored_queries": len(counted),
        "zero_idcg_queries": sum(row["zero_idcg"] for row in rows),
        "missing_queries": sum(row["missing"] for row in rows),
        "macro_ndcg": _mean([row["ndcg"] for row in counted]),
        "pooled_ndcg": _pooled(counted, contract),
        "mean_ceiling": _mean([row["ceiling"] for row in counted if row["ceiling"] is not None]),
        "retrieved": retrieved,
        "unjudged": unjudged,
        "unjudged_rate": unjudged / retrieved if retrieved else None,
        "mean_unjudged_rate": _mean(
            [row["unjudged"] / row["retrieved"] for row in rows if row["retrieved"]]
        ),
    }


def _pooled(counted: Sequence[Row], contract: Mapping[str, Any]) -> float | None:
    if not counted:
        return None
    reachable = fsum(row["idcg"] for row in counted)
    if not reachable:
        return 0.0 if contract["zero_idcg"] == "zero" else None
    return fsum(row["dcg"] for row in counted) / reachable


def _mean(values: Sequence[float]) -> float | None:
    return fsum(values) / len(values) if values else None
