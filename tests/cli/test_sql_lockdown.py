"""`judged sql` runs one SELECT, and reaches nothing but the rows of the database."""

from __future__ import annotations

import hashlib
from pathlib import Path

import duckdb
import pytest

from tests.cli.helpers import put
from tests.support import judged

WRITES = [
    "select 1; select 2",
    "select 1; drop table qrel_lines",
    "insert into jobs select * from jobs",
    "insert into jobs select * from jobs returning *",
    "update jobs set label = 'x'",
    "update jobs set label = 'x' returning *",
    "delete from jobs",
    "truncate jobs",
    "with gone as (delete from jobs returning *) from gone",
    "with more as (insert into jobs select * from jobs returning *) from more",
    "merge into jobs using jobs as j on false when not matched then insert by name",
    "create table mine as select 1",
    "create view mine as select 1",
    "create temp table mine as select 1",
    "create macro mine() as 1",
    "create secret (type s3)",
    "drop table jobs",
    "alter table jobs rename to work",
    "comment on table jobs is 'x'",
    "attach 'other.duckdb'",
    "attach 'judged.duckdb' as again",
    "detach judged",
    "use memory",
    "copy jobs to 'jobs.csv'",
    "copy (select 1) to 'one.parquet' (format parquet)",
    "copy jobs from 'secret.csv'",
    "export database 'dump'",
    "import database 'dump'",
    "install httpfs",
    "load httpfs",
    "set enable_external_access = true",
    "set lock_configuration = false",
    "reset threads",
    "pragma enable_profiling",
    "pragma database_list",
    "call enable_profiling()",
    "call pragma_version()",
    "checkpoint",
    "vacuum",
    "begin",
    "prepare p as select 1",
    "execute p",
    "explain analyze select 1",
    "",
    ";",
]
READS = [
    "from read_csv('secret.csv')",
    "from read_csv_auto('secret.csv')",
    "from sniff_csv('secret.csv')",
    "from read_text('secret.csv')",
    "from read_text('/etc/hostname')",
    "from read_blob('secret.csv')",
    "from read_json('secret.json')",
    "from read_parquet('secret.parquet')",
    "from parquet_metadata('secret.parquet')",
    "from read_duckdb('secret.duckdb', table_name = 'mine')",
    "from 'secret.csv'",
    "from 'secret.parquet'",
    "from 'secret.json'",
    "from query_table('secret.csv')",
    "from query('from ''secret.csv''')",
    "from query('delete from jobs')",
    "from glob('*')",
    "from 'http://127.0.0.1:9/secret.csv'",
    "from read_csv('https://127.0.0.1:9/secret.csv')",
    "from read_parquet('s3://bucket/secret.parquet')",
    "from sqlite_scan('secret.db', 'mine')",
    "select getenv('HOME')",
    "from duckdb_secrets()",
    "from enable_logging()",
    "from enable_profiling()",
]


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


def test_what_is_not_one_select_is_refused_and_changes_no_byte(secrets: Path) -> None:
    before, names = digest(), sorted(path.name for path in secrets.iterdir())
    for statement in WRITES:
        outcome = judged("sql", statement)
        assert (outcome.code, outcome.stdout) == (2, ""), statement
        assert "error: " in outcome.stderr
    assert digest() == before
    assert sorted(path.name for path in secrets.iterdir()) == names


@pytest.mark.usefixtures("secrets")
def test_no_file_no_network_and_no_environment_can_be_read() -> None:
    before = digest()
    for statement in READS:
        for words in ((), ("--format", "parquet", "--out", "rows.parquet")):
            outcome = judged("sql", statement, *words)
            assert (outcome.code, outcome.stdout) == (2, ""), statement
            assert "the statement was refused" in outcome.stderr, statement
    assert not Path("rows.parquet").exists()
    assert digest() == before


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
