"""Contracts at random, and how many examples the tests look at."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.support import DEFAULTS

TABLES = [
    {1: 1, 2: 3, 3: 7, 4: 15},
    {1: "0.25", 2: "0.5", 3: "0.75", 4: "1"},
    {0: "0.5", 1: 0, 2: "2.125", 3: 1, 4: 1},
]

# Several ids of the strategies are one by each of them, and several do not fit. The second captures
# nothing of most ids; the map makes documents of queries, and queries of documents.
RULES: list[dict[str, Any]] = [
    {"pattern": "^([dD][0-9])"},
    {"pattern": "(x?)$"},
    {"map": {"d1": "q1", "q1": "d1", "d2": "d1", "D2": "d1", "d10": "new", "\u00e9": "d1x"}},
]

FIELDS: dict[str, list[Any]] = {
    "gain": ["linear", "exponential", *TABLES],
    "universe": ["judged", "retrieved"],
    "order": ["score", "score", "rank", "line"],
    "ties": ["doc_id_desc", "doc_id_asc", "line", "average", "error"],
    "score_precision": ["float64", "float32"],
    "depth": [None, None, 1, 2, 4],
    "unjudged": ["zero", "drop", "zero", "drop", "error"],
    "negative_grades": ["zero", "unjudged", "error"],
    "zero_idcg": ["zero", "exclude", "zero", "exclude", "error"],
    "missing_queries": ["zero", "exclude", "zero", "exclude", "error"],
    "unknown_queries": ["warn", "warn", "error"],
    "run_duplicates": ["keep_best", "error"],
    "qrels_duplicates": ["max", "min", "majority", "drop_identical", "error", {"iteration": "2"}],
    "doc_ids": [
        "as_is",
        "as_is",
        "as_is",
        *RULES,
        *[{**rule, "judgments": True} for rule in RULES],
    ],
    "self_matches": ["keep", "drop"],
}
# What the strict contract says of each of these.
SCORING = {name: DEFAULTS[name] for name in FIELDS}

CUTOFFS = st.lists(st.sampled_from([1, 2, 3, 5, "all"]), min_size=1, max_size=3, unique=True)

contracts = st.fixed_dictionaries({name: st.sampled_from(of) for name, of in FIELDS.items()})


# How many times the examples that a test names are tried: in the ordinary suite every other one.
TIMES = float(os.environ.get("JUDGED_EXAMPLES", "0.5"))


def deterministic(examples: int) -> settings:
    """Settings under which every machine sees the same examples."""
    most = max(2, round(examples * TIMES))
    return settings(derandomize=True, deadline=None, max_examples=most, database=None)
