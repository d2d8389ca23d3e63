"""Folders of cases: relations as CSV files, parameters, and the rows that a statement returns."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

from tests.sql.relations import TYPES, tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import duckdb


def parameters_of(case: Path) -> dict[str, Any]:
    """What params.json holds; nothing where there is none."""
    path = case / "params.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def assert_holds(case: Path, relations: Iterable[str], parameters: Iterable[str]) -> None:
    """Fails unless a case holds these relations and parameters, expected rows, and no more."""
    wanted = {f"{relation}.csv" for relation in relations} | {"expected.csv"}
    wanted |= {"params.json"} if set(parameters) else set()
    assert {path.name for path in case.iterdir()} - {"note.txt"} == wanted
    assert set(parameters_of(case)) == set(parameters)


def assert_rows(
    connection: duckdb.DuckDBPyConnection,
    case: Path,
    statement: str,
    parameters: Mapping[str, Any],
) -> None:
    """Fails unless a statement returns a case's expected rows, in order where it has one."""
    for path in sorted(case.glob("*.csv")):
        if path.stem != "expected":
            _insert(connection, path, path.stem, TYPES)
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


def _insert(
    connection: duckdb.DuckDBPyConnection, path: Path, table: str, kinds: Mapping[str, str]
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
