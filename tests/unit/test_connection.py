"""Opening a database: its lock, what cut short its making, and what DuckDB leaves beside it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import duckdb
import pytest

from judged import ArgumentError, StateError
from judged.store.database_file import HEADER_BYTES
from judged.store.store import Store
from tests.unit.processes import python

if TYPE_CHECKING:
    from pathlib import Path

OPEN = "import sys, duckdb; duckdb.connect(sys.argv[1])"
# More than the limit takes, so that some of it is spilled.
LARGE = "create temp table large as select hash(range) as h from range(2000000) order by h"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "judged.duckdb"


def test_opening_a_store_twice_keeps_other_processes_out(path: Path) -> None:
    with Store.open(path), Store.open(path):
        assert "Could not set lock" in python(OPEN, str(path)).stderr
    assert python(OPEN, str(path)).returncode == 0


def test_a_store_that_was_closed_is_looked_at_again(path: Path) -> None:
    store = Store.open(path)
    store.close()
    path.write_text("q1 0 d1 1\n" * 2_000, encoding="utf-8")
    with pytest.raises(StateError, match="not a DuckDB database"):
        Store.open(path)


@pytest.mark.parametrize("size", [0, 4096, 8192, HEADER_BYTES - 1])
def test_a_database_that_was_killed_in_its_making_is_made_again(path: Path, size: int) -> None:
    duckdb.connect(path).close()
    assert path.stat().st_size == HEADER_BYTES
    path.write_bytes(path.read_bytes()[:size])
    what = "database, cut short" if size else "file"
    with pytest.raises(StateError, match=f"an empty {what}; `judged run` or `judged ingest` fills"):
        Store.open(path, read_only=True)
    Store.open(path).close()
    with Store.open(path, read_only=True) as store:
        assert store.rows("select count(*) from qrels") == [(0,)]


@pytest.mark.skipif(sys.platform == "win32", reason="these locks are POSIX's")
def test_a_database_that_another_process_makes_is_left_to_it(path: Path) -> None:
    path.touch()
    code = (
        "import fcntl, subprocess, sys; file = open(sys.argv[1], 'r+b');"
        " fcntl.lockf(file, fcntl.LOCK_EX);"
        " subprocess.run([sys.executable, '-c', sys.argv[2], sys.argv[1]])"
    )
    opening = "import sys; from judged.store.store import Store; Store.open(sys.argv[1])"
    assert "another process has the database open" in python(code, str(path), opening).stderr
    assert path.stat().st_size == 0


def spill(path: Path) -> Path:
    """The folder of a killed process's spilled rows, as DuckDB names it."""
    folder = path.with_name("judged.duckdb.tmp")
    folder.mkdir()
    for name in ("duckdb_temp_17_0_owner", "duckdb_temp_17_0_storage_DEFAULT-0.tmp"):
        (folder / name).write_bytes(b"rows")
    return folder


def test_what_duckdb_spills_is_named_so(path: Path) -> None:
    with Store.open(path) as store:
        store.rows("set memory_limit = '40MB'")
        store.rows("set threads = 1")
        store.rows(LARGE)
        names = [found.name for found in path.with_name("judged.duckdb.tmp").iterdir()]
    assert names != []
    assert all(name.startswith("duckdb_temp_") for name in names)


def test_a_writer_removes_what_killed_processes_spilled_and_a_reader_does_not(path: Path) -> None:
    Store.open(path).close()
    folder = spill(path)
    Store.open(path, read_only=True).close()
    assert len(list(folder.iterdir())) == 2
    Store.open(path).close()
    assert not folder.exists()


def test_a_second_store_of_one_process_removes_nothing(path: Path) -> None:
    with Store.open(path):
        folder = spill(path)
        Store.open(path).close()
        assert len(list(folder.iterdir())) == 2


def test_files_of_others_beside_the_database_stay(path: Path) -> None:
    Store.open(path).close()
    folder = spill(path)
    (folder / "mine").write_text("text", encoding="utf-8")
    (folder / "duckdb_temp_link").symlink_to(folder / "mine")
    Store.open(path).close()
    assert sorted(found.name for found in folder.iterdir()) == ["duckdb_temp_link", "mine"]


def test_a_link_in_the_place_of_the_folder_stays(path: Path, tmp_path: Path) -> None:
    Store.open(path).close()
    spill(path).rename(tmp_path / "kept")
    path.with_name("judged.duckdb.tmp").symlink_to(tmp_path / "kept")
    Store.open(path).close()
    assert len(list((tmp_path / "kept").iterdir())) == 2


def test_a_database_in_memory_spills_to_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary, folder = tmp_path / "temporary", tmp_path / "folder"
    temporary.mkdir()
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    with Store.open(":memory:") as store:
        store.rows("set memory_limit = '40MB'")
        store.rows("set threads = 1")
        store.rows(LARGE)
        assert list(temporary.glob("judged-*/spilled/duckdb_temp_*")) != []
    assert list(temporary.iterdir()) == []
    assert list(folder.iterdir()) == []


def test_a_database_in_memory_needs_no_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    with Store.open(":memory:") as store:
        assert store.rows("select count(*) from qrels") == [(0,)]


@pytest.mark.parametrize("place", ["judged.duckdb", ":memory:"])
def test_the_environment_limits_memory(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGED_MEMORY_LIMIT", "1.5 GiB")
    with Store.open(place) as store:
        assert store.rows("select current_setting('memory_limit')") == [("1.5 GiB",)]


@pytest.mark.parametrize("place", ["judged.duckdb", ":memory:"])
def test_the_environment_limits_threads(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGED_THREADS", "3")
    with Store.open(place) as store:
        assert store.rows("select current_setting('threads')") == [(3,)]


@pytest.mark.parametrize("count", ["0", "-1", "all", "1.5", "10000", "²"])
def test_a_number_of_threads_that_is_none_is_told(
    count: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGED_THREADS", count)
    with pytest.raises(ArgumentError, match=f"JUDGED_THREADS: '{count}' is no number from 1 to"):
        Store.open(":memory:")


@pytest.mark.parametrize("limit", ["much", "-1GB", "80%", "0x10GB"])
def test_a_limit_that_is_no_size_is_told(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGED_MEMORY_LIMIT", limit)
    with pytest.raises(ArgumentError, match=f"JUDGED_MEMORY_LIMIT: '{limit}' is no size; write"):
        Store.open(":memory:")
