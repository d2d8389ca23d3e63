"""`judged sql` runs one SELECT, and reaches nothing but the rows of the database."""

from __future__ import annotations

import hashlib
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pytest

from judged import sql_command
from tests.cli.helpers import put
from tests.cli.sql_attempts import HARMLESS, READS, WRITES
from tests.support import judged

if TYPE_CHECKING:
    from collections.abc import Iterator


def digest() -> str:
    return hashlib.sha256(Path("judged.duckdb").read_bytes()).hexdigest()


@pytest.fixture
def secrets(evaluated: Path) -> Path:
    """Files beside the database that no statement may see."""
    put("secret.csv", "word\nhidden\n")
    put("secret.json", '[{"word": "hidden"}]\n')
    duckdb.execute("copy (select 'hidden' as word) to 'secret.parquet' (format parquet)")
    with duckdb.connect("secret.duckdb") as connection:
        connection.execute("create table mine as select 'hidden' as word")
    return evaluated


@pytest.fixture
def port() -> Iterator[int]:
    """A port of this machine at which nobody may knock while a test runs."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


def files(folder: Path) -> dict[str, str]:
    """Everything in a folder and below, by path, with its hash."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def attempts(statements: list[str], port: int) -> list[str]:
    return [each.replace("127.0.0.1:9", f"127.0.0.1:{port}") for each in statements]


def test_the_files_could_be_read_by_anybody_else(secrets: Path) -> None:
    for statement in (
        "from 'secret.csv'",
        "from read_json('secret.json')",
        "from 'secret.parquet'",
    ):
        assert duckdb.execute(statement).fetchall() == [("hidden",)]
    with duckdb.connect(str(secrets / "secret.duckdb")) as connection:
        assert connection.execute("from mine").fetchall() == [("hidden",)]


@pytest.mark.slow
def test_what_is_not_one_select_is_refused_and_changes_no_byte(secrets: Path, port: int) -> None:
    before = files(secrets)
    for statement in attempts(WRITES, port):
        outcome = judged("sql", "--", statement)
        assert (outcome.code, outcome.stdout) == (2, ""), statement
        assert "error: " in outcome.stderr
        assert "hidden" not in outcome.stderr, statement
    assert files(secrets) == before


def test_no_file_no_network_and_no_environment_can_be_read(
    secrets: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sql_command, "hidden_frame", pl.DataFrame({"word": ["hidden"]}), raising=False
    )
    before = files(secrets)
    for statement in attempts(READS, port):
        for words in ((), ("--format", "parquet", "--out", "rows.parquet")):
            outcome = judged("sql", *words, "--", statement)
            assert (outcome.code, outcome.stdout) == (2, ""), statement
            assert "the statement was refused" in outcome.stderr, statement
            told = outcome.stderr.replace("hidden_frame", "").replace("'word', 'hidden'", "")
            assert "hidden" not in told, statement
    assert files(secrets) == before


def test_a_statement_that_fails_while_it_runs_leaves_no_file(secrets: Path) -> None:
    before = files(secrets)
    statement = "select case when i = 999999 then error('late') end from range(1000000) as t(i)"
    outcome = judged("sql", statement, "--format", "parquet", "--out", "rows.parquet")
    assert outcome.code == 2
    assert "late" in outcome.stderr
    assert files(secrets) == before


