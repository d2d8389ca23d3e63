"""Portable files keep to what DuckDB and Spark read alike, and to the style of the folder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from tests.sql.relations import SQL, File, files, nodes, tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILES = files(excluded=("tables/", "migrations/", "duckdb/", "schemas/"))

# Read otherwise by Spark, or not at all: regular expressions by what they stand for.
ABSENT = {
    "an ordered aggregate": r"\b(array_agg|list|string_agg|sum|avg|min|max)\s*\([^()]*\border by\b",
    "a logarithm": r"\b(log|log2|log10|ln)\s*\(",
    "hash()": r"\bhash\s*\(",
    "round()": r"\bround\w*\s*\(",
    "a function of lists": r"\b(list_\w+|unnest|array_agg|string_split|struct_pack)\s*\(",
    "a series in FROM": r"\b(generate_series|range)\s*\(",
    "a file": r"\b(read_\w+|glob|parquet_scan)\s*\(",
    "isfinite, strlen": r"\b(isfinite|isinf|strlen)\s*\(",
    "the place of a row": r"\browid\b",
    "HUGEINT": r"\b(u?hugeint|ubigint|uinteger|usmallint|utinyint)\b",
    "PIVOT": r"\b(un)?pivot\b",
    "COLUMNS()": r"\bcolumns\s*\(",
    "UNION BY NAME": r"\bunion\s+(all\s+)?by\s+name\b",
    "ASOF": r"\basof\b",
    "GROUP BY ALL, ORDER BY ALL": r"\b(group|order)\s+by\s+all\b",
    "a star with exceptions": r"\*\s*(exclude|except|replace|rename)\b",
    "QUALIFY, DISTINCT ON, SAMPLE": r"\b(qualify|distinct\s+on|using\s+sample)\b",
    "UPDATE, DELETE, MACRO": r"\b(update|delete|macro)\b",
    "a cast by colons": r"::",
    "a lambda": r"\blambda\b|->",
    "a literal of lists or structs": r"[\[{]",
    "// on decimals": r"decimal\(\d+, \d+\)\)\s*//",
}

# What no two rows of a window share, beside a line's own columns.
UNIQUE = {"doc_id", "line_order", "rank"}
UNIQUE_IN = {"score/judgments_by_majority": {"grade"}, "views/unjudged_documents": {"grade"}}
ORDER_FREE = {"count", "count_star", "sum", "min", "max"}

every_file = pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
every_path = pytest.mark.parametrize(
    "path", sorted(SQL.rglob("*.sql")), ids=lambda path: path.relative_to(SQL).as_posix()
)


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


def _code(text: str) -> str:
    """The statement without comments and without what stands between quotes."""
    return re.sub(r"'(?:[^']|'')*'|--[^\n]*", "''", text)


def _last_columns(node: dict[str, Any]) -> Iterator[str]:
    """The kinds of expression that the result is made of; of each side of a union."""
    if node["type"] == "SET_OPERATION_NODE":
        for side in node.get("children") or [node["left"], node["right"]]:
            yield from _last_columns(side)
    else:
        yield from (column["class"] for column in node["select_list"])


@every_file
def test_nothing_that_spark_lacks_or_reads_otherwise(file: File) -> None:
    code = _code(file.statement).lower()
    assert [name for name, pattern in ABSENT.items() if re.search(pattern, code)] == []


@every_path
def test_keywords_and_names_are_lower_case(path: Path) -> None:
    code = _code(path.read_text(encoding="utf-8"))
    assert [line for line in code.splitlines() if line != line.lower()] == []


@every_path
def test_lines_are_at_most_100_columns_without_tabs(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.stem == "comments":
        lines = []  # a sentence a column, each one literal
    assert [
        line for line in lines if len(line) > 100 or "\t" in line or line != line.rstrip()
    ] == []


@every_file
def test_the_last_select_has_no_star(file: File, connection: duckdb.DuckDBPyConnection) -> None:
    columns = list(_last_columns(tree(connection, file.statement)))
    assert columns
    assert "STAR" not in columns


@every_file
def test_a_window_has_a_total_order_unless_its_order_is_free(
    file: File, connection: duckdb.DuckDBPyConnection
) -> None:
    unique = UNIQUE | UNIQUE_IN.get(file.name, set())
    for window in nodes(tree(connection, file.statement)):
        if window.get("class") != "WINDOW" or window["function_name"] in ORDER_FREE:
            continue
        names = {
            part["column_names"][-1]
            for part in nodes(window["orders"])
            if part.get("class") == "COLUMN_REF"
        }
        assert names & unique, f"{window['function_name']} is ordered by {sorted(names)}"


@every_file
def test_a_limit_stands_on_an_order(file: File, connection: duckdb.DuckDBPyConnection) -> None:
    modifiers = [
        {modifier["type"] for modifier in node["modifiers"]}
        for node in nodes(tree(connection, file.statement))
        if node.get("modifiers")
    ]
    for kinds in modifiers:
        assert "LIMIT_MODIFIER" not in kinds or "ORDER_MODIFIER" in kinds


@every_file
def test_a_window_has_the_default_frame(file: File, connection: duckdb.DuckDBPyConnection) -> None:
    frames = {
        (window["start"], window["end"])
        for window in nodes(tree(connection, file.statement))
        if window.get("class") == "WINDOW"
    }
    # Any other frame would have to be read the same way by both engines first.
    assert frames <= {("UNBOUNDED_PRECEDING", "CURRENT_ROW_RANGE")}
