"""Preset pytrec_eval against pytrec_eval; preset beir as BEIR calls pytrec_eval."""

from __future__ import annotations

from math import fsum

import pytest
import pytrec_eval

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


def pytrec_scores(made: Collection, *, judged_only: bool = False) -> dict[int, Peer]:
    """`ndcg` as k = 0 and `ndcg_cut`, over the queries that pytrec_eval answers."""
    measures = {"ndcg", "ndcg_cut." + ",".join(str(k) for k in CUTOFFS)}
    evaluator = pytrec_eval.RelevanceEvaluator(
        made.qrels, measures, judged_docs_only_flag=judged_only
    )
    found = evaluator.evaluate(made.run)
    peers = {}
    for k in [0, *CUTOFFS]:
        name = f"ndcg_cut_{k}" if k else "ndcg"
        by_query = {query: values[name] for query, values in found.items()}
        peers[k] = Peer(by_query, fsum(by_query.values()) / len(by_query))
    return peers


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("unjudged", "judged_only"), [("zero", False), ("drop", True)])
def test_every_query_scores_as_in_pytrec_eval(seed: int, unjudged: str, judged_only: bool) -> None:
    made = with_empty_list(collection(seed))
    contract = judged.Contract.preset("pytrec_eval", cutoffs=[*CUTOFFS, "all"], unjudged=unjudged)
    peers = pytrec_scores(made, judged_only=judged_only)
    assert peers[10].by_query.keys() == made.qrels.keys() & made.run.keys()
    assert_same(judged.evaluate(made.qrels, made.run, contract), peers)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_collections_hold_ties_that_only_float32_makes(seed: int) -> None:
    # Otherwise the test above would not tell float32 from float64.
    made = collection(seed)
    contracts = [
        judged.Contract.preset("pytrec_eval", score_precision=precision)
        for precision in ("float32", "float64")
    ]
    single, double = (judged.evaluate(made.qrels, made.run, contract) for contract in contracts)
    assert single.query_scores["ndcg"].to_list() != double.query_scores["ndcg"].to_list()


def with_self_matches(made: Collection) -> Collection:
    """Documents that are the queries themselves: judged or not, at the top, elsewhere, alone."""
    for place, query in enumerate(made.run):
        if place % 3 == 0:
            made.run[query] = {query: [9.0, 0.5, -9.0][place % 9 // 3], **made.run[query]}
        if place % 2 == 0 and query in made.qrels:
            made.qrels[query][query] = place % 4
    made.qrels["q-alone"] = {"a": 1}
    made.run["q-alone"] = {"q-alone": 1.0}
    return made


def without_self_matches(made: Collection) -> Collection:
    """What BEIR's evaluate does to the results before it calls pytrec_eval."""
    run = {
        query: {doc: score for doc, score in scores.items() if doc != query}
        for query, scores in made.run.items()
    }
    return Collection(made.qrels, run)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_query_scores_as_in_beir(seed: int) -> None:
    made = with_self_matches(collection(seed))
    contract = judged.Contract.preset("beir", cutoffs=CUTOFFS)
    result = judged.evaluate(made.qrels, made.run, contract)
    peers = pytrec_scores(without_self_matches(made))
    assert_same(result, {k: peers[k] for k in CUTOFFS})
    assert peers != pytrec_scores(made)


def test_the_beir_preset_has_beirs_cutoffs() -> None:
    # beir.retrieval.EvaluateRetrieval(k_values=[1, 3, 5, 10, 100, 1000])
    assert judged.Contract.preset("beir").cutoffs == (1, 3, 5, 10, 100, 1000)
