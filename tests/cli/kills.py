"""Processes that are killed at a moment, and what of a store is there afterwards."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from judged import StateError
from judged.store.store import Store
from tests.cli.helpers import environment
from tests.support import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DATABASE = "judged.duckdb"
# Times differ from one run to the next, and a killed job is a row too.
TIMES = ("ingested_at", "created_at")
JOBS = "jobs"
TABLES = "select table_name from duckdb_tables() where database_name = $name and not temporary"


@dataclass(frozen=True)
class Command:
    """The words of a command, and the file that is its standard input."""

    words: tuple[str, ...]
    stdin: str = os.devnull


class Forker:
    """Runs commands as forks of one warmed-up process (see `tests.cli.forker`)."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def start(self, command: Command) -> int:
        """Starts a command in the current folder; its process."""
        assert self._process.stdin is not None
        order = {"folder": str(Path.cwd()), "words": command.words, "stdin": command.stdin}
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return int(self._line())

    def ended(self) -> int:
        """Waits for the command; its exit code, negative where a signal ended it."""
        return int(self._line())

    def run(self, command: Command) -> float:
        """Runs a command that must succeed; how many seconds it took."""
        began = time.monotonic()
        self.start(command)
        code = self.ended()
        assert code == 0, Path("told").read_text(encoding="utf-8")
        return time.monotonic() - began

    def kill(self, command: Command, delay: float) -> bool:
        """Kills a command after a while; whether it was still at work."""
        process = self.start(command)
        time.sleep(delay)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        return self.ended() == -signal.SIGKILL

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


@contextmanager
def forker(temporary: Path) -> Iterator[Forker]:
    """A forker whose commands have their temporary files in a folder."""
    path = os.pathsep.join((environment()["PYTHONPATH"], str(PROJECT)))
    with subprocess.Popen(
        [sys.executable, "-m", "tests.cli.forker"],
        env=environment(PYTHONPATH=path, TMPDIR=str(temporary)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Forker(process)
        assert process.stdin is not None
        process.stdin.close()


class Real:
    """Runs commands as processes from the beginning, as people do."""

    def __init__(self, temporary: Path) -> None:
        self._environment = environment(TMPDIR=str(temporary))

    def start(self, *words: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """Starts a command in the current folder."""
        return subprocess.Popen(
            [sys.executable, "-m", "judged", *words],
            env=self._environment,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def run(self, command: Command) -> float:
        """Runs a command that must succeed; how many seconds it took."""
        began = time.monotonic()
        _, code = self.signalled(command, 0, None)
        assert code == 0
        return time.monotonic() - began

    def kill(self, command: Command, delay: float) -> bool:
        """Kills a command after a while; whether it was still at work."""
        return self.signalled(command, delay, signal.SIGKILL)[1] == -signal.SIGKILL

    def signalled(self, command: Command, delay: float, number: int | None) -> tuple[str, int]:
        """Sends a signal after a while; standard error, and the exit code."""
        with self.start(*command.words) as process:
            time.sleep(delay)
            if number is not None:
                process.send_signal(number)
            _, told = process.communicate()
        return told.decode(), process.returncode


Contents = dict[str, str]


def contents(database: str = DATABASE) -> Contents:
    """A digest of every table of the store, but for times and jobs; nothing where it has none."""
    store = _opened(database)
    if store is None:
        return {}
    with store:
        tables = [table for (table,) in store.rows(TABLES, name="judged") if table != JOBS]
        return {table: _digest(store, table) for table in tables}


def _opened(database: str) -> Store | None:
    """The store; None where nothing was ever committed to it."""
    try:
        return Store.open(database, read_only=True)
    except StateError as error:
        if "no such database" in str(error) or "an empty " in str(error):
            return None
        raise


def _digest(store: Store, table: str) -> str:
    columns = f"columns(lambda name: name not in {TIMES})"
    ((count, total),) = store.rows(
        f"select count(*), sum(cast(hash(r) as hugeint)) from (select {columns} from {table}) as r"
    )
    return f"{count} rows, {total}"


# What stays as it is of tables that scoring completes; of all others every row.
KEPT = {
    "evaluations": ["from {} where status <> 'validated'"],
    "evaluation_settings": [
        "from {} where scored_by is not null",
        "select * exclude (scored_by) from {}",
    ],
}


def assert_all_is_there(before: Path) -> None:
    """Every row of an earlier state of the store is in it, bit for bit, times and jobs too.

    But for evaluations that were to be scored yet, which `contents` compares.
    """
    with Store.open(DATABASE, read_only=True) as store:
        store.rows(f"attach '{before}' as before (read_only)")
        tables = store.rows(TABLES, name="before")
        assert len(tables) > 15
        for (table,) in tables:
            for kept in KEPT.get(table, ["from {}"]):
                one, other = (kept.format(f"{name}.{table}") for name in ("before", "judged"))
                assert store.rows(f"{one} except all {other}") == [], table


def files(folder: Path) -> Mapping[str, bytes]:
    """The files of a folder by name; nothing where it is not there."""
    if not folder.exists():
        return {}
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
