"""Preset ir_measures against ir_measures: nDCG@k, its gains, its judged_only and its mean."""

from __future__ import annotations

from typing import Any

import ir_measures
import pytest
from ir_measures import nDCG

import judged
from tests.parity.random_collections import (
    CUTOFFS,
    SEEDS,
    Collection,
    Peer,
    assert_same,
    collection,
    with_empty_list,
)

# A steep one, one that a higher grade may lower, and one in which grade 1 is worth nothing.
GAINS = [{1: 1, 2: 3, 3: 7}, {1: 5, 2: 1, 3: 3}, {1: 0, 2: 2, 3: 3}]


def ir_measures_scores(made: Collection, **options: Any) -> dict[int, Peer]:
    """nDCG as k = 0 and nDCG@k, over every judged query: a missing one counts 0 there."""
    measures = {0: nDCG(**options), **{k: nDCG(**options) @ k for k in CUTOFFS}}
    means = ir_measures.calc_aggregate(list(measures.values()), made.qrels, made.run)
    by_query: dict[Any, dict[str, float]] = {measure: {} for measure in measures.values()}
    for found in ir_measures.iter_calc(list(measures.values()), made.qrels, made.run):
        by_query[found.measure][found.query_id] = found.value
    return {k: Peer(by_query[measure], means[measure]) for k, measure in measures.items()}


def contract_of(**fields: Any) -> judged.Contract:
    return judged.Contract.preset("ir_measures", cutoffs=[*CUTOFFS, "all"], **fields)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("unjudged", "judged_only"), [("zero", False), ("drop", True)])
def test_every_query_scores_as_in_ir_measures(seed: int, unjudged: str, judged_only: bool) -> None:
    made = with_empty_list(collection(seed))
    peers = ir_measures_scores(made, judged_only=judged_only)
    assert peers[10].by_query.keys() == made.qrels.keys()
    assert_same(judged.evaluate(made.qrels, made.run, contract_of(unjudged=unjudged)), peers)


@pytest.mark.parametrize("gain", GAINS)
def test_a_gain_table_scores_as_the_gains_of_ir_measures(gain: dict[int, int]) -> None:
    made = collection(SEEDS[0])
    peers = ir_measures_scores(made, gains=gain)
    assert_same(judged.evaluate(made.qrels, made.run, contract_of(gain=gain)), peers)


def test_exponential_gain_scores_as_its_table_in_ir_measures() -> None:
    made = collection(SEEDS[1])
    peers = ir_measures_scores(made, gains={1: 1, 2: 3, 3: 7})
    assert_same(judged.evaluate(made.qrels, made.run, contract_of(gain="exponential")), peers)
