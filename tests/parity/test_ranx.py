"""Preset ranx against ranx, on distinct scores: how it orders equal ones is undefined."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import judged
from tests.parity.random_collections import (
    CUTOFFS,
    SEEDS,
    Collection,
    Peer,
    assert_same,
    collection,
)


@pytest.fixture(scope="module")
def ranx() -> Any:
    """The peer; its source has escapes that Python warns of when it compiles them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("ranx")


def ranx_scores(ranx: Any, made: Collection, measure: str) -> dict[int, Peer]:
    """The measure as k = 0 and at each k, over every judged query."""
    qrels = ranx.Qrels(made.qrels)
    peers = {}
    for k in [0, *CUTOFFS]:
        name = f"{measure}@{k}" if k else measure
        run = ranx.Run(made.run, name="run")
        mean = ranx.evaluate(qrels, run, name, make_comparable=True)
        peers[k] = Peer(dict(run.scores[name]), float(mean))
    return peers


# It hashes ids to unsigned integers and keeps them as signed ones; to compile it takes a minute.
@pytest.mark.filterwarnings("ignore:.*unsafe cast from uint64 to int64")
@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("gain", "measure"), [("linear", "ndcg"), ("exponential", "ndcg_burges")])
def test_every_query_scores_as_in_ranx(ranx: Any, seed: int, gain: str, measure: str) -> None:
    made = collection(seed, distinct_scores=True)
    peers = ranx_scores(ranx, made, measure)
    contract = judged.Contract.preset("ranx", cutoffs=[*CUTOFFS, "all"], gain=gain)
    assert peers[10].by_query.keys() == made.qrels.keys()
    assert_same(judged.evaluate(made.qrels, made.run, contract), peers)


def test_the_ranx_preset_refuses_ties() -> None:
    with pytest.raises(judged.RefusedError, match="ties at"):
        judged.evaluate({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0}}, "ranx")
