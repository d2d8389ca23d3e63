"""Every form of judgments and runs that the API takes gives the same scores."""

from __future__ import annotations

from importlib import import_module
from math import log2
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import judged
from judged import ArgumentError, InputError, RefusedError
from tests.support import few, write_qrels, write_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Neither has types that every checker finds.
pa: Any = import_module("pyarrow")
pd: Any = import_module("pandas")

QRELS = {"q1": {"A": 3, "B": 2, "C": 1, "D": 0}, "q2": {"x": 1, "y": 0}}
RUN = {"q1": {"B": 9.5, "A": 7.25, "D": 0.125}, "q2": {"y": 2.0, "x": -1.0}}
ORDER = {"q1": ["B", "A", "D"], "q2": ["y", "x"]}

# (2 + 3 / log2(3)) / (3 + 2 / log2(3) + 1 / log2(4)), and 1 / log2(3) / 1.
EXPECTED = {
    "q1": (2 + 3 / log2(3)) / (3 + 2 / log2(3) + 0.5),
    "q2": 1 / log2(3),
}

Table = dict[str, list[Any]]
QRELS_ROWS = [(query, doc, grade) for query, docs in QRELS.items() for doc, grade in docs.items()]
RUN_ROWS = [(query, doc, score) for query, docs in RUN.items() for doc, score in docs.items()]
QRELS_TABLE: Table = {
    name: [row[place] for row in QRELS_ROWS]
    for place, name in enumerate(("query_id", "doc_id", "grade"))
}
RUN_TABLE: Table = {
    name: [row[place] for row in RUN_ROWS]
    for place, name in enumerate(("query_id", "doc_id", "score"))
}
FRAMES: dict[str, Callable[[Table], Any]] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "arrow": pa.table,
}
QRELS_FORMS = ["dict", "text", "path", *FRAMES]
RUN_FORMS = ["dict", "order", "text", "path", "named", *FRAMES]


def qrels_as(form: str, folder: Path) -> Any:
    if form in FRAMES:
        return FRAMES[form](QRELS_TABLE)
    path = write_qrels(folder / "qrels.txt", QRELS)
    return {"dict": QRELS, "text": str(path), "path": path}[form]


def run_as(form: str, folder: Path) -> Any:
    if form in FRAMES:
        return FRAMES[form](RUN_TABLE)
    path = write_run(folder / "run.txt", RUN)
    forms: dict[str, Any] = {"dict": RUN, "order": ORDER, "text": str(path), "path": path}
    return forms.get(form, f"named={path}")


def scores(result: judged.Result) -> dict[str, Any]:
    return dict(result.query_scores.select("query_id", "ndcg").iter_rows())


@pytest.mark.parametrize("form", QRELS_FORMS)
def test_every_form_of_judgments_gives_the_same_scores(form: str, tmp_path: Path) -> None:
    result = judged.evaluate(qrels_as(form, tmp_path), RUN)
    assert scores(result) == pytest.approx(EXPECTED, abs=1e-12)


@pytest.mark.parametrize("form", few(RUN_FORMS, *list(RUN_FORMS)[::2]))
def test_every_form_of_a_run_gives_the_same_scores(form: str, tmp_path: Path) -> None:
    result = judged.evaluate(QRELS, run_as(form, tmp_path))
    assert scores(result) == pytest.approx(EXPECTED, abs=1e-12)


def test_all_forms_together_give_the_same_bits(tmp_path: Path) -> None:
    runs = {form: run_as(form, tmp_path) for form in RUN_FORMS if form != "named"}
    result = judged.evaluate(QRELS, runs)
    assert sorted(result.run_scores["run_id"]) == sorted(runs)
    for column in ("macro_ndcg", "pooled_ndcg", "mean_ceiling"):
        assert len(set(result.run_scores[column])) == 1


def test_a_lazy_frame_is_a_form_too() -> None:
    result = judged.evaluate(pl.LazyFrame(QRELS_TABLE), pl.LazyFrame(RUN_TABLE))
    assert scores(result) == pytest.approx(EXPECTED, abs=1e-12)


def names(result: judged.Result) -> list[str]:
    return sorted(result.run_scores["run_id"])


def test_one_run_in_memory_is_called_run() -> None:
    assert names(judged.evaluate(QRELS, RUN)) == ["run"]


def test_several_runs_have_the_names_of_the_dict(tmp_path: Path) -> None:
    path = write_run(tmp_path / "file.txt", RUN, tag="tag")
    runs = {"a": RUN, "b": ORDER, "c": path, "d": str(path), "e": pl.DataFrame(RUN_TABLE)}
    assert names(judged.evaluate(QRELS, runs)) == ["a", "b", "c", "d", "e"]


