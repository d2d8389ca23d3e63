"""The header of every SQL file, held against what DuckDB says of the statement."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from tests.sql.relations import (
    KEYS,
    SQL,
    File,
    columns_of,
    create,
    files,
    nodes,
    relations_read,
    tree,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILES = files()
READING = {"read_csv", "read_json", "read_parquet"}
SAMPLES: dict[str, Any] = {"text": "", "integer": 1, "boolean": False, "double": 1.0, "list": []}

every_file = pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


@every_file
def test_the_header_names_the_file_and_has_five_keys_in_order(file: File) -> None:
    assert file.comment[0].startswith(f" {file.name.rpartition('/')[2]}: ")
    assert tuple(file.header) == KEYS


@every_file
def test_a_file_is_one_select(file: File) -> None:
    kinds = [statement.type for statement in duckdb.extract_statements(file.statement)]
    assert kinds == [duckdb.StatementType.SELECT]


@every_file
def test_params_are_the_parameters_of_the_statement(file: File) -> None:
    named = duckdb.extract_statements(file.statement)[0].named_parameters
    assert set(file.params) == set(named)
    assert (file.header["params"] == "none") == (not named)


@every_file
def test_reads_are_the_relations_of_the_statement(
    file: File, connection: duckdb.DuckDBPyConnection
) -> None:
    node = tree(connection, file.statement)
    calls = {part.get("function_name") for part in nodes(node)} & READING
    if calls:
        assert file.header["reads"] == "the file"
        assert not relations_read(node)
    else:
        assert sorted(file.listed("reads")) == sorted(relations_read(node))


@every_file
def test_returns_are_the_columns_of_the_result(
    file: File, connection: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    result = connection.execute(file.statement, _parameters(file, connection, tmp_path))
    assert file.listed("returns") == [column[0] for column in result.description or []]


@pytest.mark.parametrize("path", sorted((SQL / "tables").glob("*.sql")), ids=lambda path: path.stem)
def test_a_table_file_creates_the_table_of_its_name(
    path: Path, connection: duckdb.DuckDBPyConnection
) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.match(rf"-- {path.stem}: .+\.\n-- grain:   one row", text)
    statements = duckdb.extract_statements(text)
    assert [statement.type for statement in statements] == [duckdb.StatementType.CREATE]
    connection.execute(statements[0])
    assert connection.execute("select table_name from duckdb_tables()").fetchall() == [(path.stem,)]


def _parameters(file: File, connection: duckdb.DuckDBPyConnection, folder: Path) -> dict[str, Any]:
    """Makes what the statement reads, empty, and a value for each of its parameters."""
    for relation in [] if file.header["reads"] == "the file" else file.listed("reads"):
        create(connection, relation, columns_of(relation, file.name))
    values = {name: SAMPLES[kind.split()[0].strip(",:")] for name, kind in file.params.items()}
    if "path" in values:
        values |= {"path": str(_file_for(file, connection, folder))}
    if "separator" in values:
        values |= {"separator": " "}
    if "delimiter" in values:
        values |= {"delimiter": "\U0010ffff"}
    if "longest_line" in values:
        values |= {"longest_line": 2_000_000, "buffer_size": 2_000_000}
    if "size" in values:
        values |= {"size": 100}
    return values


def _file_for(file: File, connection: duckdb.DuckDBPyConnection, folder: Path) -> Path:
    if "read_csv" in file.statement:
        path = folder / "lines.txt"
        path.write_text("a line\n", encoding="utf-8")
        return path
    path = folder / "lists.json"
    path.write_text("{}", encoding="utf-8")
    return path
