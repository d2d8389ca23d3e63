"""From the scores of queries to the numbers of a run.

Means are exact sums rounded once (`math.fsum`) over the stored scores in query order, so that
anyone can make them again from `query_scores`, to the bit.
"""

from __future__ import annotations

from itertools import groupby
from math import fsum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from judged.contract.contract import Contract

KEY = ("evaluation_id", "run_id", "k", "measure")


def run_scores(
    rows: Iterable[dict[str, Any]],
    unknown: dict[str, int],
    contract: Contract,
) -> list[dict[str, Any]]:
    """The rows of table `run_scores`: one an evaluation and k.

    Args:
        rows: of `query_scores`, in any order.
        unknown: how many queries without judgments each run answers, by run_id.
        contract: whose policies left queries out.
    """
    ordered = sorted(rows, key=lambda row: (row["evaluation_id"], row["k"], row["query_id"]))
    return [
        {
            **dict(zip(KEY, key, strict=True)),
            **_aggregate(list(group), contract),
            "unknown_queries": unknown.get(key[1], 0),
        }
        for key, group in groupby(ordered, key=lambda row: tuple(row[name] for name in KEY))
    ]


def _aggregate(rows: Sequence[dict[str, Any]], contract: Contract) -> dict[str, Any]:
    """One evaluation at one k. Rates are over judged queries, whether they count or not."""
    counted = [row for row in rows if row["counted"]]
    # Under the other policy for zero IDCG, that for missing queries stays as it is.
    leaves_out_missing = contract.missing_queries == "exclude"
    as_zero = [row for row in rows if not (row["missing"] and leaves_out_missing)]
    excluded = [row for row in counted if not row["zero_idcg"]]
    retrieved = sum(row["retrieved"] for row in rows)
    unjudged = sum(row["unjudged"] for row in rows)
    return {
        "queries": len(rows),
        "scored_queries": len(counted),
        "zero_idcg_queries": sum(row["zero_idcg"] for row in rows),
        "missing_queries": sum(row["missing"] for row in rows),
        "macro_ndcg": mean([row["ndcg"] for row in counted]),
        "macro_ndcg_zero_idcg_as_zero": mean([row["ndcg"] or 0.0 for row in as_zero]),
        "macro_ndcg_zero_idcg_excluded": mean([row["ndcg"] for row in excluded]),
        "pooled_ndcg": _pooled(counted, contract.zero_idcg),
        "mean_ceiling": mean([row["ceiling"] for row in counted if row["ceiling"] is not None]),
        "retrieved": retrieved,
        "unjudged": unjudged,
        "unjudged_rate": unjudged / retrieved if retrieved else None,
        "mean_unjudged_rate": mean(
            [row["unjudged"] / row["retrieved"] for row in rows if row["retrieved"]]
        ),
    }


def _pooled(rows: Sequence[dict[str, Any]], zero_idcg: str) -> float | None:
    """Sum of DCG over sum of IDCG: the mean weighted by what each query could gain."""
    if not rows:
        return None
    ideal = fsum(row["idcg"] for row in rows)
    if ideal == 0:
        return 0.0 if zero_idcg == "zero" else None
    return fsum(row["dcg"] for row in rows) / ideal


def mean(values: Sequence[float]) -> float | None:
    """The mean, from an exact sum; None of nothing."""
    return fsum(values) / len(values) if values else None
