"""Table jobs: a row for each call, completed however the call ends."""

from __future__ import annotations

import shlex
import signal
import sys
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from judged.errors import ArgumentError, ExitCode, InputError, StateError
from judged.job import job
from judged.store import interrupts
from judged.store.jobs import recorded
from judged.store.store import Store
from tests.support import judged

if TYPE_CHECKING:
    from pathlib import Path

ENDS: list[tuple[BaseException, int]] = [
    (InputError("data"), 1),
    (ArgumentError("usage"), 2),
    (StateError("state"), 4),
    (KeyboardInterrupt(), 130),
    (RuntimeError("bug"), 70),
]


def rows(store: Store) -> list[dict[str, Any]]:
    return store.dicts("select * from jobs order by job_id")


def end_with(store: Store, error: BaseException) -> None:
    with job(store, "nightly") as current:
        current.evaluations = ["e1"]
        raise error


def test_a_job_whose_transaction_was_broken_off_is_completed_all_the_same(store: Store) -> None:
    def break_off() -> None:
        with job(store, None):
            store.rows("begin transaction")
            with suppress(duckdb.Error):
                store.rows("select error('broken off')")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert [row["exit_code"] for row in rows(store)] == [130]


def test_a_signal_waits_while_duckdb_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception would abort the process there."""
    # What runs in the background may ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with interrupts.noticed():
            monkeypatch.setitem(sys.modules, "duckdb", ModuleType("duckdb"))
            signal.raise_signal(signal.SIGINT)
            monkeypatch.undo()
            with pytest.raises(KeyboardInterrupt):
                interrupts.stop_if_interrupted()
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_job_is_written_before_it_works(store: Store) -> None:
    with job(store, "nightly"):
        (row,) = rows(store)
        # What a killed process leaves behind.
        assert (row["exit_code"], row["finished_at"], row["evaluations"]) == (None, None, [])
        assert (row["job_id"], row["label"]) == (1, "nightly")


def test_a_job_that_ends_has_its_exit_code_and_evaluations(store: Store) -> None:
    with job(store, None) as current:
        current.evaluations = ["e1", "e2"]
        current.exit_code = ExitCode.GATE
    (row,) = rows(store)
    assert (row["exit_code"], row["evaluations"], row["label"]) == (3, ["e1", "e2"], None)
    assert row["started_at"] <= row["finished_at"]


def test_a_job_without_trouble_is_ok(store: Store) -> None:
    with job(store, None):
        pass
    assert rows(store)[0]["exit_code"] == 0


@pytest.mark.parametrize(("error", "code"), ENDS, ids=lambda value: type(value).__name__)
def test_a_job_that_breaks_off_has_the_exit_code_of_its_error(
    store: Store, error: BaseException, code: int
) -> None:
    with pytest.raises(type(error)):
        end_with(store, error)
    (row,) = rows(store)
    assert (row["exit_code"], row["evaluations"]) == (code, ["e1"])
    assert row["finished_at"] is not None


def test_jobs_are_numbered_from_one(store: Store) -> None:
    for label in ("a", "b", "c"):
        with job(store, label):
            pass
    assert [(row["job_id"], row["label"]) for row in rows(store)] == [(1, "a"), (2, "b"), (3, "c")]


def test_the_command_is_kept_so_that_a_shell_reads_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/judged", "run", "my qrels.txt", "it's.txt"])
    with job(store, None):
        pass
    assert rows(store)[0]["command"] == """judged run 'my qrels.txt' 'it'"'"'s.txt'"""


def test_the_command_is_what_main_was_given_whatever_the_process_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/pytest", "-x", "of another"])
    (tmp_path / "my qrels.txt").write_text("q1 0 a 1\n", encoding="utf-8")
    words = ("ingest", "--qrels", tmp_path / "my qrels.txt", "--db", tmp_path / "made.duckdb")
    assert judged(*words).code == 0
    with Store.open(tmp_path / "made.duckdb") as made:
        (row,) = rows(made)
    assert shlex.split(row["command"]) == ["judged", *map(str, words)]


def test_a_caller_may_say_what_was_called(store: Store) -> None:
    with recorded(store, None, "judged.evaluate('qrels.txt', 'run.txt')"):
        pass
    assert rows(store)[0]["command"] == "judged.evaluate('qrels.txt', 'run.txt')"


def test_a_job_keeps_its_row_when_a_stage_is_taken_back(store: Store) -> None:
    def work() -> None:
        with job(store, "nightly"), store.transaction():
            store.insert("queries", [{"source_id": 1, "query_id": "q"}])
            raise InputError("half way")

    with pytest.raises(InputError):
        work()
    assert store.rows("select count(*) from queries") == [(0,)]
    assert [row["exit_code"] for row in rows(store)] == [1]
