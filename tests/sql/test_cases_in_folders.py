"""Every folder below sql/<kind>/<query>/ is a case: relations, parameters, and the rows expected.

A folder holds one CSV file for each relation that the statement reads (only the columns it needs),
params.json where it has parameters, expected.csv, and note.txt where the arithmetic is not plain.
NULL is null. Rows of an input are inserted in order, so that rowid is the row's place from 0.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from judged import queries
from tests.sql.relations import TYPES, files, read, tree

if TYPE_CHECKING:
    from collections.abc import Iterator


HERE = Path(__file__).parent
CASES = sorted(path.parent for path in HERE.glob("*/*/*/expected.csv"))

WITH_CASES = ("score/", "checks/", "views/")


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


def _name(case: Path) -> str:
    return case.relative_to(HERE).as_posix()


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_the_rows_are_the_expected_ones(case: Path, connection: duckdb.DuckDBPyConnection) -> None:
    name = case.parent.relative_to(HERE).as_posix()
    statement = queries.load(name).sql
    for path in sorted(case.glob("*.csv")):
        if path.stem != "expected":
            _insert(connection, path, path.stem, TYPES)
    parameters = _parameters(case)
    result = connection.execute(statement, parameters)
    kinds = {column[0]: str(column[1]) for column in result.description or []}
    rows = result.fetchall()
    names = _insert(connection, case / "expected.csv", "expected", kinds)
    assert names == list(kinds)
    order = "rowid" if _is_ordered(connection, statement) else "all"
    expected = connection.execute(f"select * from expected order by {order}").fetchall()
    if order == "all":
        connection.execute(f"create table actual as {statement}", parameters)
        rows = connection.execute("select * from actual order by all").fetchall()
    assert rows == expected
    assert repr(rows) == repr(expected), "equal, but one has -0.0"


def test_every_portable_file_that_computes_has_a_case() -> None:
    wanted = {file.name for file in files() if file.name.startswith(WITH_CASES)}
    assert wanted - {case.parent.relative_to(HERE).as_posix() for case in CASES} == set()


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.relative_to(HERE).as_posix())
def test_a_case_holds_what_the_statement_reads_and_nothing_else(case: Path) -> None:
    name = case.parent.relative_to(HERE)
    file = read(HERE.parents[1] / "sql" / f"{name}.sql")
    wanted = {f"{relation}.csv" for relation in file.listed("reads")} | {"expected.csv"}
    if file.params:
        wanted.add("params.json")
        assert set(_parameters(case)) == set(file.params)
    assert {path.name for path in case.iterdir()} - {"note.txt"} == wanted


def _parameters(case: Path) -> dict[str, Any]:
    path = case / "params.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _insert(
    connection: duckdb.DuckDBPyConnection, path: Path, table: str, kinds: dict[str, str]
) -> list[str]:
    """Makes a table of a CSV file, and returns its columns."""
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = list(csv.reader(file))
    columns = ", ".join(f'"{name}" {kinds.get(name, "varchar")}' for name in names)
    connection.execute(f"create table {table} ({columns})")
    marks = ", ".join("?" for _ in names)
    for row in rows:
        values = [None if value == "NULL" else value for value in row]
        connection.execute(f"insert into {table} values ({marks})", values)
    return names


def _is_ordered(connection: duckdb.DuckDBPyConnection, statement: str) -> bool:
    modifiers = tree(connection, statement)["modifiers"]
    return any(modifier["type"] == "ORDER_MODIFIER" for modifier in modifiers)
