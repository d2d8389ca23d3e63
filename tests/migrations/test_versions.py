"""A store of each older version becomes one of today, and loses nothing."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

from judged import open_store
from judged.store.store import SCHEMA_VERSION, Store
from tests.cli.helpers import put, rows
from tests.migrations.collection import FILES, FIRST, RUN_AGAIN, SECOND, THIRD, seen
from tests.migrations.stores import (
    VERSIONS,
    build,
    definitions,
    definitions_now,
    rows_of,
    seen_then,
    text_of,
)
from tests.support import judged

OLDER = [version for version in VERSIONS if version < SCHEMA_VERSION]

# The oldest go through every step; the slow suite takes the others too.
AT_ONCE = (1, SCHEMA_VERSION)


def _marked(versions: list[int]) -> list[Any]:
    return [
        pytest.param(version, marks=() if version in AT_ONCE else pytest.mark.slow)
        for version in versions
    ]


every_version = pytest.mark.parametrize("version", _marked(VERSIONS))
every_older_version = pytest.mark.parametrize("version", _marked(OLDER))

# What a store is made of; the column of the collection's metadata is no part of a new one.
SHAPES = (
    """select table_name, column_name, column_index, data_type, is_nullable, column_default, comment
    from duckdb_columns() where schema_name = 'main' and database_name = current_database()
    and not (table_name = 'queries' and column_name = 'title') order by all""",
    "select table_name, comment from duckdb_tables() order by all",
    """select view_name, comment, sql from duckdb_views()
    where database_name = current_database() and not internal order by all""",
    "select table_name, constraint_type, constraint_text from duckdb_constraints() order by all",
)


def shapes(path: str) -> list[list[tuple[Any, ...]]]:
    with duckdb.connect(path, read_only=True) as connection:
        return [connection.execute(text).fetchall() for text in SHAPES]


def known_then(found: Any, then: Any) -> Any:
    """What is shown now without the keys that reports did not have then."""
    if isinstance(found, dict) and isinstance(then, dict):
        return {key: known_then(found[key], value) for key, value in then.items()}
    if isinstance(found, list) and isinstance(then, list) and len(found) == len(then):
        return [known_then(*pair) for pair in zip(found, then, strict=True)]
    return found


def migrated(version: int) -> None:
    """judged.duckdb of a version, opened for writing once."""
    build(version)
    with Store.open("judged.duckdb") as store:
        assert store.migrated_from == (None if version == SCHEMA_VERSION else version)


def test_there_is_a_store_of_every_version() -> None:
    assert list(range(1, SCHEMA_VERSION + 1)) == VERSIONS, (
        "a new SCHEMA_VERSION: write its store down with `python -m tests.migrations.dump`"
    )


def test_tables_and_views_are_those_of_their_version() -> None:
    assert definitions_now() == definitions(text_of(SCHEMA_VERSION)), (
        "sql/tables or a view changed: raise SCHEMA_VERSION and add a step (sql/README.md)"
    )


@every_version
def test_a_store_of_a_version_has_rows_in_every_table(version: int) -> None:
    build(version)
    assert [table for table, found in rows_of("judged.duckdb").items() if not found] == []


@pytest.mark.usefixtures("commented")
@every_older_version
def test_a_migrated_store_is_like_a_new_one(version: int) -> None:
    migrated(version)
    Store.open("new.duckdb").close()
    assert shapes("judged.duckdb") == shapes("new.duckdb")
    assert rows("select * from store_version") == [
        {"schema_version": SCHEMA_VERSION, "judged_version": "0.1.0"}
    ]


@every_version
def test_report_explain_and_sql_show_what_they_showed(version: int) -> None:
    migrated(version)
    then = seen_then(version)
    found = seen()
    for name in then:
        assert known_then(found[name], then[name]) == then[name], name


@every_older_version
def test_no_row_is_lost(version: int) -> None:
    build(version)
    before = rows_of("judged.duckdb")
    Store.open("judged.duckdb").close()
    after = rows_of("judged.duckdb")
    assert {table: len(after[table]) for table in before} == {
        table: len(found) for table, found in before.items()
    }
    scores = [row[1:] for row in before["query_scores"]]
    assert [row[1:] for row in after["query_scores"]] == scores
    lines = ("qrel_lines", "run_lines", "sources", "source_options", "queries", "empty_lists")
    for table in (*lines, "rejected_lines", "skipped_lines"):
        # A later version may have further columns.
        found = [row[: len(old)] for row, old in zip(after[table], before[table], strict=True)]
        assert found == before[table], table


@every_version
def test_the_jobs_name_evaluations_that_are_there(version: int) -> None:
    migrated(version)
    named = rows("select job_id, unnest(evaluations) as evaluation_id from jobs order by all")
    # Four runs, two, one, and the one from Python; since version 3 the file that is none, and since
    # version 4 the chunks.
    assert len(named) == {1: 8, 2: 8, 3: 9}.get(version, 10)
    known = {row["evaluation_id"] for row in rows("select evaluation_id from evaluations")}
    assert {row["evaluation_id"] for row in named} == known


@every_version
def test_scoring_again_finds_every_evaluation_and_the_same_bits(version: int) -> None:
    migrated(version)
    tables = ("query_scores", "run_scores")
    before = {table: rows(f"select * from {table} order by all") for table in tables}
    for runs in (["tag"], ["one", "other"], ["résumé", "pair"], ["api"]):
        outcome = judged("score", *runs)
        assert outcome.code == 0, outcome.stderr
        assert {table: rows(f"select * from {table} order by all") for table in tables} == before


@every_version
def test_the_same_files_again_are_the_same_evaluations(version: int) -> None:
    migrated(version)
    ids = "select evaluation_id, run_id, run_sha256 from evaluations order by all"
    before = rows(ids)
    sources = rows("select count(*) as n from sources")
    for name, text in FILES.items():
        put(name, text)
    assert judged(*FIRST).code == 1
    assert judged(*SECOND).code == 0
    put("run.txt", RUN_AGAIN)
    outcome = judged(*THIRD)
    assert outcome.code == 0
    assert "the same bytes were there already" in outcome.stderr
    assert rows(ids) == before
    assert rows("select count(*) as n from sources") == sources


@every_version
def test_the_newest_version_of_a_run_stays_the_newest(version: int) -> None:
    migrated(version)
    (found,) = judged("sources", "tag", "--format", "jsonl").stdout.splitlines()[1:]
    assert '"path": "run.txt"' in found
    assert '"rows": 2' in found
    assert '"is_newest": true' in found


def test_a_store_of_version_1_that_has_names_of_sources_keeps_them() -> None:
    build(2)
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute("update store_version set schema_version = 1")
        connection.execute("insert into source_names values (1, 'gold')")
        connection.execute("delete from source_names where source_id = 4")
    with Store.open("judged.duckdb") as store:
        names = store.rows("select source_id, name from source_names order by rowid")
    assert (1, "gold") in names
    assert names[-1] == (4, "bad")
    assert len(names) == 11


def test_what_a_person_added_stays() -> None:
    build(2)
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute("create table mine as select 42 as answer")
        connection.execute("create view my_runs as select distinct run_id from runs")
    Store.open("judged.duckdb").close()
    with open_store("judged.duckdb") as store:
        assert store.rows("from mine") == [(42,)]
        assert len(store.rows("from my_runs")) == 7
