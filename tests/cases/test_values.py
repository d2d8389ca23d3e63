"""Ids are text and scores are numbers, whatever they look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import judged as library
from tests.cases.small import LOG2_3, evaluate_texts, places, run_texts, scores
from tests.support import judged

if TYPE_CHECKING:
    from pathlib import Path


# (in the judgments, in the run): alike to the eye or to a reader of numbers.
ALIKE = [
    ("008", "8"),
    ("8", "8.0"),
    ("2e3", "2000"),
    ("+8", "8"),
    ("0x1F", "31"),
    ("Elk", "elk"),
    # Composed and decomposed: other bytes.
    ("caf\u00e9", "cafe\u0301"),
]
WORDS = ["nan", "NA", "null", "None", "true", "inf", "-", "0"]


def test_ids_that_look_alike_are_two_ids(tmp_path: Path) -> None:
    qrels = "".join(f"{query} 0 {judged} 1\n" for query, (judged, _) in enumerate(ALIKE))
    run = "".join(
        f"{query} Q0 {other} 1 2 r\n{query} Q0 {judged} 2 1 r\n"
        for query, (judged, other) in enumerate(ALIKE)
    )
    rows = evaluate_texts(tmp_path, qrels, run).query_scores
    # The first document is unjudged, the second is relevant, at rank 2.
    assert rows["unjudged"].to_list() == [1] * len(ALIKE)
    assert rows["ndcg"].to_list() == pytest.approx([1 / LOG2_3] * len(ALIKE), abs=1e-12)


def test_words_that_mean_nothing_elsewhere_are_ids(tmp_path: Path) -> None:
    qrels = "".join(f"{word} 0 {word} 1\n" for word in WORDS)
    run = "".join(f"{word} Q0 {word} 1 2 nan\n" for word in WORDS)
    rows = evaluate_texts(tmp_path, qrels, run).query_scores
    scored = dict(zip(rows["query_id"], rows["ndcg"], strict=True))
    assert scored == dict.fromkeys(WORDS, 1.0)
    assert set(rows["run_id"]) == {"nan"}


def test_query_ids_are_text_too(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, "1 0 elk 1\n", "1.0 Q0 elk 1 2 r\n")
    assert outcome.code == 1
    (found,) = [item for item in outcome.json["findings"] if item["rule_id"] == "no-common-query"]
    assert "'1.0'" in found["message"]
    assert "trailing .0" in found["message"]


@pytest.mark.parametrize("qrels", [{1: {"elk": 1}}, {"1": {7: 1}}])
def test_ids_of_other_types_are_refused_in_memory(qrels: dict[object, dict[object, int]]) -> None:
    with pytest.raises(library.ArgumentError, match="ids are text, so that 007 is not 7"):
        library.evaluate(qrels, {"1": {"elk": 1.0}})


# What no reader may take for a number; in several tools some of these are 0, 2 or not a number.
NO_SCORES = ["nan", "NaN", "inf", "-Infinity", "high", "2,9", "1_000", "0x10", "1e999", "1e", "."]


def test_a_score_that_is_no_finite_number_is_refused_at_its_line(tmp_path: Path) -> None:
    lines = [f"t Q0 d{rank} {rank} {score} r" for rank, score in enumerate(NO_SCORES, start=2)]
    run = "\n".join(["t Q0 elk 1 3 r", *lines, "t Q0 hen 99 1 r"])
    outcome = run_texts(tmp_path, "t 0 elk 1\n", run)
    assert outcome.code == 1
    (found,) = [item for item in outcome.json["findings"] if item["rule_id"] == "score-finite"]
    assert found["count"] == len(NO_SCORES)
    assert [place["value"] for place in found["examples"]] == lines
    assert places(outcome, "score-finite") == [("run.txt", n + 2) for n in range(len(NO_SCORES))]
    assert f"run.txt:2: r: the score in {lines[0]!r} is not a finite number" in outcome.stderr


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
def test_a_score_that_is_no_finite_number_is_refused_in_memory(score: float) -> None:
    with pytest.raises(library.RefusedError, match="score-finite"):
        scores({"t": {"elk": 1}}, {"t": {"elk": 1.0, "gnu": score}})


GREATER_THAN = [
    ("2e-05", "9e-06"),
    ("1E+2", "99"),
    ("10.5", "9.5"),
    (".5", ".25"),
    ("5.", "+4"),
    ("-1", "-1e1"),
    ("1e-320", "0"),
    ("0.30000000000000004", "0.3"),
]


def test_scores_compare_as_numbers_however_they_are_written(tmp_path: Path) -> None:
    queries = range(len(GREATER_THAN))
    qrels = "".join(f"{query} 0 elk 1\n" for query in queries)
    # gnu would win a tie, and comes first in the file.
    run = "".join(
        f"{query} Q0 gnu 1 {less} r\n{query} Q0 elk 2 {greater} r\n"
        for query, (greater, less) in enumerate(GREATER_THAN)
    )
    rows = evaluate_texts(tmp_path, qrels, run).query_scores
    scored = dict(zip(rows["query_id"], rows["ndcg"], strict=True))
    assert scored == {str(query): 1.0 for query in queries}


def test_a_run_without_one_good_line_is_refused(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, "t 0 elk 1\n", "t Q0 elk 1 2,9 r\n")
    assert outcome.code == 1
    assert places(outcome, "score-finite") == [("run.txt", 1)]


def test_a_run_without_one_good_line_is_refused_beside_a_good_run(tmp_path: Path) -> None:
    names = ("qrels.txt", "good.txt", "bad.txt")
    contents = ("t 0 elk 1\n", "t Q0 elk 1 2.9 good\n", "t Q0 elk 1 2,9 bad\n")
    for name, content in zip(names, contents, strict=True):
        (tmp_path / name).write_text(content, encoding="utf-8", newline="\n")
    files = [tmp_path / name for name in names]
    outcome = judged("run", *files, "--db", ":memory:", "--format", "json")
    assert outcome.code == 1
    assert [run["status"] for run in outcome.json["runs"]] == ["scored", "refused"]


def test_a_run_without_one_good_line_is_refused_in_python_too(tmp_path: Path) -> None:
    run = tmp_path / "run.txt"
    run.write_text("t Q0 elk 1 2,9 r\n", encoding="utf-8", newline="\n")
    with pytest.raises(library.RefusedError, match="score-finite"):
        library.evaluate({"t": {"elk": 1}}, run)
