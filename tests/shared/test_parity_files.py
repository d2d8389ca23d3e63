"""Random collections against what two versions of trec_eval printed for them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import judged
from tests.support import shared

if TYPE_CHECKING:
    from pathlib import Path

COLLECTIONS = tuple(f"{number:02}" for number in range(24))
# The ordinary suite takes a few; the others are slow only because they are many.
FEW = 2

# The flags of a call, and the contract that they mean.
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "trec_eval 10.0 -c": ("trec_eval", {}),
    "trec_eval 10.0 -c -J": ("trec_eval", {"unjudged": "drop"}),
    "trec_eval 10.0 -c -M 5": ("trec_eval", {"depth": 5}),
    "trec_eval 9.0.8": ("trec_eval-9", {}),
    "trec_eval 9.0.8 -c": ("trec_eval-9", {"missing_queries": "zero"}),
    "trec_eval 9.0.8 -c -J": ("trec_eval-9", {"missing_queries": "zero", "unjudged": "drop"}),
    "trec_eval 9.0.8 -c -M 5": ("trec_eval-9", {"missing_queries": "zero", "depth": 5}),
}
CUTOFFS = {"ndcg_cut_1": 1, "ndcg_cut_3": 3, "ndcg_cut_5": 5, "ndcg_cut_10": 10, "ndcg": 0}

# Half a unit of the last digit, and what a double may add to it.
PRINTED = 0.5e-4 + 1e-12


@pytest.mark.parametrize(
    "collection",
    [
        pytest.param(name, marks=pytest.mark.slow if place >= FEW else ())
        for place, name in enumerate(COLLECTIONS)
    ],
)
def test_every_topic_and_mean_is_as_trec_eval_printed_it(collection: str) -> None:
    folder = shared("parity") / collection
    printed = json.loads((folder / "trec_eval.json").read_text(encoding="utf-8"))
    assert set(printed) == set(CALLS)
    for call, (preset, changes) in CALLS.items():
        contract = judged.Contract.preset(preset, cutoffs=[1, 3, 5, 10, "all"], **changes)
        result = judged.evaluate(folder / "qrels.txt", folder / "run.txt", contract)
        agree(result, printed[call], lists_missing=call.startswith("trec_eval 10.0"))


def test_the_list_here_is_complete() -> None:
    assert {path.name for path in shared("parity").iterdir() if path.is_dir()} == set(COLLECTIONS)


def test_no_topic_has_only_negative_grades() -> None:
    """What trec_eval answers for such a topic depends on memory that an earlier one left."""
    for collection in COLLECTIONS:
        grades = judgments(shared("parity") / collection / "qrels.txt")
        assert all(max(topic.values()) >= 0 for topic in grades.values()), collection


def agree(result: judged.Result, printed: dict[str, Any], lists_missing: bool) -> None:
    """Every printed value; 9.0.8 prints no line for a topic that the run has not."""
    rows = result.query_scores.to_dicts()
    shown = {row["query_id"] for row in rows if row["counted"]}
    missing = {row["query_id"] for row in rows if row["missing"]}
    assert set(printed) == {"all", *(shown if lists_missing else shown - missing)}
    scores = {(row["query_id"], row["k"]): row["ndcg"] for row in rows}
    means = {row["k"]: row["macro_ndcg"] for row in result.run_scores.to_dicts()}
    scores |= {("all", k): mean for k, mean in means.items()}
    for topic, values in printed.items():
        for measure, value in values.items():
            scored = scores[topic, CUTOFFS[measure]]
            assert scored == pytest.approx(value, abs=PRINTED), (topic, measure)


def judgments(path: Path) -> dict[str, dict[str, int]]:
    """Grades by topic and document, read without the program."""
    grades: dict[str, dict[str, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        topic, _, document, grade = line.split()
        grades.setdefault(topic, {})[document] = int(grade)
    return grades
