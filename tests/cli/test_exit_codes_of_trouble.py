"""Exit codes 4 (the database), 70 (a bug of ours) and 130 (interrupted), for every command."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

from judged.store.store import Store
from tests.cli.helpers import COMMANDS, ON_DATABASE, put, put_collection, rows, start
from tests.support import judged

if TYPE_CHECKING:
    from collections.abc import Iterator

HOLDER = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); input()"


@pytest.fixture
def locked(evaluated: Path) -> Iterator[str]:
    """judged.duckdb, while another process has it open."""
    database = str(evaluated / "judged.duckdb")
    command = [sys.executable, "-c", HOLDER, database]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        yield "judged.duckdb"
        holder.communicate("\n")


def test_a_locked_database_is_4_for_every_command(locked: str) -> None:
    for command in ON_DATABASE:
        outcome = judged(*COMMANDS[command])
        assert (outcome.code, outcome.stdout) == (4, ""), command
        assert f"{locked}: another process has the database open" in outcome.stderr
        assert "wait for it with --wait SECONDS, or name another file with --db" in outcome.stderr


@pytest.mark.usefixtures("evaluated")
def test_a_database_of_a_newer_version_is_4_and_names_both_versions() -> None:
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute("update store_version set schema_version = 97, judged_version = '9.8.7'")
    before = Path("judged.duckdb").read_bytes()
    for command in ON_DATABASE:
        outcome = judged(*COMMANDS[command])
        assert (outcome.code, outcome.stdout) == (4, ""), command
        assert "written by judged 9.8.7 with tables of version 97" in outcome.stderr
        assert "install judged 9.8.7 or later" in outcome.stderr
    assert Path("judged.duckdb").read_bytes() == before


def test_a_foreign_duckdb_file_is_4_and_stays_as_it_is() -> None:
    put_collection()
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute("create table mine as select 42 as answer")
    before = Path("judged.duckdb").read_bytes()
    for command in ON_DATABASE:
        outcome = judged(*COMMANDS[command])
        assert (outcome.code, outcome.stdout) == (4, ""), command
        assert "judged.duckdb: a database without the tables of judged" in outcome.stderr
        assert "name another file with --db" in outcome.stderr
    assert Path("judged.duckdb").read_bytes() == before


def test_a_file_that_is_no_database_is_4() -> None:
    put_collection()
    put("judged.duckdb", "these are notes, not a database\n" * 200)
    for command in ON_DATABASE:
        outcome = judged(*COMMANDS[command])
        assert (outcome.code, outcome.stdout) == (4, ""), command
        assert "judged.duckdb: not a DuckDB database; name another file" in outcome.stderr


def test_a_damaged_database_is_4_and_said_to_be() -> None:
    put_collection()
    assert judged(*COMMANDS["run"]).code == 0
    data = Path("judged.duckdb").read_bytes()
    Path("judged.duckdb").write_bytes(data[: len(data) // 3])
    outcome = judged("report")
    assert (outcome.code, outcome.stdout) == (4, "")
    assert "Traceback" not in outcome.stderr
    assert re.search(r"judged: error: .*database", outcome.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_standard_output_without_room_is_4() -> None:
    put_collection()
    assert judged(*COMMANDS["run"]).code == 0
    with Path("/dev/full").open("wb") as full:
        process = start("sql", "from query_scores", stdout=full.fileno())
        _, stderr = process.communicate()
    assert process.returncode == 4
    assert b"standard output cannot be written: No space left on device" in stderr


def test_a_folder_that_is_not_there_is_not_taken_for_a_lock() -> None:
    put_collection()
    outcome = judged(*COMMANDS["run"], "--db", "blocks/judged.duckdb")
    assert outcome.code == 4
    assert "another process" not in outcome.stderr


STAGE_NOT_RUN = ["score", "report", "explain"]


@pytest.mark.parametrize("command", STAGE_NOT_RUN)
def test_an_ingested_database_without_evaluations_is_4(command: str) -> None:
    put_collection()
    assert judged(*COMMANDS["ingest"]).code == 0
    outcome = judged(*COMMANDS[command])
    assert (outcome.code, outcome.stdout) == (4, "")
    assert "nothing was evaluated yet" in outcome.stderr
    assert "`judged run`" in outcome.stderr


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("command", COMMANDS)
def test_an_exception_of_ours_is_70_with_a_traceback_and_a_request(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug in the middle")

    monkeypatch.setattr("judged.store.store.Store.open", fail)
    monkeypatch.setattr("judged.contract.settings.template", fail)
    outcome = judged(*COMMANDS[command])
    assert (outcome.code, outcome.stdout) == (70, "")
    assert "Traceback (most recent call last)" in outcome.stderr
    assert "ZeroDivisionError: a bug in the middle" in outcome.stderr
    assert "please report it" in outcome.stderr


def test_a_bug_is_70_in_table_jobs_and_keeps_what_earlier_stages_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug in the middle")

    put_collection()
    with monkeypatch.context() as patched:
        patched.setattr("judged.scoring.score.run_scores", fail)
        assert judged(*COMMANDS["run"]).code == 70
    assert rows("select exit_code from jobs") == [{"exit_code": 70}]
    assert rows("select status from evaluations") == [{"status": "validated"}]
    assert rows("select * from query_scores") == []
    assert judged("score").code == 0
    assert len(rows("select * from query_scores")) == 1


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interruption_is_130(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("judged.store.store.Store.open", interrupt)
    monkeypatch.setattr("judged.contract.settings.template", interrupt)
    outcome = judged(*COMMANDS[command])
    assert (outcome.code, outcome.stdout) == (130, "")
    assert "interrupted" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_an_interruption_rolls_its_stage_back_and_is_130_in_table_jobs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    original = Store.insert

    def interrupt(store: Store, table: str, values: list[dict[str, object]]) -> None:
        original(store, table, values)
        if table == "run_scores":
            raise KeyboardInterrupt

    put_collection()
    with monkeypatch.context() as patched:
        patched.setattr(Store, "insert", interrupt)
        assert judged(*COMMANDS["run"]).code == 130
    assert rows("select exit_code from jobs") == [{"exit_code": 130}]
    assert rows("select status from evaluations") == [{"status": "validated"}]
    assert rows("select * from run_scores") == []
