"""Judgments and runs in memory: every form that holds them becomes the same frame of text."""

from __future__ import annotations

from decimal import Decimal
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

from judged.ingestion.frames import is_frame, qrels_frame, run_frame

if TYPE_CHECKING:
    from collections.abc import Callable

# Neither has types that every checker finds.
pa: Any = import_module("pyarrow")
pd: Any = import_module("pandas")

Table = dict[str, list[Any]]
QRELS: Table = {"query_id": ["q1", "q1", "q2"], "doc_id": ["a", "b", "a"], "grade": [3, 0, -1]}
RUN: Table = {"query_id": ["q1", "q1", "q2"], "doc_id": ["a", "b", "a"], "score": [0.5, 0.1, 2.0]}

HOLDERS: dict[str, Callable[[Table], Any]] = {
    "pandas": pd.DataFrame,
    "pandas-strings": lambda table: pd.DataFrame(table).astype({"query_id": "string"}),
    "pandas-categories": lambda table: pd.DataFrame(table).astype({"doc_id": "category"}),
    "polars": pl.DataFrame,
    "polars-lazy": pl.LazyFrame,
    "polars-categories": lambda table: pl.DataFrame(table).cast({"doc_id": pl.Categorical}),
    "polars-enum": lambda table: pl.DataFrame(table).cast({"query_id": pl.Enum(["q1", "q2"])}),
    "arrow": pa.table,
    "arrow-batches": lambda table: pa.table(table).to_reader(),
}
every_holder = pytest.mark.parametrize("holder", HOLDERS)


@every_holder
def test_judgments_are_the_same_frame_whatever_holds_them(holder: str) -> None:
    frame = qrels_frame(HOLDERS[holder](QRELS))
    assert frame.frame.columns == ["query_id", "doc_id", "iteration", "grade_text"]
    assert frame.frame.rows() == [
        ("q1", "a", None, "3"),
        ("q1", "b", None, "0"),
        ("q2", "a", None, "-1"),
    ]
    assert frame.sha256 == qrels_frame({"q1": {"a": 3, "b": 0}, "q2": {"a": -1}}).sha256


@every_holder
def test_a_run_is_the_same_frame_whatever_holds_it(holder: str) -> None:
    frame = run_frame(HOLDERS[holder](RUN))
    assert frame.frame.columns == ["tag", "query_id", "doc_id", "rank_text", "score_text"]
    assert frame.frame.rows() == [
        (None, "q1", "a", None, "0.5"),
        (None, "q1", "b", None, "0.1"),
        (None, "q2", "a", None, "2.0"),
    ]
    assert frame.sha256 == run_frame({"q1": {"a": 0.5, "b": 0.1}, "q2": {"a": 2.0}}).sha256


@every_holder
def test_optional_columns_are_taken(holder: str) -> None:
    make = HOLDERS[holder]
    qrels = qrels_frame(make({**QRELS, "iteration": ["0", "1", "2"]}))
    assert qrels.frame["iteration"].to_list() == ["0", "1", "2"]
    run = run_frame(make({**RUN, "rank": [1, 2, 1], "run_id": ["r", "r", "s"]}))
    assert run.frame["rank_text"].to_list() == ["1", "2", "1"]
    assert run.frame["tag"].to_list() == ["r", "r", "s"]


def test_an_iteration_may_be_a_number_or_missing() -> None:
    numbers = pd.DataFrame({**QRELS, "iteration": [0, None, 2]})  # makes 0.0, NaN and 2.0
    assert qrels_frame(numbers).frame["iteration"].to_list() == ["0", None, "2"]
    half = pl.DataFrame({**QRELS, "iteration": [0.5, 1.0, None]})
    assert qrels_frame(half).frame["iteration"].to_list() == ["0.5", "1", None]


def test_the_order_of_columns_does_not_matter() -> None:
    turned = pl.DataFrame(QRELS).select("grade", "doc_id", "query_id")
    assert qrels_frame(turned).sha256 == qrels_frame(pl.DataFrame(QRELS)).sha256


