"""What a store that is open in Python goes through: nothing else of the process takes its lock."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

import judged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

QRELS = {"q1": {"a": 1, "b": 0}}
RUN = {"q1": {"a": 2.0, "b": 1.0}}
OPEN = "import duckdb, sys; duckdb.connect(sys.argv[1]).close()"


def is_locked(path: Path) -> bool:
    """Whether another process cannot open a database for writing."""
    return subprocess.run([sys.executable, "-c", OPEN, path], capture_output=True).returncode != 0


@pytest.mark.parametrize(
    "use",
    [
        lambda path: judged.evaluate(QRELS, RUN, queries=path),
        lambda path: judged.Contract(doc_ids={"map": str(path)}),
        lambda path: judged.evaluate(path, RUN),
    ],
    ids=["queries", "map", "judgments"],
)
def test_an_open_store_is_not_read_as_a_file(tmp_path: Path, use: Callable[[Path], Any]) -> None:
    path = tmp_path / "mine.duckdb"
    with judged.open_store(path, read_only=False):
        assert is_locked(path)
        with pytest.raises(judged.ArgumentError, match="the database that everything is kept in"):
            use(path)
        assert is_locked(path)
    assert not is_locked(path)


def test_a_transaction_of_the_caller_keeps_what_is_in_it(tmp_path: Path) -> None:
    with judged.open_store(tmp_path / "mine.duckdb", read_only=False) as store:
        store.rows("create table mine (number bigint)")
        store.rows("begin")
        store.rows("insert into mine values (42)")
        with pytest.raises(judged.StateError, match="a transaction is open on this store"):
            judged.evaluate(QRELS, RUN, store=store)
        store.rows("commit")
        assert store.rows("select number from mine") == [(42,)]
        assert store.rows("select count(*) from jobs") == [(0,)]


def test_a_setting_of_the_caller_stays(tmp_path: Path) -> None:
    with judged.open_store(tmp_path / "mine.duckdb", read_only=False) as store:
        store.rows("set disabled_optimizers = 'filter_pushdown'")
        judged.evaluate(QRELS, RUN, store=store)
        assert store.rows("select current_setting('disabled_optimizers')") == [("filter_pushdown",)]


@pytest.mark.parametrize(
    "setting",
    [
        "default_collation = 'nocase'",
        "default_order = 'desc'",
        "default_null_order = 'nulls_first'",
        "integer_division = true",
        "ieee_floating_point_ops = false",
        "search_path = 'mine'",
    ],
)
def test_a_setting_by_which_scores_would_be_others_is_refused(setting: str, tmp_path: Path) -> None:
    name = setting.partition(" ")[0]
    with judged.open_store(tmp_path / "mine.duckdb", read_only=False) as store:
        store.rows("create schema mine")
        store.rows(f"set {setting}")
        with pytest.raises(judged.StateError, match=f"the setting {name} .* `reset {name}` first"):
            judged.evaluate(QRELS, RUN, store=store)
        store.rows(f"reset {name}")
        # The relevant document is the first.
        scores = judged.evaluate(QRELS, RUN, store=store).query_scores
        assert scores["ndcg"].to_list() == [1.0]


def test_a_transaction_of_the_caller_that_a_failure_broke_off_is_told(tmp_path: Path) -> None:
    with judged.open_store(tmp_path / "mine.duckdb", read_only=False) as store:
        store.rows("begin")
        with pytest.raises(duckdb.Error):
            store.rows("select cast('x' as bigint)")
        with pytest.raises(judged.StateError, match="a transaction is open on this store"):
            judged.evaluate(QRELS, RUN, store=store)
        store.rows("rollback")
        judged.evaluate(QRELS, RUN, store=store)


def test_a_table_of_the_caller_may_have_any_name(tmp_path: Path) -> None:
    with judged.open_store(tmp_path / "mine.duckdb", read_only=False) as store:
        store.rows("create table reject_errors (number bigint)")
        judged.evaluate(QRELS, RUN, store=store)
        assert store.rows("select count(*) from reject_errors") == [(0,)]


def test_ids_and_a_file_of_the_same_text_are_two_lists(tmp_path: Path) -> None:
    file = tmp_path / "ids.txt"
    file.write_text('["q1"]', encoding="utf-8")
    with judged.open_store(tmp_path / "mine.duckdb", read_only=False) as store:
        judged.evaluate(QRELS, RUN, queries=["q1"], store=store)
        with pytest.raises(judged.InputError, match="JSON; wanted one query id a line"):
            judged.evaluate(QRELS, RUN, queries=file, store=store)
