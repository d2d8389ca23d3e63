"""What holds of every NDCG, whatever the collection."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import judged
from tests.property.contracts import TABLES, deterministic
from tests.property.reference import gain_of
from tests.property.strategies import DOCUMENTS, SCORES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    import polars as pl

    Grades = dict[str, int]
    Scores = dict[str, float]

# Grades and scores by document; a list of them is one collection, a query each.
grades = st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(0, 4), min_size=1)
scores = st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from(SCORES), min_size=1)
queries = st.lists(st.tuples(grades, scores), min_size=5, max_size=9)
gains = st.sampled_from(["linear", "exponential", *TABLES])
universes = st.sampled_from(["judged", "retrieved"])
CUTOFFS = [1, 2, 3, 5, "all"]


def evaluate(qrels: Sequence[Grades], run: Sequence[Any], **fields: Any) -> judged.Result:
    """The collection in which the n-th query has the n-th grades and list."""
    contract = judged.Contract(**{"cutoffs": CUTOFFS, "unjudged": "zero", "grades": "any"} | fields)
    return judged.evaluate(
        {f"q{place}": of for place, of in enumerate(qrels)},
        {f"q{place}": of for place, of in enumerate(run)},
        contract,
    )


def query_scores(qrels: Sequence[Grades], run: Sequence[Any], **fields: Any) -> pl.DataFrame:
    result = evaluate(qrels, run, **fields)
    return result.query_scores.drop("evaluation_id").sort("query_id", "k")


def shuffled(of: dict[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """The same dict with its entries in another order."""
    return dict(sorted(of.items(), key=lambda item: order[DOCUMENTS.index(item[0])]))


@given(
    queries=queries,
    gain=gains,
    universe=universes,
    ties=st.sampled_from(["doc_id_desc", "average"]),
    unjudged=st.sampled_from(["zero", "drop"]),
)
@deterministic(3)
def test_scores_and_ceilings_lie_between_zero_and_one(
    queries: list[tuple[Grades, Scores]], **fields: Any
) -> None:
    frame = query_scores([g for g, _ in queries], [s for _, s in queries], **fields)
    assert frame.height == len(queries) * len(CUTOFFS)
    assert frame["ndcg"].is_between(0, 1).all()
    assert frame["ceiling"].drop_nulls().is_between(0, 1).all()


@given(
    qrels=st.lists(grades, min_size=5, max_size=9),
    gain=gains,
    universe=universes,
    ties=st.sampled_from(["doc_id_asc", "average"]),
)
@deterministic(3)
def test_the_ideal_order_scores_exactly_one(
    qrels: list[Grades], gain: Any, universe: str, ties: str
) -> None:
    def worth(of: Grades, doc: str) -> Fraction:
        return gain_of(of[doc], gain)

    ideal = [sorted(of, key=lambda doc: (-worth(of, doc), doc)) for of in qrels]
    frame = query_scores(qrels, ideal, gain=gain, universe=universe, ties=ties)
    barren = {f"q{n}" for n, of in enumerate(qrels) if not any(worth(of, doc) for doc in of)}
    for row in frame.iter_rows(named=True):
        assert row["ndcg"] == (0.0 if row["query_id"] in barren else 1.0)


@given(
    queries=queries,
    order=st.permutations(range(len(DOCUMENTS))),
    unjudged=st.sampled_from(["zero", "drop"]),
    # An averaged tie across a depth is refused.
    ties_and_depth=st.sampled_from(
        [("doc_id_desc", None), ("doc_id_desc", 2), ("doc_id_asc", 2), ("average", None)]
    ),
)
@deterministic(3)
def test_shuffled_lines_change_no_bit(
    queries: list[tuple[Grades, Scores]],
    order: list[int],
    unjudged: str,
    ties_and_depth: tuple[str, int | None],
) -> None:
    ties, depth = ties_and_depth
    fields: dict[str, Any] = {"unjudged": unjudged, "ties": ties, "depth": depth}
    first = evaluate([g for g, _ in queries], [s for _, s in queries], **fields)
    again = evaluate(
        [shuffled(g, order) for g, _ in queries], [shuffled(s, order) for _, s in queries], **fields
    )
    for name in ("query_scores", "run_scores"):
        before, after = (getattr(result, name).drop("evaluation_id") for result in (first, again))
        assert before.rows() == after.rows()


@given(
    qrels=st.lists(grades, min_size=5, max_size=9),
    order=st.permutations(DOCUMENTS),
    names=st.permutations(DOCUMENTS),
    ties=st.sampled_from(["doc_id_desc", "doc_id_asc", "average", "error"]),
    universe=universes,
)
@deterministic(3)
def test_renamed_documents_change_nothing_where_scores_differ(
    qrels: list[Grades], order: list[str], names: list[str], **fields: Any
) -> None:
    run = [{doc: 1 / place for place, doc in enumerate(order, start=n + 1)} for n in range(5)]
    name = dict(zip(DOCUMENTS, names, strict=True))
    before = query_scores(qrels[:5], run, **fields)
    after = query_scores(
        [{name[doc]: grade for doc, grade in of.items()} for of in qrels[:5]],
        [{name[doc]: score for doc, score in of.items()} for of in run],
        **fields,
    )
    assert before.rows() == after.rows()


@given(of=grades, order=st.permutations(DOCUMENTS), gain=gains, universe=universes)
@deterministic(3)
def test_a_better_document_swapped_upwards_never_lowers_the_score(
    of: Grades, order: list[str], gain: Any, universe: str
) -> None:
    worth = [gain_of(of.get(doc, 0), gain) if doc in of else 0 for doc in order]
    swaps = [
        [order[low if n == high else high if n == low else n] for n in range(len(order))]
        for low in range(len(order))
        for high in range(low)
        if worth[low] > worth[high]
    ]
    frame = query_scores([of] * (1 + len(swaps)), [order, *swaps], gain=gain, universe=universe)
    base = dict(frame.filter(query_id="q0").select("k", "ndcg").iter_rows())
    assert all(row["ndcg"] >= base[row["k"]] for row in frame.iter_rows(named=True))
    # With whole lists every such swap counts, so it raises the score.
    swapped = frame.filter(k=0).filter(frame.filter(k=0)["query_id"] != "q0")
    assert all(row["ndcg"] > base[0] for row in swapped.iter_rows(named=True))


@given(
    queries=queries,
    gain=gains,
    ties=st.sampled_from(["doc_id_desc", "average"]),
    unjudged=st.sampled_from(["zero", "drop"]),
    depth=st.sampled_from([None, 3]),
)
@deterministic(3)
def test_a_score_is_the_ceiling_times_the_score_among_the_retrieved(
    queries: list[tuple[Grades, Scores]], **fields: Any
) -> None:
    qrels, run = [g for g, _ in queries], [s for _, s in queries]
    whole = query_scores(qrels, run, **fields)
    among = query_scores(qrels, run, universe="retrieved", **fields)
    for row, other in zip(whole.to_dicts(), among.to_dicts(), strict=True):
        assert row["ceiling"] == other["ceiling"]
        if row["ceiling"] is not None:
            assert row["ndcg"] == pytest.approx(row["ceiling"] * other["ndcg"], abs=1e-12)


@given(
    of=grades,
    before=st.integers(0, 2),
    gain=gains,
    unjudged=st.sampled_from(["zero", "drop"]),
)
@deterministic(3)
def test_an_averaged_tie_is_the_mean_over_all_orders_of_its_documents(
    of: Grades, before: int, gain: Any, unjudged: str
) -> None:
    top, tied, last = DOCUMENTS[:before], DOCUMENTS[before : before + 4], DOCUMENTS[before + 4 :]
    orders = [[*top, *order, *last] for order in permutations(tied)]
    points: dict[str, float] = {doc: 9.0 - place for place, doc in enumerate(top)}
    points |= dict.fromkeys(tied, 5.0) | {doc: 4.0 - place for place, doc in enumerate(last)}
    fields = {"gain": gain, "unjudged": unjudged}
    each = query_scores([of] * len(orders), orders, **fields)
    averaged = query_scores([of], [points], ties="average", **fields)
    for row in averaged.iter_rows(named=True):
        mean = each.filter(k=row["k"])["ndcg"].mean()
        assert row["ndcg"] == pytest.approx(mean, abs=1e-12)
