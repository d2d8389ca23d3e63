"""Equal scores: what decides between them is a choice of the contract, never an accident."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import judged
from tests.cases.small import LOG2_3, evaluate, macro, places, row, run_texts, scores, warnings

if TYPE_CHECKING:
    from pathlib import Path

# fox and hen tie; only fox is relevant. At rank 1 it gains 2 of 2, at rank 2 it gains 2 / log2(3).
FOX = {"t": {"fox": 2}}
FOX_AND_HEN = {"t": {"fox": 4.0, "hen": 4.0, "owl": 1.0}}


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ("doc_id_desc", 1 / LOG2_3),
        ("doc_id_asc", 1.0),
        ("line", 1.0),
        ("average", (1 + 1 / LOG2_3) / 2),
    ],
)
def test_a_named_rule_decides_between_equal_scores(ties: str, expected: float) -> None:
    assert scores(FOX, FOX_AND_HEN, ties=ties)["t"] == pytest.approx(expected, abs=1e-12)


def test_the_order_of_lines_decides_only_where_it_is_asked_to() -> None:
    reverse = {"t": dict(reversed(FOX_AND_HEN["t"].items()))}
    assert scores(FOX, reverse, ties="line")["t"] == pytest.approx(1 / LOG2_3, abs=1e-12)
    for ties in ("doc_id_desc", "doc_id_asc", "average"):
        assert scores(FOX, reverse, ties=ties) == scores(FOX, FOX_AND_HEN, ties=ties)


def test_equal_scores_are_refused_where_no_rule_may_decide() -> None:
    with pytest.raises(judged.RefusedError, match="tied-documents"):
        scores(FOX, FOX_AND_HEN, ties="error")


def test_equal_scores_of_a_query_that_nobody_judged_are_no_matter() -> None:
    run = {"t": {"fox": 4.0, "hen": 3.0}, "other": {"fox": 1.0, "hen": 1.0}}
    assert scores(FOX, run, ties="error") == {"t": 1.0}


def test_a_tie_at_the_depth_is_refused_where_no_rule_may_decide() -> None:
    # Which of the two is kept is the choice that ties = error forbids.
    with pytest.raises(judged.RefusedError, match="tied-documents"):
        scores(FOX, {"t": {"fox": 4.0, "hen": 4.0}}, ties="error", depth=1)


def test_an_averaged_tie_counts_only_its_places_above_the_cutoff() -> None:
    # bee, cow, dog share ranks 2 to 4; at k = 2 one of the three is bee, at rank 2:
    # 1 / 3 * 1 / log2(3).
    run = {"t": {"ant": 9.0, "bee": 5.0, "cow": 5.0, "dog": 5.0}}
    value = scores({"t": {"bee": 1}}, run, ties="average", cutoffs=2)["t"]
    assert value == pytest.approx(1 / 3 / LOG2_3, abs=1e-12)


def test_a_tie_across_the_cutoff_is_told() -> None:
    run = {"t": {"ant": 9.0, "bee": 5.0, "cow": 5.0}}
    qrels = {"t": {"bee": 1}}
    assert "ties-across-cutoff" in warnings(evaluate(qrels, run, cutoffs=2))
    assert "ties-across-cutoff" not in warnings(evaluate(qrels, run, cutoffs=1))
    # The expectation over all orders leaves nothing to chance.
    assert "ties-across-cutoff" not in warnings(evaluate(qrels, run, cutoffs=2, ties="average"))


def test_a_constant_scorer_gets_no_credit_for_the_order_of_its_lines() -> None:
    run = {"t": {"a": 0.5, "b": 0.5, "c": 0.5}}
    result = evaluate({"t": {"a": 1}}, run)
    # c, b, a: 1 / log2(4)
    assert result.query_scores["ndcg"][0] == 0.5
    assert "all-tied" in warnings(result)
    # (1 + 1 / log2(3) + 1 / log2(4)) / 3
    mean = scores({"t": {"a": 1}}, run, ties="average")["t"]
    assert mean == pytest.approx((1 + 1 / LOG2_3 + 0.5) / 3, abs=1e-12)


def test_a_constant_list_of_equal_grades_is_perfect_in_any_order() -> None:
    run = {"t": {"a": 7.0, "b": 7.0}}
    assert scores({"t": {"a": 1, "b": 1}}, run, ties="average") == {"t": 1.0}


@pytest.mark.parametrize(("precision", "expected"), [("float64", 1.0), ("float32", 1 / LOG2_3)])
def test_scores_that_differ_only_as_doubles_tie_as_floats(precision: str, expected: float) -> None:
    # A float has 24 bits, so that 2^24 + 1 becomes 2^24; hen comes first where they tie.
    run = {"t": {"fox": 16777217.0, "hen": 16777216.0}}
    value = scores(FOX, run, score_precision=precision)["t"]
    assert value == pytest.approx(expected, abs=1e-12)


def test_zero_and_minus_zero_tie() -> None:
    run = {"t": {"fox": 0.0, "hen": -0.0}}
    assert scores(FOX, run)["t"] == pytest.approx(1 / LOG2_3, abs=1e-12)


def test_ids_are_ordered_by_their_bytes_in_utf_8() -> None:
    # First bytes F0, EF, C3, 7A, 5A, 39, 31. By UTF-16 the second would come first; by any
    # dictionary the capital would stand beside the small letter, and 10 behind 9.
    ids = ["😀", "ﬁ", "é", "z", "Z", "9", "10"]
    qrels = {"t": {document: len(ids) - place for place, document in enumerate(ids)}}
    # An order without a fault is exactly 1, and any other is less.
    assert scores(qrels, {"t": dict.fromkeys(ids, 1.0)}) == {"t": 1.0}
    assert scores(qrels, {"t": dict.fromkeys(sorted(ids), 1.0)}) == {"t": 1.0}
    backwards = row(qrels, {"t": dict.fromkeys(ids, 1.0)}, ties="doc_id_asc")
    assert backwards["ndcg"] < 1.0


# The rank column has fox first, the scores have it last.
CONTRADICTION = "t Q0 fox 1 0.2 r\nt Q0 hen 2 0.3 r\nt Q0 owl 3 0.9 r\n"


def test_scores_rank_even_where_the_rank_column_contradicts_them(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, "t 0 fox 2\n", CONTRADICTION)
    # owl, hen, fox: (2 / log2(4)) / 2
    assert macro(outcome) == 0.5
    assert places(outcome, "rank-order") == [("run.txt", 2), ("run.txt", 3)]


@pytest.mark.parametrize("order", ["rank", "line"])
def test_the_rank_column_ranks_where_it_is_asked_to(tmp_path: Path, order: str) -> None:
    assert macro(run_texts(tmp_path, "t 0 fox 2\n", CONTRADICTION, "--order", order)) == 1.0


def test_the_rank_column_may_begin_anywhere_and_have_gaps(tmp_path: Path) -> None:
    run = "t Q0 owl 40 0.9 r\nt Q0 fox 0 0.1 r\nt Q0 hen 7 0.5 r\n"
    assert macro(run_texts(tmp_path, "t 0 fox 2\n", run, "--order", "rank")) == 1.0
