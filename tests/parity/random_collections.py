"""Random collections with what peers and programs like to disagree on, and how to compare."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    import judged

    Qrels = dict[str, dict[str, int]]
    Run = dict[str, dict[str, float]]

SEEDS = [11, 12, 13]
CUTOFFS = [1, 3, 10, 100]

# Equal as float only: near thirds, beyond 2^24, below the least float, beyond the greatest.
FLOAT32_TIES = [1 / 3, 1 / 3 + 1e-10, 2e7, 2e7 + 1, 0.0, -0.0, 1e-46, -1e-46, 1e39, 2e39]
LETTERS = ["a", "B", "b", "é", "ß", "漢", "\ufb00", "\U0001f600"]


@dataclass(frozen=True)
class Peer:
    """What another tool says: NDCG by query at a cutoff, and its own mean."""

    by_query: Mapping[str, float]
    mean: float


@dataclass
class Collection:
    """Judgments and a run.

    q-missing is judged and not answered, q-unknown answered and not judged, q-barren judged without
    anything relevant, q-perfect in ideal order.
    """

    qrels: Qrels = field(default_factory=dict)
    run: Run = field(default_factory=dict)


def collection(seed: int, *, least_grade: int = -2, distinct_scores: bool = False) -> Collection:
    """A collection; no query has negative grades only, since trec_eval's answer is undefined.

    Args:
        seed: of every choice.
        least_grade: -2, or 0 for peers that know no negative grades.
        distinct_scores: no ties, for peers that leave their order undefined.
    """
    chance = random.Random(seed)
    documents = [f"{chance.choice(LETTERS)}{number}" for number in range(60)]
    made = Collection()
    for number in range(30):
        query = f"{chance.choice(LETTERS)}-{number}"
        judged_documents = chance.sample(documents, chance.randint(1, 30))
        made.qrels[query] = {
            doc: chance.choice([least_grade, 0, 0, 1, 2, 3]) for doc in judged_documents
        }
        made.qrels[query][chance.choice(documents)] = chance.randint(0, 3)
        made.run[query] = _list(chance, documents, distinct_scores)
    made.qrels["q-barren"] = dict.fromkeys(documents[:5], 0)
    made.run["q-barren"] = _list(chance, documents, distinct_scores)
    made.qrels["q-missing"] = {documents[0]: 2, documents[1]: 0}
    made.run["q-unknown"] = _list(chance, documents, distinct_scores)
    made.qrels["q-perfect"] = {documents[0]: 3, documents[1]: 1}
    made.run["q-perfect"] = {documents[0]: 2.0, documents[1]: 1.0}
    return made


def with_empty_list(made: Collection) -> Collection:
    """Adds a query whose list is empty, which is not missing, for peers that can be told so."""
    made.qrels["q-empty"] = {"a": 1}
    made.run["q-empty"] = {}
    return made


def _list(chance: random.Random, documents: list[str], distinct: bool) -> dict[str, float]:
    """Two documents or more; half of the scores are drawn from few, so that many tie."""
    found = chance.sample(documents, chance.randint(2, 40))
    if distinct:
        return {doc: chance.random() for doc in found}
    few = [*FLOAT32_TIES, *(float(chance.randint(0, 3)) for _ in range(5))]
    return {doc: chance.choice(few) if chance.random() < 0.5 else chance.random() for doc in found}


def assert_same(result: judged.Result, peers: Mapping[int, Peer], tolerance: float = 1e-12) -> None:
    """Every counted query, no other, and the macro mean, at each k (0: whole lists)."""
    for k, peer in peers.items():
        rows = result.query_scores.filter(k=k, counted=True)
        scores = dict(rows.select("query_id", "ndcg").iter_rows())
        assert scores == pytest.approx(dict(peer.by_query), rel=0, abs=tolerance)
        macro = result.run_scores.filter(k=k)["macro_ndcg"][0]
        assert macro == pytest.approx(peer.mean, rel=0, abs=tolerance)
