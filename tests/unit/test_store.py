"""The database: its tables, transactions and what it takes."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

import judged
from judged.errors import MissingStoreError, StateError
from judged.store.interrupts import noticed
from judged.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

# What users query; stable.
PUBLIC = {
    "sources",
    "qrels",
    "runs",
    "run_sources",
    "queries",
    "comment_lines",
    "rejected_lines",
    "findings",
    "evaluations",
    "query_scores",
    "run_scores",
    "jobs",
    "current_scores",
    "latest_run_scores",
    "zero_idcg_queries",
    "missing_queries",
    "coverage",
    "unknown_queries",
    "unjudged_documents",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "judged.duckdb"


def count(store: Store) -> int:
    return int(store.rows("select count(*) from queries")[0][0])


def add(store: Store, query: str = "q") -> None:
    store.insert("queries", [{"source_id": 1, "query_id": query}])


def test_a_new_store_has_the_public_tables_and_views(store: Store) -> None:
    names = store.rows(
        "select table_name from duckdb_tables() union all"
        " select view_name from duckdb_views() where not internal"
    )
    assert {name for (name,) in names} >= PUBLIC


def test_a_transaction_is_kept_whole(store: Store) -> None:
    with store.transaction():
        add(store)
        add(store, "p")
    assert count(store) == 2


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_transaction_that_is_broken_off_leaves_nothing(
    store: Store, kind: type[BaseException]
) -> None:
    def stage() -> None:
        with store.transaction():
            add(store)
            raise kind

    with pytest.raises(kind):
        stage()
    assert count(store) == 0
    with store.transaction():
        add(store)
    assert count(store) == 1


def test_a_statement_that_fails_takes_back_the_whole_transaction(store: Store) -> None:
    def stage() -> None:
        with store.transaction():
            add(store)
            store.rows("select cast('x' as bigint)")

    with pytest.raises(duckdb.ConversionException):
        stage()
    assert count(store) == 0


def test_a_store_is_found_again(path: Path) -> None:
    with Store.open(path) as store:
        add(store)
    with Store.open(path, read_only=True) as store:
        assert count(store) == 1
        with pytest.raises(duckdb.InvalidInputException, match="read-only"):
            add(store)


def test_reading_makes_no_file(path: Path) -> None:
    with pytest.raises(MissingStoreError, match="no such database; `judged run` or"):
        Store.open(path, read_only=True)
    assert not path.exists()


def test_open_store_reads_by_default(path: Path) -> None:
    Store.open(path).close()
    with judged.open_store(path) as store:
        assert store.sql("select 1 as one").to_dicts() == [{"one": 1}]
        with pytest.raises(duckdb.InvalidInputException, match="read-only"):
            add(store)
    with judged.open_store(str(path), read_only=False) as store:
        add(store)
        assert count(store) == 1


def test_the_file_has_the_storage_version_that_older_clients_open(path: Path) -> None:
    Store.open(path).close()
    with duckdb.connect(path) as connection:
        row = connection.execute(
            "select tags['storage_version'] from duckdb_databases() where not internal"
        ).fetchone()
    assert row is not None
    assert row[0].startswith("v1.4.0")


def test_values_of_python_become_a_table(store: Store) -> None:
    columns: dict[str, Any] = {"n": ("bigint", [1, None]), "t": ("varchar", ["a", "b"])}
    store.fill("filled", columns)
    store.fill("filled", columns)
    assert store.dicts("select * from filled") == [{"n": 1, "t": "a"}, {"n": None, "t": "b"}]


def test_a_table_of_no_values_has_its_columns(store: Store) -> None:
    store.fill("filled", {"n": ("bigint", [])})
    assert store.sql("select * from filled").columns == ["n"]


def test_a_file_takes_only_the_parameters_that_it_declares(store: Store) -> None:
    with pytest.raises(KeyError, match="order_by"):
        store.derive("places", "checks/no-score")


def test_inserting_nothing_does_nothing(store: Store) -> None:
    store.insert("queries", [])
    assert count(store) == 0


@pytest.fixture
def _of_a_shell() -> Iterator[None]:
    """Ctrl-C as a program in the foreground has it; one in the background may ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_of_a_shell")
def test_an_interruption_that_duckdb_took_no_notice_of_ends_the_stage(store: Store) -> None:
    def stage(*, is_interrupted: bool) -> None:
        with store.transaction():
            add(store)
            if is_interrupted:
                # DuckDB has swallowed the exception of the handler.
                with pytest.raises(KeyboardInterrupt):
                    signal.raise_signal(signal.SIGINT)

    with noticed():
        with pytest.raises(KeyboardInterrupt):
            stage(is_interrupted=True)
        assert count(store) == 0
        # It ends that stage and no other.
        stage(is_interrupted=False)
    assert count(store) == 1


def test_an_empty_file_is_filled_but_not_read(path: Path) -> None:
    path.touch()
    with pytest.raises(StateError, match="an empty file; `judged run` or `judged ingest` fills it"):
        Store.open(path, read_only=True)
    Store.open(path).close()
    with Store.open(path, read_only=True) as opened:
        assert opened.rows("select count(*) from sources") == [(0,)]


def test_an_empty_file_is_filled_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "private.duckdb").touch(0o600)
    (tmp_path / "link.duckdb").symlink_to("private.duckdb")
    Store.open(tmp_path / "link.duckdb").close()
    assert (tmp_path / "link.duckdb").is_symlink()
    assert (tmp_path / "private.duckdb").stat().st_mode & 0o777 == 0o600
    Store.open(tmp_path / "private.duckdb", read_only=True).close()


def test_what_is_no_file_is_no_database_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path(os.devnull), tmp_path / "pipe", tmp_path):
        with pytest.raises(StateError, match="no file, but a folder or a device; name a file with"):
            Store.open(path)
    assert Path(os.devnull).is_char_device()
    assert (tmp_path / "pipe").is_fifo()


def test_an_open_transaction_of_the_caller_is_told(store: Store) -> None:
    store.connection.execute("begin transaction")
    told = "a transaction is open on this store; commit it or roll"
    with pytest.raises(StateError, match=told), store.transaction():
        pass
    store.connection.execute("rollback")


@pytest.mark.parametrize(
    ("trouble", "advice"),
    [
        ('Cannot open file "mine.duckdb.wal": Permission denied', "allow writing in its folder"),
        ('Could not write file "mine.duckdb": No space left on device', "make room"),
    ],
)
def test_a_disk_that_cannot_be_written_is_told_with_what_to_do(
    store: Store, trouble: str, advice: str
) -> None:
    with pytest.raises(StateError, match=f"nothing of this stage was stored: {advice}"):  # noqa: SIM117
        with store.transaction():
            raise duckdb.IOException(trouble)


def test_an_interruption_that_python_drops_says_nothing_and_is_remembered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Dropping:
        error: type[BaseException] = KeyboardInterrupt

        def __del__(self) -> None:
            raise self.error

    with noticed():
        Dropping()
        assert capsys.readouterr().err == ""
        Dropping.error = ValueError
        Dropping()
    assert "ValueError" in capsys.readouterr().err
