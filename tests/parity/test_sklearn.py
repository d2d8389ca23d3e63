"""Preset sklearn against sklearn.metrics.ndcg_score, one query at a time."""

from __future__ import annotations

from math import fsum

import numpy as np
import pytest
from sklearn.metrics import ndcg_score  # type: ignore[import-untyped]

import judged
from tests.parity.random_collections import (
    CUTOFFS,
    SEEDS,
    Collection,
    Peer,
    assert_same,
    collection,
)


def sklearn_scores(made: Collection) -> dict[int, Peer]:
    """NDCG of the retrieved documents as a dense row; unjudged ones have grade 0."""
    peers = {}
    for k in [0, *CUTOFFS]:
        by_query = {
            query: float(
                ndcg_score(
                    np.array([[made.qrels[query].get(doc, 0) for doc in scores]]),
                    np.array([list(scores.values())]),
                    k=k or None,
                )
            )
            for query, scores in made.run.items()
            if query in made.qrels
        }
        peers[k] = Peer(by_query, fsum(by_query.values()) / len(by_query))
    return peers


@pytest.mark.parametrize("seed", SEEDS)
def test_every_query_scores_as_in_sklearn(seed: int) -> None:
    made = collection(seed, least_grade=0)
    contract = judged.Contract.preset("sklearn", cutoffs=[*CUTOFFS, "all"])
    assert_same(judged.evaluate(made.qrels, made.run, contract), sklearn_scores(made))


def test_three_tied_documents_share_the_first_rank() -> None:
    # One of three tied documents is relevant: at k = 1 it is seen in one order of three.
    made = Collection({"q": {"a": 1, "b": 0, "c": 0}}, {"q": {"a": 1.0, "b": 1.0, "c": 1.0}})
    result = judged.evaluate(made.qrels, made.run, judged.Contract.preset("sklearn", cutoffs=1))
    assert result.query_scores["ndcg"][0] == pytest.approx(1 / 3, abs=1e-12)
    assert sklearn_scores(made)[1].mean == pytest.approx(1 / 3, abs=1e-12)
