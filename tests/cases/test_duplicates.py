"""The same document twice, in a run or in judgments: not counted twice, nor dropped unsaid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import judged
from tests.cases.small import LOG2_3, macro, places, run_texts

if TYPE_CHECKING:
    from pathlib import Path

QRELS = "t 0 elk 1\nt 0 fox 1\n"
# Counted twice, elk would make DCG 1 + 1 / log2(3) + 1 / log2(4), more than the ideal 1 + 1 /
# log2(3).
TWICE = "t Q0 elk 1 9 r\nt Q0 elk 2 8 r\nt Q0 fox 3 7 r\n"


def test_a_document_twice_in_a_list_is_refused_with_both_lines(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, TWICE)
    assert outcome.code == 1
    assert places(outcome, "duplicate-document") == [("run.txt", 1), ("run.txt", 2)]
    assert "'elk'" in outcome.stderr
    assert "--run-duplicates keep_best" in outcome.stderr
    assert outcome.json["runs"][0]["scores"] == []


@pytest.mark.parametrize("options", [("-k", "1"), ("--depth", "1")])
def test_a_duplicate_below_the_cutoff_is_refused_all_the_same(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    run = "t Q0 elk 1 9 r\nt Q0 fox 2 8 r\nt Q0 gnu 3 7 r\nt Q0 gnu 4 6 r\n"
    outcome = run_texts(tmp_path, QRELS, run, *options)
    assert outcome.code == 1
    assert places(outcome, "duplicate-document") == [("run.txt", 3), ("run.txt", 4)]


def test_the_best_of_two_lines_is_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, TWICE, "--run-duplicates", "keep_best")
    # elk, fox: what is behind a dropped line moves up.
    assert macro(outcome) == 1.0
    assert len(places(outcome, "duplicate-document")) == 2
    assert outcome.json["runs"][0]["scores"][0]["retrieved"] == 2


def test_the_best_line_is_the_best_scored_one_and_not_the_first(tmp_path: Path) -> None:
    run = "t Q0 elk 1 2 r\nt Q0 gnu 2 5 r\nt Q0 elk 3 9 r\n"
    # elk 9, gnu 5: 1 / (1 + 1 / log2(3))
    outcome = run_texts(tmp_path, QRELS, run, "--run-duplicates", "keep_best")
    assert macro(outcome) == pytest.approx(1 / (1 + 1 / LOG2_3), abs=1e-12)


def test_two_topics_under_one_id_show_as_duplicates(tmp_path: Path) -> None:
    # Two result lists, each beginning at rank 1.
    run = "t Q0 elk 1 9 r\nt Q0 gnu 2 8 r\nt Q0 elk 1 5 r\nt Q0 fox 2 4 r\n"
    outcome = run_texts(tmp_path, QRELS, run)
    assert outcome.code == 1
    assert places(outcome, "duplicate-document") == [("run.txt", 1), ("run.txt", 3)]


def test_a_document_in_the_lists_of_two_queries_is_no_duplicate() -> None:
    qrels = {"t": {"elk": 1}, "u": {"elk": 1}}
    result = judged.evaluate(qrels, {"t": {"elk": 1.0}, "u": {"elk": 1.0}})
    assert result.run_scores["macro_ndcg"][0] == 1.0


def test_no_id_is_made_up_that_could_match_a_judgment(tmp_path: Path) -> None:
    # A second elk renamed elk_2, or elk.2, would meet the judgment.
    run = "t Q0 elk 1 9 r\nt Q0 elk 2 8 r\n"
    outcome = run_texts(tmp_path, "t 0 elk_2 1\n", run, "--run-duplicates", "keep_best")
    assert macro(outcome) == 0.0


IDENTICAL = "t 0 elk 2\nt 0 fox 1\nt 0 elk 2\n"
CONFLICTING = "t 0 elk 2\nt 0 fox 1\nt 0 elk 0\n"
FOX_ELK = "t Q0 fox 1 2 r\nt Q0 elk 2 1 r\n"


def test_a_judgment_given_twice_is_refused_with_both_lines(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, IDENTICAL, FOX_ELK)
    assert outcome.code == 1
    assert places(outcome, "duplicate-judgment") == [("qrels.txt", 1), ("qrels.txt", 3)]
    assert places(outcome, "conflicting-judgment") == []


@pytest.mark.parametrize("policy", ["drop_identical", "max", "min", "majority", "iteration=0"])
def test_identical_judgments_count_once(tmp_path: Path, policy: str) -> None:
    outcome = run_texts(tmp_path, IDENTICAL, FOX_ELK, "--qrels-duplicates", policy)
    # fox 1, elk 2: (1 + 2 / log2(3)) / (2 + 1 / log2(3)). With elk twice in the ideal ranking it
    # would be less.
    assert macro(outcome) == pytest.approx((1 + 2 / LOG2_3) / (2 + 1 / LOG2_3), abs=1e-12)


@pytest.mark.parametrize("policy", ["error", "drop_identical", "iteration=0"])
def test_conflicting_judgments_are_refused_with_both_lines(tmp_path: Path, policy: str) -> None:
    outcome = run_texts(tmp_path, CONFLICTING, FOX_ELK, "--qrels-duplicates", policy)
    assert outcome.code == 1
    assert places(outcome, "conflicting-judgment") == [("qrels.txt", 1), ("qrels.txt", 3)]


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        # elk is 2: as above.
        ("max", (1 + 2 / LOG2_3) / (2 + 1 / LOG2_3)),
        # elk is 0: fox alone, at rank 1.
        ("min", 1.0),
        # One voice each: the lower grade.
        ("majority", 1.0),
    ],
)
def test_conflicting_judgments_are_resolved_by_a_named_rule(
    tmp_path: Path, policy: str, expected: float
) -> None:
    outcome = run_texts(tmp_path, CONFLICTING, FOX_ELK, "--qrels-duplicates", policy)
    assert macro(outcome) == pytest.approx(expected, abs=1e-12)


def test_the_most_frequent_grade_wins_against_a_lower_and_a_higher_one(tmp_path: Path) -> None:
    qrels = "".join(f"t 0 elk {grade}\n" for grade in (3, 1, 0, 1)) + "t 0 fox 2\n"
    outcome = run_texts(tmp_path, qrels, FOX_ELK, "--qrels-duplicates", "majority")
    # fox 2 before elk 1: ideal.
    assert macro(outcome) == 1.0


def test_one_assessor_may_be_chosen(tmp_path: Path) -> None:
    qrels = "t ann elk 0\nt ann fox 1\nt bob elk 1\nt bob fox 0\n"
    options = ("--qrels-duplicates", "iteration=bob")
    # To bob only elk is relevant, at rank 2.
    assert macro(run_texts(tmp_path, qrels, FOX_ELK, *options)) == pytest.approx(
        1 / LOG2_3, abs=1e-12
    )
