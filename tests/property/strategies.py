"""Small collections at random, which a contract may or may not refuse."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any, TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from tests.property.contracts import SCORING, contracts
from tests.property.reference import (
    Collection,
    Judgment,
    Line,
    Run,
    entity,
    gain_of,
    grades_by_query,
    judged_entity,
    keys,
    selected,
)
from tests.property.reference_refusals import refusals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hypothesis.strategies import DrawFn

Item = TypeVar("Item")

# Bytes, code points and UTF-16 units order the last three ids in different ways.
DOCUMENTS = ["d1", "d2", "d10", "d1x", "D2", "é", "\ufb00", "\U0001f600"]
QUERIES = ["q1", "q2", "q10", "Q2", "ü", "007", *(f"t{number}" for number in range(20))]
SIZES = [16, 1, 2, 4]
# As double all but the zeros differ; as float several are equal, and some are infinite.
SCORES = [0.0, -0.0, 1.0, 1 + 1e-9, 0.5, -3.25, 16777216.0, 16777217.0, 1e39, 2e39, -1e39, 5e-324]
# The greatest float, and a double that is rounded to it.
SCORES += [3.4028234663852886e38, 3.4028235e38]


def first_of_each(items: Iterable[Item], key: Callable[[Item], object]) -> list[Item]:
    """The items without those whose key was there before."""
    kept: dict[object, Item] = {}
    for item in items:
        kept.setdefault(key(item), item)
    return list(kept.values())


def judgments(
    chance: random.Random, size: int, contract: Mapping[str, Any], *, obedient: bool
) -> list[Judgment]:
    """Lines about so many queries; obedient ones break no policy of the contract."""
    # Of every fourth query or so nothing is relevant.
    best = {query: chance.choice([0, 4, 4, 4]) for query in chance.sample(QUERIES, size)}
    least = 0 if obedient and contract["negative_grades"] == "error" else -2
    lines = [
        Judgment(
            query,
            chance.choice([*DOCUMENTS, query]),
            chance.randint(least, best[query]),
            chance.choice("122"),
        )
        for query in chance.choices(list(best), k=12 * size)
    ]
    return _without_offences(lines, contract) if obedient else lines


def _without_offences(lines: list[Judgment], contract: Mapping[str, Any]) -> list[Judgment]:
    policy = contract["qrels_duplicates"]

    def pair(line: Judgment) -> tuple[str, str]:
        return line.query, judged_entity(line.doc, contract["doc_ids"])

    if policy == "error":
        lines = first_of_each(lines, pair)
    elif policy == "drop_identical":
        grades = {pair(line): line.grade for line in reversed(lines)}
        lines = [line for line in lines if line.grade == grades[pair(line)]]
    elif not isinstance(policy, str):
        lines = first_of_each(lines, lambda line: (*pair(line), line.iteration))
    if contract["zero_idcg"] != "error":
        return lines
    rich = {
        query
        for query, grades in grades_by_query(lines, contract).items()
        if any(gain_of(grade, contract["gain"]) for grade in grades.values())
    }
    return [line for line in lines if line.query in rich]


def run(
    chance: random.Random, lines: list[Judgment], contract: Mapping[str, Any], *, obedient: bool
) -> Run:
    """One run over the judged queries and others; an obedient one breaks no policy."""
    judged = list(grades_by_query(lines, contract))
    queries = chance.sample(judged, math.ceil(0.8 * len(judged)))
    scores = chance.sample(SCORES, 6)
    retrieved = [
        Line(query, chance.choice([*DOCUMENTS, query]), chance.choice(scores), chance.randint(1, 6))
        for query in chance.choices([*queries, chance.choice(QUERIES)], k=9 * len(queries))
    ]
    if obedient:
        retrieved = _allowed(retrieved, lines, contract)
    return Run(tuple(retrieved))


def _allowed(
    retrieved: list[Line], lines: list[Judgment], contract: Mapping[str, Any]
) -> list[Line]:
    grades = grades_by_query(lines, contract)
    rule = contract["doc_ids"]
    if contract["unknown_queries"] == "error":
        retrieved = [line for line in retrieved if line.query in grades]
    if contract["unjudged"] == "error":
        drops = contract["self_matches"] == "drop"
        retrieved = [
            line
            for line in retrieved
            if line.query not in grades
            or entity(line.doc, rule) in grades[line.query]
            or (drops and line.doc == line.query)
        ]
    if contract["missing_queries"] == "error":
        # Appended where there is none: a judged document of the query, or any.
        for query in sorted(grades.keys() - {line.query for line in retrieved}):
            judged = (doc for doc in DOCUMENTS if entity(doc, rule) in grades[query])
            retrieved.append(Line(query, next(judged, DOCUMENTS[0]), 7.0, 10))
    if contract["run_duplicates"] == "error":
        retrieved = first_of_each(retrieved, lambda line: (line.query, entity(line.doc, rule)))
    if contract["ties"] == "error" and contract["order"] != "line":
        by_key = dict(zip(retrieved, keys(retrieved, contract), strict=True))
        retrieved = first_of_each(retrieved, lambda line: (line.query, by_key[line]))
    return retrieved


@st.composite
def collections(draw: DrawFn, contract: Mapping[str, Any], *, obedient: bool = True) -> Collection:
    """Judgments and two runs; obedient ones are refused by no policy of the contract.

    Lines come from a seed, not from Hypothesis: an evaluation costs the same for many of them.
    """
    chance = random.Random(draw(st.integers(0, 10**6)))
    size = draw(st.sampled_from(SIZES))
    lines = judgments(chance, size, contract, obedient=obedient)
    assume(selected(lines, contract["qrels_duplicates"]))
    runs = {name: run(chance, lines, contract, obedient=obedient) for name in ("first", "second")}
    collection = Collection(tuple(lines), runs)
    assume(not obedient or not refusals(collection, contract))
    return collection


@st.composite
def cases(draw: DrawFn, *, obedient: bool = True) -> tuple[dict[str, Any], Collection]:
    """A contract with a collection."""
    contract = {**SCORING, **draw(contracts)}
    if contract["zero_idcg"] == "error":
        # What the pooled value is where candidates hold no gain is not said for this pair.
        contract["universe"] = "judged"
    return contract, draw(collections(contract, obedient=obedient))


@st.composite
def dict_cases(draw: DrawFn) -> tuple[dict[str, Any], Collection]:
    """A contract with a collection that dicts can hold, some of its lists empty.

    A dict holds a pair once, and neither ranks nor iterations.
    """
    contract = {**SCORING, **draw(contracts), "qrels_duplicates": "error"}
    contract["order"] = "line" if contract["order"] == "line" else "score"
    contract["run_duplicates"] = "error"
    if contract["zero_idcg"] == "error":
        contract["universe"] = "judged"
    found = draw(collections(contract))
    empty = draw(st.lists(st.sampled_from(QUERIES), min_size=1, max_size=3, unique=True))
    runs = {
        name: Run(run.lines, tuple(query for query in empty if query not in run.queries))
        for name, run in found.runs.items()
    }
    collection = Collection(found.judgments, runs)
    assume(not refusals(collection, contract))
    return contract, collection
