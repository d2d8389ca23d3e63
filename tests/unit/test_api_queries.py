"""`queries=` fixes the evaluated set, as `--queries` does."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import judged
from judged import ArgumentError
from judged.evaluation.selection import newest_evaluations
from judged.reporting.report import report
from judged.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

# It has no types that every checker finds.
pd: Any = import_module("pandas")

# The run is right on q1, wrong on q2 and q3.
QRELS = {query: {"a": 1, "b": 0} for query in ("q1", "q2", "q3")}
RUN = {"q1": ["a"], "q2": ["b"], "q3": ["b"]}

FORMS: dict[str, Callable[[list[str]], Iterable[str]]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "iterator": iter,
    "pandas": lambda ids: pd.Series(ids),
    "numpy": lambda ids: pd.Series(ids).to_numpy(),
    "polars": pl.Series,
}


def evaluated(result: judged.Result) -> dict[str, float]:
    return dict(result.query_scores.select("query_id", "ndcg").iter_rows())


@pytest.mark.parametrize("form", FORMS)
def test_only_the_listed_queries_are_evaluated(form: str) -> None:
    result = judged.evaluate(QRELS, RUN, queries=FORMS[form](["q3", "q1"]))
    assert evaluated(result) == {"q1": 1.0, "q3": 0.0}
    assert result.run_scores["macro_ndcg"].to_list() == [0.5]


@pytest.mark.parametrize("kind", ["path", "text"])
def test_a_file_of_queries_is_named_by_its_path(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "topics.csv"
    path.write_text("qid,topic\nq1,eggs\nq2,pasta\n", encoding="utf-8")
    result = judged.evaluate(QRELS, RUN, queries=path if kind == "path" else str(path))
    assert evaluated(result) == {"q1": 1.0, "q2": 0.0}


def test_every_judged_query_is_evaluated_where_there_is_no_list() -> None:
    assert evaluated(judged.evaluate(QRELS, RUN)) == {"q1": 1.0, "q2": 0.0, "q3": 0.0}


def test_a_listed_query_without_a_judgment_is_a_warning() -> None:
    result = judged.evaluate(QRELS, RUN, queries=["q1", "q7"])
    assert evaluated(result) == {"q1": 1.0}
    found = result.findings.filter(pl.col("rule_id") == "listed-query-unjudged")
    assert found.select("severity", "places").rows() == [("warning", 1)]


def test_the_list_is_kept_once_whatever_its_order_and_is_in_the_report() -> None:
    with Store.open(":memory:") as store:
        for ids in (["q1", "q2"], ["q2", "q1"]):
            judged.evaluate(QRELS, RUN, queries=ids, store=store)
        judged.evaluate(QRELS, RUN, store=store)
        judged.evaluate(QRELS, RUN, queries=["q1"], store=store)
        kept = store.rows("select name, rows from sources where kind = 'queries' order by rows")
        lists = store.rows("select count(*) from evaluations")
        told = report(store, newest_evaluations(store))
    assert kept == [("queries", 1), ("queries", 2)]
    # Both orders are one evaluation; no list and the other list are two more.
    assert lists == [(3,)]
    assert (told["queries"]["name"], told["queries"]["rows"]) == ("queries", 1)


REFUSED: list[tuple[Any, str]] = [
    ([], "queries: no id, or an empty one"),
    ([""], "queries: no id, or an empty one"),
    (["q1", "q1"], "queries: 'q1' stands there twice"),
    ([7], "query_id 7 is int; ids are text"),
    ({"q1": "eggs"}, "queries: dict is no list; wanted query ids, or a path"),
    (pd.DataFrame({"query_id": ["q1"]}), "queries: DataFrame is no list"),
    (pl.DataFrame({"query_id": ["q1"]}), "queries: DataFrame is no list"),
    (5, "queries: int is neither query ids nor a path"),
    ("", "queries: the path is empty"),
    ("none.txt", r"none\.txt: no such file"),
]


@pytest.mark.parametrize(("queries", "message"), REFUSED)
def test_what_is_no_list_of_queries_is_refused(queries: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=f"^{message}"):
        judged.evaluate(QRELS, RUN, queries=queries)
