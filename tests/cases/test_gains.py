"""What a grade is worth is a choice of the contract, and printed with the number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import judged
from tests.cases.small import LOG2_3, count, evaluate, macro, places, row, run_texts, scores

if TYPE_CHECKING:
    from pathlib import Path

GRADED = {"t": {"ant": 3, "bee": 2, "cow": 1}}
BEE_ANT = {"t": ["bee", "ant"]}


@pytest.mark.parametrize(
    ("gain", "measure", "expected"),
    [
        # (2 + 3 / log2(3)) / (3 + 2 / log2(3))
        ("linear", "nDCG@2", (2 + 3 / LOG2_3) / (3 + 2 / LOG2_3)),
        # 2^2 - 1 = 3 and 2^3 - 1 = 7: (3 + 7 / log2(3)) / (7 + 3 / log2(3))
        ("exponential", "nDCG@2[exponential]", (3 + 7 / LOG2_3) / (7 + 3 / LOG2_3)),
        (
            {1: 1, 2: 3, 3: 7},
            "nDCG@2[gain:1=1,2=3,3=7]",
            (3 + 7 / LOG2_3) / (7 + 3 / LOG2_3),
        ),
        # A table with steps below 1, as exact decimals.
        (
            {1: 0.25, 2: 0.5, 3: "0.75"},
            "nDCG@2[gain:1=0.25,2=0.5,3=0.75]",
            (2 + 3 / LOG2_3) / (3 + 2 / LOG2_3),
        ),
    ],
)
def test_a_gain_has_its_value_and_its_name(gain: Any, measure: str, expected: float) -> None:
    only = row(GRADED, BEE_ANT, cutoffs=2, gain=gain)
    assert only["ndcg"] == pytest.approx(expected, abs=1e-12)
    assert only["measure"] == measure


def test_linear_and_exponential_gain_of_binary_grades_agree_to_the_bit() -> None:
    qrels = {"t": {"a": 1, "b": 1, "c": 0, "d": 1}}
    run = {"t": ["x", "a", "c", "b"]}
    assert scores(qrels, run, gain="linear") == scores(qrels, run, gain="exponential")


def test_the_ideal_follows_gains_and_not_grades() -> None:
    # The lowest grade is worth most: ant 1, bee 4, cow 9. In the run's order ant, bee, cow:
    # (1 + 4 / log2(3) + 9 / log2(4)) / (9 + 4 / log2(3) + 1 / log2(4))
    gains = {3: 1, 2: 4, 1: 9}
    value = scores(GRADED, {"t": ["ant", "bee", "cow"]}, gain=gains)["t"]
    assert value == pytest.approx((1 + 4 / LOG2_3 + 4.5) / (9 + 4 / LOG2_3 + 0.5), abs=1e-12)
    assert scores(GRADED, {"t": ["cow", "bee", "ant"]}, gain=gains) == {"t": 1.0}


def test_a_threshold_is_a_table_that_gives_low_grades_nothing() -> None:
    # cow, bee, ant with cow worth 0: (2 / log2(3) + 3 / log2(4)) / (3 + 2 / log2(3))
    run = {"t": ["cow", "bee", "ant"]}
    only = row(GRADED, run, gain={1: 0, 2: 2, 3: 3})
    assert only["ndcg"] == pytest.approx((2 / LOG2_3 + 1.5) / (3 + 2 / LOG2_3), abs=1e-12)
    assert only["relevant"] == 2
    # Without it cow counts at the top: (1 + 2 / log2(3) + 3 / 2) / (3 + 2 / log2(3) + 1 / 2)
    linear = scores(GRADED, run)["t"]
    assert linear == pytest.approx((2.5 + 2 / LOG2_3) / (3.5 + 2 / LOG2_3), abs=1e-12)


def test_grades_are_made_binary_only_by_a_table() -> None:
    qrels = {"t": {"ant": 3, "cow": 1}}
    run = {"t": ["cow", "ant"]}
    # (1 + 3 / log2(3)) / (3 + 1 / log2(3))
    assert scores(qrels, run)["t"] == pytest.approx((1 + 3 / LOG2_3) / (3 + 1 / LOG2_3), abs=1e-12)
    assert scores(qrels, run, gain={1: 1, 3: 1}) == {"t": 1.0}


def test_a_grade_without_a_gain_is_refused_and_named() -> None:
    with pytest.raises(judged.RefusedError, match=r"grade-without-gain.*grade 3"):
        scores(GRADED, BEE_ANT, gain={1: 1, 2: 2})


def test_grade_zero_needs_no_entry_in_a_table() -> None:
    qrels = {"t": {"ant": 1, "bee": 0}}
    # bee gains nothing: 1 / log2(3)
    value = scores(qrels, BEE_ANT, gain={1: 5})["t"]
    assert value == pytest.approx(1 / LOG2_3, abs=1e-12)


ANT_BEE = "t Q0 bee 1 2 r\nt Q0 ant 2 1 r\n"


def test_a_grade_written_with_a_point_and_zeros_is_an_integer(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, "t 0 ant 2.0\nt 0 bee 1\n", ANT_BEE)
    # (1 + 2 / log2(3)) / (2 + 1 / log2(3))
    assert macro(outcome) == pytest.approx((1 + 2 / LOG2_3) / (2 + 1 / LOG2_3), abs=1e-12)
    assert places(outcome, "grade-written-as-decimal") == [("qrels.txt", 1)]


def test_grades_written_as_decimals_are_counted() -> None:
    result = evaluate({"t": {"ant": 2.0, "bee": 1.0}}, {"t": ["ant"]})  # type: ignore[dict-item]
    assert count(result.findings.to_dict(as_series=False), "grade-written-as-decimal") == 2
    assert result.query_scores["relevant"][0] == 2


NO_GRADES = ["1.5", "yes", "true", "0.9", "1e1", "1_0", "nan", "2,0", "0x1"]


def test_a_grade_that_is_no_integer_is_refused_at_its_line(tmp_path: Path) -> None:
    lines = [f"t 0 d{number} {grade}" for number, grade in enumerate(NO_GRADES)]
    outcome = run_texts(tmp_path, "\n".join(["t 0 ant 1", *lines]), ANT_BEE)
    assert outcome.code == 1
    last = len(NO_GRADES) + 2
    assert places(outcome, "grade-integer") == [("qrels.txt", number) for number in range(2, last)]
    assert f"qrels.txt:2: judgments: the grade in {lines[0]!r} is not an integer" in outcome.stderr


def test_a_grade_beyond_the_range_of_the_contract_is_refused() -> None:
    with pytest.raises(judged.RefusedError, match=r"grade-range.*grade 4"):
        scores({"t": {"ant": 4}}, {"t": ["ant"]}, grades=[0, 3])
    assert scores({"t": {"ant": 4}}, {"t": ["ant"]}, grades=[0, 4]) == {"t": 1.0}
