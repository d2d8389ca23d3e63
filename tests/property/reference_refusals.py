"""Which rules refuse which run, by the naive implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.property.reference import (
    entity,
    gain_of,
    grades_by_query,
    judged_entity,
    ranking,
    selected,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.property.reference import Collection, Line, Run


def refusals(collection: Collection, contract: Mapping[str, Any]) -> dict[str, set[str]]:
    """The rules that refuse each run, by name; those of the judgments refuse every run."""
    of_judgments = _judgment_refusals(collection, contract)
    grades = grades_by_query(collection.judgments, contract)
    found = {
        name: of_judgments | _run_refusals(run, grades, contract)
        for name, run in collection.runs.items()
    }
    return {name: rules for name, rules in found.items() if rules}


def _judgment_refusals(collection: Collection, contract: Mapping[str, Any]) -> set[str]:
    policy = contract["qrels_duplicates"]
    lines = selected(collection.judgments, policy)
    pairs: dict[tuple[str, str], list[int]] = {}
    for line in lines:
        doc = judged_entity(line.doc, contract["doc_ids"])
        pairs.setdefault((line.query, doc), []).append(line.grade)
    settles = policy in ("max", "min", "majority")
    grades = grades_by_query(collection.judgments, contract)
    barren = [
        query
        for query, judged in grades.items()
        if not any(gain_of(grade, contract["gain"]) for grade in judged.values())
    ]
    broken = {
        "grade-range": contract["negative_grades"] == "error" and any(j.grade < 0 for j in lines),
        "duplicate-judgment": policy == "error" and any(len(g) > 1 for g in pairs.values()),
        "conflicting-judgment": not settles and any(len(set(g)) > 1 for g in pairs.values()),
        "zero-idcg-query": contract["zero_idcg"] == "error" and bool(barren),
    }
    return {rule for rule, is_broken in broken.items() if is_broken}


def _run_refusals(
    run: Run, grades: Mapping[str, Mapping[str, int]], contract: Mapping[str, Any]
) -> set[str]:
    drops = contract["self_matches"] == "drop"
    kept = [line for line in run.lines if not (drops and line.doc == line.query)]
    tied = [
        _ties([line for line in run.lines if line.query == query], judged, contract)
        for query, judged in grades.items()
    ]
    rule = contract["doc_ids"]
    # Of the file every line counts; what falls together is told of those that are left.
    repeats = len({(line.query, line.doc) for line in run.lines}) < len(run.lines) or len(
        {(line.query, entity(line.doc, rule)) for line in kept}
    ) < len(kept)
    broken = {
        "duplicate-document": contract["run_duplicates"] == "error" and repeats,
        "unjudged-document": contract["unjudged"] == "error"
        and any(
            line.query in grades and entity(line.doc, rule) not in grades[line.query]
            for line in kept
        ),
        "missing-query": contract["missing_queries"] == "error" and bool(set(grades) - run.queries),
        "unknown-query": contract["unknown_queries"] == "error" and bool(run.queries - set(grades)),
        "no-common-query": not run.queries & set(grades),
        "tied-documents": _ties_are_errors(contract) and any(tied),
        "tie-across-depth": contract["ties"] == "average"
        and contract["depth"] is not None
        and any(
            _tie_across_depth([line for line in run.lines if line.query == query], judged, contract)
            for query, judged in grades.items()
        ),
    }
    return {rule for rule, is_broken in broken.items() if is_broken}


def _ties_are_errors(contract: Mapping[str, Any]) -> bool:
    return bool(contract["ties"] == "error" and contract["order"] != "line")


def _ties(lines: Sequence[Line], grades: Mapping[str, int], contract: Mapping[str, Any]) -> bool:
    # Ties come before depth: which document is the last one kept may hang on them.
    documents = ranking(lines, grades, {**contract, "depth": None})
    return len({document.key for document in documents}) < len(documents)


def _tie_across_depth(
    lines: Sequence[Line], grades: Mapping[str, int], contract: Mapping[str, Any]
) -> bool:
    documents = ranking(lines, grades, {**contract, "depth": None})
    depth = contract["depth"]
    return bool(len(documents) > depth and documents[depth - 1].key == documents[depth].key)