def test_an_ordered_list_has_ranks_and_falling_scores() -> None:
    rows = run_frame({"q1": ["b", "a"], "q2": ("c",)}).frame.rows()
    assert rows == [
        (None, "q1", "b", "1", "-1"),
        (None, "q1", "a", "2", "-2"),
        (None, "q2", "c", "1", "-1"),
    ]


def test_a_run_frame_may_have_ranks_alone() -> None:
    frame = pl.DataFrame({"query_id": ["q1"], "doc_id": ["a"], "rank": [1]})
    assert run_frame(frame).frame.rows() == [(None, "q1", "a", "1", None)]


def test_empty_lists_are_kept_apart() -> None:
    frame = run_frame({"q1": [], "q2": ["a"], "q3": {}})
    assert frame.empty == ("q1", "q3")
    assert frame.frame.rows() == [(None, "q2", "a", "1", "-1")]
    assert frame.sha256 != run_frame({"q2": ["a"]}).sha256


def test_the_hash_is_that_of_values_and_order() -> None:
    run = run_frame({"q": {"a": 1.0, "b": 2.0}})
    assert run.sha256 != run_frame({"q": {"b": 2.0, "a": 1.0}}).sha256
    assert run.sha256 != run_frame({"q": {"a": 1.0, "b": 3.0}}).sha256
    assert run.sha256 == run_frame({"q": {"a": 1.0, "b": 2.0}}).sha256


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (2, "2"),
        (2.0, "2.0"),
        (1.5, "1.5"),
        (-0.0, "-0.0"),
        (1e22, "1e+22"),
        (0.1 + 0.2, "0.30000000000000004"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (True, "True"),
        (np.int64(3), "3"),
        (np.int8(-1), "-1"),
        (np.float64(0.1), "0.1"),
        (np.float64(1e22), "1e+22"),
        (np.float32(0.5), "0.5"),
        (np.True_, "True"),
        (Decimal("0.10"), "0.10"),
        (2**70, str(2**70)),
    ],
)
def test_a_number_is_written_so_that_it_comes_back(number: Any, text: str) -> None:
    grades = qrels_frame({"q": {"a": number}}).frame["grade_text"].to_list()
    scores = run_frame({"q": {"a": number}}).frame["score_text"].to_list()
    assert grades == scores == [text]


@pytest.mark.parametrize("kind", [pl.Float32, pl.Float64])
def test_a_column_of_floats_keeps_their_values(kind: type[pl.DataType]) -> None:
    scores = [0.1, 1e-40, 16777216.0, 3.4e38]
    column = pl.Series(scores, dtype=kind)
    frame = pl.DataFrame({"query_id": ["q"] * 4, "doc_id": list("abcd"), "score": column})
    texts = run_frame(frame).frame["score_text"].to_list()
    assert [float(text) for text in texts] == column.to_list()


def test_a_column_of_booleans_stays_told_apart_from_numbers() -> None:
    table: Table = {"query_id": ["q"], "doc_id": ["a"], "grade": [True]}
    for holder in ("pandas", "polars", "arrow"):
        frame = qrels_frame(HOLDERS[holder](table))
        assert frame.frame["grade_text"].to_list() == ["True"]


@pytest.mark.parametrize(("numbers", "text"), [([1, True], "True"), ([0.5, True], "True")])
def test_a_boolean_among_numbers_stays_told_apart(numbers: list[Any], text: str) -> None:
    column = pd.Series(numbers, dtype=object)
    frame = pd.DataFrame({"query_id": ["q", "q"], "doc_id": ["a", "b"], "grade": column})
    assert qrels_frame(frame).frame["grade_text"].to_list()[1] == text


def test_a_missing_number_is_null() -> None:
    table: Table = {"query_id": ["q", "q"], "doc_id": ["a", "b"], "score": [None, 1.0]}
    assert run_frame(pl.DataFrame(table)).frame["score_text"].to_list() == [None, "1.0"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (pd.DataFrame(QRELS), True),
        (pl.DataFrame(QRELS), True),
        (pa.table(QRELS), True),
        ({"q": {"a": 1}}, False),
        (["a"], False),
        ("path", False),
    ],
    ids=["pandas", "polars", "arrow", "dict", "list", "path"],
)
def test_a_frame_is_told_from_other_values(value: object, expected: bool) -> None:
    assert is_frame(value) is expected