def test_a_file_is_named_by_its_tag_and_name_path_wins(tmp_path: Path) -> None:
    path = write_run(tmp_path / "file.txt", RUN, tag="bm25")
    assert names(judged.evaluate(QRELS, path)) == ["bm25"]
    assert names(judged.evaluate(QRELS, f"mine={path}")) == ["mine"]
    other = write_run(tmp_path / "other.txt", RUN, tag="splade")
    assert names(judged.evaluate(QRELS, [path, str(other)])) == ["bm25", "splade"]


@pytest.mark.parametrize("holder", ["pandas", "polars", "arrow"])
def test_a_column_of_run_ids_tells_runs_apart(holder: str) -> None:
    twice = {name: values * 2 for name, values in RUN_TABLE.items()}
    frame = FRAMES[holder]({**twice, "run_id": ["a"] * len(RUN_ROWS) + ["b"] * len(RUN_ROWS)})
    try:
        result = judged.evaluate(QRELS, frame)
    except RefusedError as refused:
        pytest.fail(str(refused))
    assert names(result) == ["a", "b"]


def test_runs_of_a_frame_may_return_one_document_a_query() -> None:
    table = {"run_id": ["a", "b"], "query_id": ["q2"] * 2, "doc_id": ["x", "y"], "score": [1.0] * 2}
    assert names(judged.evaluate(QRELS, pl.DataFrame(table))) == ["a", "b"]


@pytest.mark.parametrize("side", ["qrels", "run"])
def test_a_null_query_id_is_refused_and_not_left_out(side: str) -> None:
    table = QRELS_TABLE if side == "qrels" else RUN_TABLE
    frame = pl.DataFrame({**table, "query_id": [None, *table["query_id"][1:]]})
    with pytest.raises(RefusedError, match="empty-id"):
        judged.evaluate(*((frame, RUN) if side == "qrels" else (QRELS, frame)))


def test_a_null_document_is_refused() -> None:
    frame = pl.DataFrame({**RUN_TABLE, "doc_id": [None, *RUN_TABLE["doc_id"][1:]]})
    with pytest.raises(RefusedError, match="empty-id"):
        judged.evaluate(QRELS, frame)


def test_an_empty_list_is_a_ranking_and_no_missing_query() -> None:
    result = judged.evaluate(QRELS, {"q1": ["A", "B", "C"], "q2": []})
    row = result.run_scores.to_dicts()[0]
    assert (row["missing_queries"], row["scored_queries"], row["macro_ndcg"]) == (0, 2, 0.5)


REFUSED: list[tuple[Any, Any, type[Exception], str]] = [
    (5, RUN, ArgumentError, "^qrels: int is neither a path, a dict"),
    (QRELS, 5, ArgumentError, "^run: int is neither a path, a dict"),
    (QRELS, [RUN], ArgumentError, "a list of runs holds paths, not dict; pass runs in memory"),
    ("none.txt", RUN, ArgumentError, r"^none\.txt: no such file"),
    (QRELS, ["none.txt"], ArgumentError, r"^none\.txt: no such file"),
    (QRELS, {"a": "none.txt"}, ArgumentError, r"^none\.txt: no such file"),
    ({}, RUN, InputError, "^qrels: no line with data"),
    (QRELS, {}, InputError, "^run: no line with data"),
    (QRELS, pl.DataFrame(schema=["query_id", "doc_id", "score"]), InputError, "^run: no line with"),
    ({7: {"a": 1}}, RUN, ArgumentError, "query_id 7 is int; ids are text"),
    (QRELS, {"q1": [7]}, ArgumentError, "doc_id 7 is int; ids are text"),
]


@pytest.mark.parametrize(("qrels", "runs", "kind", "message"), REFUSED)
def test_what_is_no_collection_is_refused(
    qrels: Any, runs: Any, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        judged.evaluate(qrels, runs)


def test_a_call_without_a_run_is_refused() -> None:
    with pytest.raises(ValueError, match="run"):
        judged.evaluate(QRELS, [])


def test_a_name_wins_over_the_names_in_a_frame() -> None:
    frame = pl.DataFrame(
        {"run_id": ["x", "x"], "query_id": ["q1"] * 2, "doc_id": ["A", "B"], "score": [2.0, 1.0]}
    )
    result = judged.evaluate(QRELS, {"bm25": frame, "dense": frame})
    assert result.run_scores["run_id"].to_list() == ["bm25", "dense"]
    assert judged.evaluate(QRELS, frame).run_scores["run_id"].to_list() == ["x"]


@pytest.mark.parametrize("kind", ["Int64", "string"])
def test_a_gap_in_a_nullable_column_of_pandas_is_none(kind: str) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["q1"] * 2, "doc_id": ["A", "B"], "grade": [1, 0]})
    frame["iteration"] = pandas.array([1 if kind == "Int64" else "1", None], dtype=kind)
    result = judged.evaluate(frame, {"q1": ["A", "B"]})
    assert result.run_scores["macro_ndcg"].to_list() == [1.0]