def test_no_extension_is_looked_for(secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = secrets / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    outcome = judged("sql", "from read_avro('secret.avro')")
    assert outcome.code == 2
    assert "install" not in outcome.stderr.split("Please try")[0]
    assert list(home.rglob("*")) == []


def test_what_is_let_through_changes_nothing(secrets: Path) -> None:
    before = files(secrets)
    for statement in HARMLESS:
        assert judged("sql", statement).code == 0, statement
    assert files(secrets) == before


@pytest.mark.parametrize(
    "statement",
    [
        "select 42 as answer",
        "select 42 as answer;",
        "select 42 as answer -- why not",
        "from (values (42)) as v(answer)",
        "with a as (select 42 as answer) select answer from a",
        "  \n select 42 as answer \n",
        "select /* one; two */ 42 as answer",
    ],
)
@pytest.mark.usefixtures("evaluated")
def test_one_select_in_any_dress_is_run(statement: str) -> None:
    outcome = judged("sql", statement, "--format", "csv")
    assert (outcome.code, outcome.stdout) == (0, "answer\n42\n")


@pytest.mark.usefixtures("evaluated")
def test_a_statement_may_come_from_standard_input() -> None:
    outcome = judged("sql", "-", "--format", "csv", stdin=b"select 42 as answer\n")
    assert (outcome.code, outcome.stdout) == (0, "answer\n42\n")


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("name", ["rows.parquet", "o'clock.parquet", "out put.parquet"])
def test_parquet_goes_to_the_named_file_and_to_no_other(name: str) -> None:
    before = digest()
    statement = "select query_id, ndcg from query_scores;"
    outcome = judged("sql", statement, "--format", "parquet", "--out", name)
    assert (outcome.code, outcome.stdout) == (0, "")
    assert outcome.stderr.endswith(f"wrote {name}\n")
    (row,) = duckdb.read_parquet(name.replace("'", "?")).fetchall()
    assert row[0] == "q1"
    assert digest() == before
    assert {path.name for path in Path().iterdir()} == {
        "qrels.txt",
        "run.txt",
        "judged.duckdb",
        name,
    }


@pytest.mark.usefixtures("evaluated")
def test_parquet_of_a_statement_that_ends_in_a_comment() -> None:
    words = ("--format", "parquet", "--out", "rows.parquet")
    assert judged("sql", "select 1 as a -- one", *words).code == 0


@pytest.mark.usefixtures("evaluated")
def test_parquet_needs_a_file() -> None:
    outcome = judged("sql", "select 1", "--format", "parquet")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "--out" in outcome.stderr


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_out_does_not_overwrite_the_database(form: str) -> None:
    before = digest()
    outcome = judged("sql", "select 1 as a", "--format", form, "--out", "judged.duckdb")
    assert digest() == before
    assert outcome.code == 2


def test_a_database_that_is_not_there_is_not_made() -> None:
    outcome = judged("sql", "select 1")
    assert outcome.code in (2, 4)
    assert "judged.duckdb: no such database" in outcome.stderr
    assert not Path("judged.duckdb").exists()


MACROS = [
    (
        "duckdb_tables() as table select t.* from system.main.duckdb_tables() as t,"
        " enable_logging(level := 'info', storage := 'file', storage_path := 'log')"
    ),
    "current_setting(x) as (select content from read_text('secret.csv'))",
]


@pytest.mark.parametrize("macro", MACROS)
def test_a_database_with_sql_of_its_own_reaches_nothing_either(secrets: Path, macro: str) -> None:
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute(f"create macro {macro}")
    before = files(secrets)
    for command in (("sql", "select current_setting('threads')"), ("report",), ("sources",)):
        outcome = judged(*command)
        assert "hidden" not in outcome.stdout + outcome.stderr, command
    assert files(secrets) == before
    outcome = judged("validate")
    assert outcome.code == 4
    assert "the name of one of DuckDB's" in outcome.stderr


def test_views_that_were_put_in_the_place_of_ours_reach_nothing(secrets: Path) -> None:
    with duckdb.connect("judged.duckdb") as connection:
        connection.execute("create view hidden as select content from read_text('secret.csv')")
        for view in ("current_scores", "latest_run_scores", "newest_evaluations", "runs"):
            connection.execute(f"alter view {view} rename to true_{view}")
            connection.execute(f"create view {view} as select t.* from true_{view} as t, hidden")
    before = files(secrets)
    for command in (("sql", "from current_scores"), ("report",)):
        outcome = judged(*command)
        assert "hidden\n" not in outcome.stdout + outcome.stderr, command
        assert outcome.code != 0, command
    assert files(secrets) == before


@pytest.mark.usefixtures("evaluated")
def test_a_comment_behind_the_end_of_a_statement_is_none_of_its_rows() -> None:
    for end in ("; -- why", ";\n/* why */ ", "; -- '", "::text || '; -- why'"):
        words = ("--format", "parquet", "--out", "rows.parquet")
        outcome = judged("sql", f"select 'a' as word{end}".replace(" as word::", "::"), *words)
        assert outcome.code == 0, end
        ((word,),) = duckdb.execute("from 'rows.parquet'").fetchall()
        assert word == ("a; -- why" if "||" in end else "a")
