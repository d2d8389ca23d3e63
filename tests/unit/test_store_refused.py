"""Databases that are not opened, and what is said of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import duckdb
import pytest

from judged import StateError
from judged.store.store import SCHEMA_VERSION, Store
from tests.unit.processes import python

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "judged.duckdb"


def test_a_newer_schema_version_is_refused_and_stays_as_it_is(path: Path) -> None:
    version = SCHEMA_VERSION + 1
    Store.open(path).close()
    with duckdb.connect(path) as connection:
        connection.execute(f"update store_version set schema_version = {version}")
        connection.execute("update store_version set judged_version = '7.8.9'")
    message = rf"written by judged 7\.8\.9 with tables of version {version}; this is judged"
    for read_only in (False, True):
        with pytest.raises(StateError, match=message):
            Store.open(path, read_only=read_only)
    with duckdb.connect(path) as connection:
        assert connection.execute("select schema_version from store_version").fetchall() == [
            (version,)
        ]


@pytest.mark.parametrize("read_only", [False, True])
def test_a_database_of_others_is_refused_and_stays_as_it_is(path: Path, read_only: bool) -> None:
    with duckdb.connect(path) as connection:
        connection.execute("create table mine (x integer)")
    with pytest.raises(StateError, match="a database without the tables of judged; name another"):
        Store.open(path, read_only=read_only)
    with duckdb.connect(path) as connection:
        assert connection.execute("select table_name from duckdb_tables()").fetchall() == [
            ("mine",)
        ]


def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(path: Path) -> None:
    path.write_text("q1 0 d1 1\n" * 1000, encoding="utf-8")
    with pytest.raises(StateError, match=r"judged\.duckdb: not a DuckDB database; name another"):
        Store.open(path)
    assert path.read_text(encoding="utf-8").startswith("q1 0 d1 1\n")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StateError, match=r"cannot be opened as a DuckDB database: .*No such file"):
        Store.open(tmp_path / "none" / "bar.duckdb")


def test_a_path_with_lock_in_it_is_not_taken_for_a_locked_one(tmp_path: Path) -> None:
    with pytest.raises(StateError, match="cannot be opened as a DuckDB database"):
        Store.open(tmp_path / "none" / "block.duckdb")


def test_a_database_that_another_process_has_open_is_told(path: Path) -> None:
    Store.open(path).close()
    code = "import sys, judged; judged.open_store(sys.argv[1], read_only=False).sql('select 1')"
    with Store.open(path):
        other = python(code, str(path))
    assert "StateError" in other.stderr
    assert f"another process has the database open (process {os.getpid()}, " in other.stderr
    assert "); wait for it with --wait SECONDS, or name another file with --db" in other.stderr


def test_a_store_that_this_process_has_open_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    Store.open(path).close()
    with (
        Store.open(path, read_only=True),
        pytest.raises(StateError, match="this process has the database open already"),
    ):
        Store.open(path)
