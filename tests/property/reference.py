"""A naive implementation of the contract, in plain Python, to hold the SQL to.

Written from the contract's definition alone: lists, dicts and loops, one query at a time, nothing
shared with the program. Slow and plain on purpose.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Row = dict[str, Any]
    Grades = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Judgment:
    """One line of the judgments."""

    query: str
    doc: str
    grade: int
    iteration: str = "0"


@dataclass(frozen=True)
class Line:
    """One line of a run; lines stand in the order of their file."""

    query: str
    doc: str
    score: float
    rank: int


@dataclass(frozen=True)
class Run:
    """A run: its lines in order, and the queries that it answered with an empty list."""

    lines: tuple[Line, ...]
    empty: tuple[str, ...] = ()

    @property
    def queries(self) -> set[str]:
        return {line.query for line in self.lines} | set(self.empty)


@dataclass(frozen=True)
class Collection:
    """Judgments, and runs by name."""

    judgments: tuple[Judgment, ...]
    runs: dict[str, Run] = field(default_factory=dict)


class Entry(NamedTuple):
    """A line with what ranks it."""

    key: float
    place: int
    doc: str


@dataclass(frozen=True)
class Ranked:
    """A document at its place; documents with one key tie."""

    doc: str
    key: float
    gain: Fraction
    is_judged: bool


def gain_of(grade: int, gain: Any) -> Fraction:
    """What a grade is worth; grades below 0 that are judged gain nothing."""
    if grade < 0:
        return Fraction(0)
    if gain == "linear":
        return Fraction(grade)
    if gain == "exponential":
        return Fraction(2**grade - 1)
    return Fraction(str(gain[grade])) if grade in gain else Fraction(0)


def float32(value: float) -> float:
    """The value as a C float holds it: infinite beyond its range."""
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def entity(doc: str, rule: Any) -> str:
    """The id that is judged: what the group captures, or the map has; else the id itself."""
    if rule == "as_is":
        return doc
    if "map" in rule:
        return str(rule["map"].get(doc, doc))
    found = re.search(rule["pattern"], doc)
    return (found and found.group(1)) or doc


def judged_entity(doc: str, rule: Any) -> str:
    """The same for an id of the judgments, which stays unless the rule is for them too."""
    return entity(doc, rule) if rule != "as_is" and rule.get("judgments") else doc


def selected(judgments: Iterable[Judgment], policy: Any) -> list[Judgment]:
    """The lines that count: all of them, or those of one iteration."""
    if isinstance(policy, str):
        return list(judgments)
    return [line for line in judgments if line.iteration == policy["iteration"]]


def one_grade(grades: Sequence[int], policy: Any) -> int:
    """The grade of a pair that was judged several times."""
    if policy == "max":
        return max(grades)
    if policy == "majority":
        counts = Counter(grades)
        return min(grade for grade in counts if counts[grade] == max(counts.values()))
    return min(grades)


def grades_by_query(judgments: Iterable[Judgment], contract: Mapping[str, Any]) -> Grades:
    """One grade a pair, after the policies; a judged query stays even where none is left."""
    policy = contract["qrels_duplicates"]
    lines: dict[str, dict[str, list[int]]] = {}
    for line in selected(judgments, policy):
        doc = judged_entity(line.doc, contract["doc_ids"])
        lines.setdefault(line.query, {}).setdefault(doc, []).append(line.grade)
    return {
        query: {
            doc: grade
            for doc, grades in documents.items()
            for grade in [one_grade(grades, policy)]
            if grade >= 0 or contract["negative_grades"] != "unjudged"
        }
        for query, documents in lines.items()
    }


def keys(lines: Sequence[Line], contract: Mapping[str, Any]) -> list[float]:
    """What ranks each line: the greatest comes first."""
    if contract["order"] == "line":
        return [-float(place) for place in range(len(lines))]
    if contract["order"] == "rank":
        return [-float(line.rank) for line in lines]
    if contract["score_precision"] == "float32":
        return [float32(line.score) for line in lines]
    return [line.score for line in lines]


def in_order(entries: Iterable[Entry], ties: str) -> list[Entry]:
    """Greatest key first; equal keys by their place in the file, or by the bytes of their ids."""
    by_line = sorted(entries, key=lambda entry: entry.place)
    if ties != "line":
        by_line.sort(key=lambda entry: entry.doc.encode("utf-8"), reverse=ties != "doc_id_asc")
    return sorted(by_line, key=lambda entry: -entry.key)


def ranking(
    lines: Sequence[Line], grades: Mapping[str, int], contract: Mapping[str, Any]
) -> list[Ranked]:
    """The list of one query in contract order, cut at depth, before anything is dropped."""
    if contract["self_matches"] == "drop":
        lines = [line for line in lines if line.doc != line.query]
    entries = [
        Entry(key, place, entity(line.doc, contract["doc_ids"]))
        for place, (key, line) in enumerate(zip(keys(lines, contract), lines, strict=True))
    ]
    best = {entry.doc: entry for entry in reversed(in_order(entries, "line"))}
    return [
        Ranked(entry.doc, entry.key, _gain(entry.doc, grades, contract), entry.doc in grades)
        for entry in in_order(best.values(), contract["ties"])[: contract["depth"]]
    ]


def _gain(doc: str, grades: Mapping[str, int], contract: Mapping[str, Any]) -> Fraction:
    return gain_of(grades[doc], contract["gain"]) if doc in grades else Fraction(0)
