"""`judged sql`: rows in every form, the same in each."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from contextlib import chdir
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.cli.helpers import QRELS, RUN, put
from tests.support import judged


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six scores: of a query with gain, one without any (no ceiling), and one without a line."""
    folder = tmp_path_factory.mktemp("scores")
    with chdir(folder):
        put("qrels.txt", QRELS + "q2 0 y 0\nq3 0 z 2\n")
        put("run.txt", RUN + "q2 Q0 y 1 3 tag\n")
        assert judged("run", "qrels.txt", "run.txt", "-k", "2,all").code == 0
    return folder


@pytest.fixture(autouse=True)
def _evaluation(folder: Path, made: Path) -> None:
    shutil.copytree(made, folder, dirs_exist_ok=True)


ROWS = (
    "select run_id, query_id, k, ndcg, counted, 'two words' as words, [k, 2] as list, 1.50 as price"
    " from query_scores order by query_id, k"
)


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def sql(statement: str, form: str) -> str:
    outcome = judged("sql", statement, "--format", form)
    assert outcome.code == 0, outcome.stderr
    assert "\r" not in outcome.stdout
    return outcome.stdout


def test_table_csv_and_markdown_agree_cell_for_cell() -> None:
    wanted = cells(sql(ROWS, "csv"))
    assert len(wanted) == 7
    header, _, *lines = sql(ROWS, "table").rstrip("\n").split("\n")
    assert [re.split(r"\s{2,}", line.strip()) for line in (header, *lines)] == wanted
    header, _, *lines = sql(ROWS, "markdown").rstrip("\n").split("\n")
    found = [
        [re.sub(r"\\(.)", r"\1", cell) for cell in line[2:-2].split(" | ")]
        for line in (header, *lines)
    ]
    assert found == wanted


def test_json_jsonl_csv_and_parquet_hold_the_same_rows() -> None:
    statement = "select query_id, k, ndcg, ceiling, counted from query_scores order by query_id, k"
    wanted: list[dict[str, Any]] = json.loads(sql(statement, "json"))
    assert len(wanted) == 6
    assert [json.loads(line) for line in sql(statement, "jsonl").splitlines()] == wanted
    header, *lines = cells(sql(statement, "csv"))
    assert header == list(wanted[0])
    assert [[row["query_id"], str(row["k"])] for row in wanted] == [line[:2] for line in lines]
    assert [repr(row["ndcg"]) for row in wanted] == [line[2] for line in lines]
    # A zero-IDCG query has no ceiling: an empty cell, and null.
    assert [line[3] == "" for line in lines] == [row["ceiling"] is None for row in wanted]
    assert judged("sql", statement, "--format", "parquet", "--out", "rows.parquet").code == 0
    assert duckdb.read_parquet("rows.parquet").fetchall() == [tuple(row.values()) for row in wanted]


@pytest.mark.parametrize("form", ["csv", "json", "jsonl", "markdown"])
def test_rows_go_to_a_file_as_they_go_to_standard_output(form: str) -> None:
    outcome = judged("sql", ROWS, "--format", form, "--out", "rows.out")
    assert (outcome.code, outcome.stdout) == (0, "")
    assert Path("rows.out").read_bytes().decode() == sql(ROWS, form)


@pytest.mark.parametrize(
    ("form", "text"),
    [("csv", "a,b\n"), ("json", "[]\n"), ("jsonl", ""), ("markdown", "| a | b |\n| --- | --- |\n")],
)
def test_no_row_is_still_well_formed(form: str, text: str) -> None:
    assert sql("select 1 as a, 'x' as b where false", form) == text


def test_json_loses_no_column_of_a_join() -> None:
    (row,) = json.loads(sql("select 1 as a, 2 as a", "json"))
    assert sorted(row.values()) == [1, 2]


def test_json_of_what_is_no_number_is_still_json() -> None:
    def refuse(word: str) -> None:
        raise AssertionError(word)

    json.loads(sql("select 'nan'::double as a", "json"), parse_constant=refuse)


def test_a_statement_that_is_not_utf_8_is_told() -> None:
    outcome = judged("sql", "-", stdin=b"select '\xff'")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "error: -: the statement is not UTF-8; convert it" in outcome.stderr
