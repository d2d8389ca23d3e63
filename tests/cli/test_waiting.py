"""Two processes on one database: who waits, for whom, and what is said."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

import judged as api
from judged import ArgumentError, StateError
from judged.store.store import Store
from tests.cli.helpers import (
    COMMANDS,
    ON_DATABASE,
    environment,
    put,
    put_collection,
    rows,
    start,
)
from tests.support import judged

if TYPE_CHECKING:
    from collections.abc import Iterator

# Opens the database, says so, and leaves it when it is told to.
HOLDER = """
import sys
import judged

with judged.open_store("judged.duckdb", read_only=sys.argv[1] == "reads"):
    print("open", flush=True)
    sys.stdin.readline()
"""
READING = ("report", "sql", "explain", "sources")
WRITING = [name for name in ON_DATABASE if name not in READING]
LONG = "60"

# Real processes that wait for each other.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("evaluated")]


@dataclass(frozen=True)
class Holder:
    """A process that has judged.duckdb open: one that reads, or one that writes."""

    process: subprocess.Popen[bytes]

    @property
    def number(self) -> int:
        return self.process.pid

    def leave(self) -> None:
        self.process.communicate(b"\n")

    def leave_soon(self) -> None:
        """Leaves while the caller waits."""
        threading.Timer(0.7, self.leave).start()


@contextmanager
def held(does: str) -> Iterator[Holder]:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, does],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        holder = Holder(process)
        yield holder
        if process.stdin is not None and not process.stdin.closed:
            holder.leave()


def test_readers_stand_beside_each_other() -> None:
    with held("reads"):
        for command in READING:
            assert judged(*COMMANDS[command]).code == 0, command


@pytest.mark.parametrize("command", WRITING)
def test_a_reader_keeps_a_writer_out_who_says_who_it_is(command: str) -> None:
    with held("reads") as holder:
        outcome = judged(*COMMANDS[command])
    assert (outcome.code, outcome.stdout) == (4, "")
    assert (
        f"judged.duckdb: another process has the database open (process {holder.number}, "
    ) in outcome.stderr
    assert "/python" in outcome.stderr
    assert "); wait for it with --wait SECONDS, or name another file with --db\n" in outcome.stderr


def test_a_table_of_a_locked_database_is_to_be_read_later() -> None:
    with held("writes") as holder:
        outcome = judged("ingest", "mine=judged.duckdb::runs", "--db", "other.duckdb")
    assert outcome.code == 4
    told = f"judged.duckdb: another process has the database open (process {holder.number}, "
    assert told in outcome.stderr
    assert "); try again when it is done, or copy the file\n" in outcome.stderr


@pytest.mark.parametrize("command", READING)
def test_a_writer_keeps_a_reader_out(command: str) -> None:
    with held("writes") as holder:
        outcome = judged(*COMMANDS[command])
    assert (outcome.code, outcome.stdout) == (4, "")
    assert f"another process has the database open (process {holder.number}, " in outcome.stderr


@pytest.mark.parametrize(
    ("does", "command"), [("writes", "run"), ("writes", "report"), ("reads", "run")]
)
def test_who_waits_goes_on_when_the_other_leaves(does: str, command: str) -> None:
    with held(does) as holder:
        holder.leave_soon()
        outcome = judged(*COMMANDS[command], "--wait", LONG)
    assert outcome.code == 0, outcome.stderr


def test_who_waited_in_vain_says_so() -> None:
    with held("writes") as holder:
        outcome = judged("report", "--wait", "0.3")
    assert outcome.code == 4
    told = f"has the database open, after 0.3 s still (process {holder.number}, "
    assert told in outcome.stderr


@pytest.mark.parametrize("command", ["report", "run"])
def test_ctrl_c_while_waiting_is_130(command: str) -> None:
    with (
        held("writes"),
        start(*COMMANDS[command], "--wait", LONG, bufsize=0) as process,
    ):
        assert process.stderr is not None
        assert process.stderr.readline() == b"judged: database: judged.duckdb\n"
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        error = process.stderr.read().decode()
    assert process.returncode == 130
    assert "interrupted" in error
    assert "Traceback" not in error
    assert len(rows("from jobs")) == 1


def test_two_jobs_at_once_are_done_one_after_the_other() -> None:
    put("other.txt", Path("run.txt").read_text(encoding="utf-8").replace("tag", "other"))
    words = ("--wait", LONG, "--db", "both.duckdb")
    with start("run", "qrels.txt", "run.txt", *words) as one:
        two = judged("run", "qrels.txt", "other.txt", *words)
        one.communicate()
    assert (one.returncode, two.code) == (0, 0)
    found = rows("select run_id from latest_run_scores order by 1", "--db", "both.duckdb")
    assert found == [{"run_id": "other"}, {"run_id": "tag"}]
    assert rows("select exit_code from jobs", "--db", "both.duckdb") == [{"exit_code": 0}] * 2


@pytest.mark.parametrize("value", ["-1", "nan", "inf"])
def test_a_wait_that_is_no_number_of_seconds_is_2(value: str) -> None:
    for command in ON_DATABASE:
        outcome = judged(*COMMANDS[command], f"--wait={value}")
        assert (outcome.code, outcome.stdout) == (2, ""), command
        told = f"wait: {float(value)!r} is no number of seconds; give 0 or more"
        assert told in outcome.stderr, command
    assert judged("report", "--wait", "a minute").code == 2


def test_python_waits_too() -> None:
    qrels, run = {"q1": {"a": 1}}, {"q1": {"a": 1.0}}
    with held("writes") as holder:
        with pytest.raises(StateError, match="another process has the database open"):
            api.open_store("judged.duckdb")
        holder.leave_soon()
        with api.open_store("judged.duckdb", wait=60) as store:
            assert store.rows("select 1") == [(1,)]
    with held("reads") as holder:
        with pytest.raises(StateError, match=r"open, after 0\.1 s still \(process"):
            api.evaluate(qrels, run, store="judged.duckdb", wait=0.1)
        holder.leave_soon()
        assert api.evaluate(qrels, run, store="judged.duckdb", wait=60).run_scores.height == 1
    with pytest.raises(ArgumentError, match="wait: -2 is no number of seconds"):
        api.open_store("judged.duckdb", wait=-2)


def test_a_second_look_at_an_open_store_does_not_end_its_lock() -> None:
    put_collection()
    with Store.open("judged.duckdb"):
        with pytest.raises(StateError, match="this process has the database open already"):
            Store.open("judged.duckdb", read_only=True)
        with start("report") as other:
            _, error = other.communicate()
        assert other.returncode == 4, error
        assert b"another process has the database open" in error


def test_a_holder_that_is_no_judged_is_named_as_well() -> None:
    with duckdb.connect("judged.duckdb"), start("report") as other:
        _, error = other.communicate()
    assert other.returncode == 4
    assert b"another process has the database open (process " in error
