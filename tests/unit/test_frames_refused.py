"""What is refused of judgments and runs in memory, and in which words."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

from judged import ArgumentError, evaluate
from judged.ingestion.frames import qrels_frame, run_frame

if TYPE_CHECKING:
    from collections.abc import Callable

# Neither has types that every checker finds.
pa: Any = import_module("pyarrow")
pd: Any = import_module("pandas")

HOLDERS: dict[str, Callable[[Any], Any]] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "arrow": pa.table,
}
every_holder = pytest.mark.parametrize("holder", HOLDERS)


@pytest.mark.parametrize(
    ("value", "kind"),
    [(7, "int"), (7.0, "float"), (True, "bool"), (None, "NoneType"), (b"7", "bytes")],
)
def test_an_id_that_is_no_text_is_refused(value: Any, kind: str) -> None:
    with pytest.raises(ArgumentError, match=f"query_id .* is {kind}; ids are text, so that 007"):
        qrels_frame({value: {"a": 1}})
    with pytest.raises(ArgumentError, match=f"doc_id .* is {kind}; ids are text"):
        qrels_frame({"q": {value: 1}})
    with pytest.raises(ArgumentError, match=f"query_id .* is {kind}; ids are text"):
        run_frame({value: ["a"]})
    with pytest.raises(ArgumentError, match=f"doc_id .* is {kind}; ids are text"):
        run_frame({"q": [value]})


def test_a_numpy_integer_is_no_id() -> None:
    with pytest.raises(ArgumentError, match=r"doc_id .*7.* is int64; ids are text"):
        run_frame({"q": {np.int64(7): 1.0}})


def test_an_id_of_an_empty_list_is_checked_too() -> None:
    with pytest.raises(ArgumentError, match="query_id 7 is int"):
        run_frame({7: []})


@every_holder
@pytest.mark.parametrize("ids", [[1, 2], [1.0, 2.0], [True, False]])
@pytest.mark.parametrize("column", ["query_id", "doc_id"])
def test_a_column_of_ids_that_is_no_text_is_refused(
    holder: str, ids: list[Any], column: str
) -> None:
    table = {"query_id": ["q", "q"], "doc_id": ["a", "b"], "grade": [1, 1], column: ids}
    with pytest.raises(ArgumentError, match=f"column {column} is of .*; ids are text, so that 007"):
        qrels_frame(HOLDERS[holder](table))
    run = {**{key: value for key, value in table.items() if key != "grade"}, "score": [1.0, 2.0]}
    with pytest.raises(ArgumentError, match=f"column {column} is of .*; ids are text"):
        run_frame(HOLDERS[holder](run))


@pytest.mark.parametrize("ids", [["q", 7], [7, "q"]])
def test_a_column_of_mixed_types_is_refused(ids: list[Any]) -> None:
    frame = pd.DataFrame({"query_id": ids, "doc_id": ["a", "b"], "grade": [1, 1]})
    with pytest.raises(ArgumentError, match=r"column query_id is of int \(7\); ids"):
        qrels_frame(frame)


@every_holder
@pytest.mark.parametrize("column", ["query_id", "doc_id", "grade"])
def test_a_missing_column_is_told_with_those_that_are_there(holder: str, column: str) -> None:
    table = {"query_id": ["q"], "doc_id": ["a"], "grade": [1]}
    del table[column]
    message = rf"the qrels frame has no column '{column}' \(it has {', '.join(table)}\); wanted"
    with pytest.raises(ArgumentError, match=message):
        qrels_frame(HOLDERS[holder](table))


@every_holder
def test_a_run_frame_needs_a_score_or_a_rank(holder: str) -> None:
    with pytest.raises(ArgumentError, match="neither a column score nor a column rank"):
        run_frame(HOLDERS[holder]({"query_id": ["q"], "doc_id": ["a"]}))


@every_holder
@pytest.mark.parametrize(("name", "near"), [("scor", "score"), ("docid", "doc_id")])
def test_an_unknown_column_is_told_with_the_near_one(holder: str, name: str, near: str) -> None:
    table = {"query_id": ["q"], "doc_id": ["a"], "score": [1.0], name: ["x"]}
    message = f"the run frame has an unknown column '{name}'; did you mean '{near}'"
    with pytest.raises(ArgumentError, match=message):
        run_frame(HOLDERS[holder](table))


@pytest.mark.parametrize("value", [["a"], "a", 1, None])
def test_judgments_of_a_query_are_a_dict(value: Any) -> None:
    with pytest.raises(ArgumentError, match=r"query 'q' of the judgments holds .*; wanted a dict"):
        qrels_frame({"q": value})


@pytest.mark.parametrize("value", ["a", b"a", 1, None, {"a"}])
def test_a_list_of_a_run_is_a_dict_or_a_list(value: Any) -> None:
    with pytest.raises(ArgumentError, match=r"query 'q' of the run holds .*; wanted a dict"):
        run_frame({"q": value})


@pytest.mark.parametrize(("value", "kind"), [(5, "int"), (None, "NoneType"), (object(), "object")])
def test_what_is_no_judgments_at_all_is_refused(value: object, kind: str) -> None:
    with pytest.raises(ArgumentError, match=f"^qrels: {kind} is neither a path, a dict"):
        qrels_frame(value)
    with pytest.raises(ArgumentError, match=f"^run: {kind} is neither a path, a dict"):
        run_frame(value)


COLUMNS: dict[str, Any] = {
    "pandas Series": pd.Series(["a"]),
    "pandas Index": pd.Index(["a"]),
    "polars Series": pl.Series("query_id", ["a"]),
    "Arrow ChunkedArray": pa.chunked_array([["a"]]),
    "numpy ndarray": np.array(["a"]),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_single_column_is_no_frame(name: str) -> None:
    kind = name.split()[1]
    words = f"{kind} is neither a path, a dict, nor a pandas, polars or Arrow frame with columns"
    with pytest.raises(ArgumentError, match=f"^qrels: {words} query_id, doc_id, grade$"):
        evaluate(COLUMNS[name], {"q": ["a"]})
    with pytest.raises(ArgumentError, match=f"^run: {words} query_id, doc_id, score$"):
        evaluate({"q": {"a": 1}}, COLUMNS[name])


@pytest.mark.parametrize("name", COLUMNS)
def test_a_single_column_is_no_run_of_several(name: str) -> None:
    with pytest.raises(ArgumentError, match="run"):
        evaluate({"q": {"a": 1}}, {"mine": COLUMNS[name]})
    with pytest.raises(ArgumentError, match="a list of runs holds paths, not"):
        evaluate({"q": {"a": 1}}, [COLUMNS[name]])


def test_a_column_that_stands_twice_is_refused() -> None:
    frame = pd.DataFrame([["q", "q", "a", 1]], columns=["query_id", "query_id", "doc_id", "grade"])
    with pytest.raises(
        ArgumentError, match="the qrels frame has two columns of one name: query_id"
    ):
        qrels_frame(frame)


def test_an_iteration_may_be_an_integer() -> None:
    frame = pl.DataFrame({"query_id": ["q"], "doc_id": ["a"], "grade": [1], "iteration": [0]})
    assert qrels_frame(frame).frame["iteration"].to_list() == ["0"]


def test_columns_of_several_levels_are_told_by_what_is_wanted() -> None:
    frame = pd.DataFrame([["q1", "a", 1]], columns=pd.MultiIndex.from_product([["x"], list("abc")]))
    with pytest.raises(ArgumentError, match="query_id"):
        qrels_frame(frame)


def test_a_query_without_a_judgment_is_refused() -> None:
    with pytest.raises(ArgumentError, match="'q2' stands in the judgments without one; judge a"):
        qrels_frame({"q1": {"a": 1}, "q2": {}})


def test_an_arrow_frame_that_cannot_be_read_is_refused() -> None:
    columns = {"query_id": ["q"], "doc_id": ["a"], "score": [1.0]}
    view = pa.array([[1]], pa.list_view(pa.int64()))
    twice = pa.table([["q"], ["a"], [1.0], [1.0]], names=[*columns, "score"])
    for frame in (pa.table({**columns, "more": view}), twice):
        with pytest.raises(ArgumentError, match="a type that is not supported, or two of one name"):
            run_frame(frame)


def test_an_id_that_pandas_lost_is_a_null() -> None:
    frame = pd.DataFrame({"query_id": ["q", "q"], "doc_id": ["a", float("nan")], "score": [2, 1]})
    assert run_frame(frame).frame["doc_id"].to_list() == ["a", None]


def test_bytes_are_told_as_the_text_that_they_are() -> None:
    with pytest.raises(ArgumentError, match="pass 'q1'"):
        qrels_frame({b"q1": {"a": 1}})
