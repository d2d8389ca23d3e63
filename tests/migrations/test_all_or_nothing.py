"""A migration is done whole or not at all, and those who may not do it are told."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

import judged as api
import judged.store.migrations as module
from judged import StateError
from judged.store.store import SCHEMA_VERSION, Store
from tests.cli.helpers import COMMANDS, environment, put_collection, rows
from tests.migrations.stores import build, rows_of
from tests.migrations.test_versions import OLDER
from tests.support import judged

if TYPE_CHECKING:
    from collections.abc import Callable

READING = ("report", "sql", "explain", "sources")

pytestmark = pytest.mark.slow

# Opens a store, and kills its own process when the statement with some words is done.
KILLED = """
import os, signal, sys
import duckdb
from judged.store.store import Store

words = sys.argv[1]
whole = Store.rows

def rows(store, text, **parameters):
    found = whole(store, text, **parameters)
    if text.startswith(words):
        os.kill(os.getpid(), signal.SIGKILL)
    return found

Store.rows = rows
with Store.open("judged.duckdb") as store:
    store.rows("select 'opened'")
"""


@pytest.mark.parametrize("version", OLDER)
@pytest.mark.parametrize("place", ["_step", "_refuse_odd"])
def test_a_migration_that_fails_midway_leaves_the_store_as_it_was(
    version: int, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(version)
    before = rows_of("judged.duckdb")
    real: Callable[..., None] = getattr(module, place)

    def broken(*arguments: object) -> None:
        real(*arguments)
        raise RuntimeError("the disk is gone")

    with monkeypatch.context() as patched:
        patched.setattr(module, place, broken)
        with pytest.raises(RuntimeError, match="the disk is gone"):
            Store.open("judged.duckdb")
    assert rows_of("judged.duckdb") == before
    Store.open("judged.duckdb").close()
    assert rows("select schema_version from store_version") == [{"schema_version": SCHEMA_VERSION}]


def killed_at(words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, words], env=environment(), capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


@pytest.mark.parametrize("version", OLDER)
def test_kill_9_within_a_migration_leaves_the_store_as_it_was(version: int) -> None:
    build(version)
    before = rows_of("judged.duckdb")
    killed_at("update store_version")
    assert rows_of("judged.duckdb") == before


@pytest.mark.parametrize("version", OLDER)
def test_kill_9_after_a_migration_leaves_it_done(version: int) -> None:
    build(version)
    killed_at("select 'opened'")
    with Store.open("judged.duckdb") as store:
        assert store.migrated_from is None
    assert judged("report").code == 1
    # Since version 4 there is a fifth call: one run, one cutoff and three queries more.
    assert rows("select count(*) as n from query_scores") == [{"n": 31 if version > 3 else 28}]


@pytest.mark.parametrize("command", READING)
def test_who_reads_an_older_store_is_told_what_to_do_and_changes_nothing(command: str) -> None:
    build(2)
    before = Path("judged.duckdb").read_bytes()
    outcome = judged(*COMMANDS[command])
    assert (outcome.code, outcome.stdout) == (4, "")
    assert (
        f"judged.duckdb: written by judged 0.1.0 with tables of version 2, and version"
        f" {SCHEMA_VERSION} is wanted: `judged migrate` brings them up to date; where you may not"
        " write, migrate a copy"
    ) in outcome.stderr
    assert Path("judged.duckdb").read_bytes() == before


def test_the_command_that_is_told_names_the_database() -> None:
    build(2, "old store.duckdb")
    outcome = judged("report", "--db", "old store.duckdb")
    assert "`judged migrate --db 'old store.duckdb'`" in outcome.stderr


@pytest.mark.parametrize("command", ["run", "ingest", "validate", "score", "migrate", "demo"])
def test_a_command_that_writes_brings_an_older_store_up_to_date_and_says_so(command: str) -> None:
    build(2)
    put_collection()
    outcome = judged(*COMMANDS[command])
    told = (
        f"its tables were of version 2, and are of version {SCHEMA_VERSION} now;"
        " older versions of judged do not open it any more"
    )
    assert outcome.stderr.count(told) == 1, outcome.stderr
    assert told not in judged(*COMMANDS[command]).stderr
    assert rows("select schema_version from store_version") == [{"schema_version": SCHEMA_VERSION}]


def test_migrate_is_a_job_and_says_where_there_is_nothing_to_do() -> None:
    build(1)
    assert judged("migrate", "--label", "spring").code == 0
    outcome = judged("migrate")
    assert f"its tables are of version {SCHEMA_VERSION}\n" in outcome.stderr
    found = rows("select label, command, exit_code from jobs order by job_id desc limit 2")
    assert found == [
        {"label": None, "command": "judged migrate", "exit_code": 0},
        {"label": "spring", "command": "judged migrate --label spring", "exit_code": 0},
    ]


def test_migrate_makes_no_database() -> None:
    outcome = judged("migrate", "--db", "none.duckdb")
    assert outcome.code == 4
    assert "none.duckdb: no such database" in outcome.stderr
    assert [*Path.cwd().iterdir()] == []


@pytest.mark.usefixtures("commented")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("alter table jobs add column host varchar", "table jobs has other columns"),
        ("alter table sources drop column compression", 'have a column with name "compression"'),
        ("drop table finding_totals cascade", "finding_totals"),
        ("alter table run_scores alter column k type integer", "table run_scores has other"),
        ("alter table run_scores alter column queries drop not null", "table run_scores has other"),
    ],
)
def test_tables_that_are_not_those_of_their_version_are_refused_and_stay(
    change: str, told: str
) -> None:
    build(2)
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute(change)
    before = rows_of("judged.duckdb")
    with pytest.raises(StateError, match="its tables are not those of version 2, as it says") as e:
        Store.open("judged.duckdb")
    assert told in str(e.value)
    assert "nothing was changed: ingest the files into another database" in str(e.value)
    assert rows_of("judged.duckdb") == before


def test_an_index_made_by_hand_that_is_in_the_way_is_told() -> None:
    build(3)
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute("create index mine on evaluation_settings(evaluation_id)")
    before = rows_of("judged.duckdb")
    with pytest.raises(StateError, match="something made by hand depends on its tables of") as e:
        Store.open("judged.duckdb")
    assert "nothing was changed: drop that, and make it again afterwards" in str(e.value)
    assert rows_of("judged.duckdb") == before


def test_a_store_that_says_no_version_is_refused() -> None:
    build(3)
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute("delete from store_version")
    with pytest.raises(StateError, match="store_version has 0 rows, and not its one; ingest the"):
        Store.open("judged.duckdb")


def test_a_version_that_never_was_is_refused() -> None:
    build(2)
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute("update store_version set schema_version = 0")
    with pytest.raises(StateError, match="tables of version 0, which no judged had"):
        Store.open("judged.duckdb")


def test_python_reads_an_older_store_only_after_it_was_written_to() -> None:
    build(2)
    with pytest.raises(StateError, match=r"`judged migrate` brings them up to date"):
        api.open_store("judged.duckdb")
    scores = api.evaluate({"q1": {"a": 1}}, {"q1": {"a": 1.0}}, store="judged.duckdb").run_scores
    assert scores["macro_ndcg"].to_list() == [1.0]
    with api.open_store("judged.duckdb") as store:
        # Of the store 28, and this one.
        assert store.rows("select count(*) from query_scores") == [(29,)]
