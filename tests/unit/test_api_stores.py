"""What a store that is open in Python goes through: nothing else of the process takes its lock."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from math import log2
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
    ],
)
def test_a_setting_by_which_scores_would_be_others_is_refused(setting: str, tmp_path: Path) -> None:
    name = setting.partition(" ")[0]
    with judged.open_store(tmp_path / "mine.duckdb", read_only=False) as store:
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


def test_what_the_caller_made_for_himself_neither_counts_nor_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "mine.duckdb"
    with judged.open_store(path, read_only=False) as store:
        store.rows("create temp table run_lines as from run_lines")
        store.rows("create temp view judged_lines as select 1 as one")
        store.rows("create temp table gains as select 'precious' as word")
        store.rows("create temp macro least(a, b) as a")
        store.rows("create schema apart")
        store.rows("use apart")
        scores = judged.evaluate(QRELS, RUN, store=store).query_scores
        assert scores["ndcg"].to_list() == [1.0]
        assert store.rows("from gains") == [("precious",)]
        names = "select table_name from duckdb_tables() where temporary order by 1"
        assert store.rows(names) == [("gains",), ("run_lines",)]
    assert judged.evaluate(QRELS, RUN, store=path).query_scores["ndcg"].to_list() == [1.0]
    with judged.open_store(path) as store:
        assert store.rows("select count(*) from run_lines") == [(2,)]


def test_threads_of_a_process_store_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "ours.duckdb"
    judged.evaluate(QRELS, RUN, store=path)

    def evaluate(number: int) -> list[float]:
        run = {f"run-{number}": {"q1": {"a": 1.0, "b": float(number)}}}
        return judged.evaluate(QRELS, run, store=path).query_scores["ndcg"].to_list()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(evaluate, range(8)))
    # Of the two documents a is judged 1 and b 0; at equal scores the later id is the first.
    worst = 1 / log2(3)
    assert found == [[1.0]] + [[pytest.approx(worst, abs=1e-12)]] * 7
    with judged.open_store(path) as store:
        assert store.rows("select count(*), count(distinct job_id), sum(exit_code) from jobs") == [
            (9, 9, 0)
        ]
        assert store.rows("select count(distinct run_id) from query_scores") == [(9,)]


def test_a_function_of_the_name_of_one_of_duckdb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.duckdb"
    judged.evaluate(QRELS, RUN, store=path)
    with duckdb.connect(path) as connection:
        connection.execute("create macro my_own(a) as a")
    judged.evaluate(QRELS, RUN, store=path)
    with duckdb.connect(path) as connection:
        connection.execute("create macro array_contains(a, b) as true")
    with pytest.raises(judged.StateError, match=r"a function 'array_contains', .* drop it"):
        judged.open_store(path, read_only=False)
    with judged.open_store(path) as store:
        assert store.rows("select array_contains([], 1)") == [(True,)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("alter table run_lines drop column score", "column score of table run_lines"),
        ("alter table findings rename column stage to phase", "column stage of table findings"),
        ("drop view runs", "view runs"),
        ("drop table jobs", "table jobs"),
    ],
)
def test_tables_that_somebody_changed_are_refused(tmp_path: Path, change: str, told: str) -> None:
    path = tmp_path / "mine.duckdb"
    judged.evaluate(QRELS, RUN, store=path)
    with duckdb.connect(path) as connection:
        connection.execute(change)
    for read_only in (True, False):
        with pytest.raises(judged.StateError, match=rf"as it says \({told} is missing\)"):
            judged.open_store(path, read_only=read_only)


@pytest.mark.parametrize("table", ["run_lines", "qrel_lines", "run_parts"])
def test_bytes_whose_rows_somebody_took_out_are_not_taken_for_there(
    tmp_path: Path, table: str
) -> None:
    path = tmp_path / "mine.duckdb"
    judged.evaluate(QRELS, RUN, store=path)
    with duckdb.connect(path) as connection:
        connection.execute(f"delete from {table} where rowid = 0")
    with pytest.raises(judged.StateError, match="rows are there and 2 were read, so somebody else"):
        judged.evaluate(QRELS, RUN, store=path)


@pytest.mark.skipif(not hasattr(os, "link"), reason="hard links are POSIX's")
def test_a_database_of_several_names_is_only_read(tmp_path: Path) -> None:
    path, other = tmp_path / "mine.duckdb", tmp_path / "other.duckdb"
    judged.evaluate(QRELS, RUN, store=path)
    os.link(path, other)
    for name in (path, other):
        with pytest.raises(judged.StateError, match="a file of 2 names"):
            judged.evaluate(QRELS, RUN, store=name)
        with judged.open_store(name) as store:
            assert store.rows("select count(*) from run_lines") == [(2,)]
    other.unlink()
    judged.evaluate(QRELS, RUN, store=path)


@pytest.mark.parametrize("name", ["md:mine", "sqlite:mine.db", ":memory:mine", "exp:1.duckdb"])
def test_a_database_may_have_any_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    judged.evaluate(QRELS, RUN, store=name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with judged.open_store(name) as store:
        assert store.rows("select count(*) from run_lines") == [(2,)]
