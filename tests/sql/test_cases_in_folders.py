"""Every folder below sql/<kind>/<query>/ is a case: relations, parameters, and the rows expected.

A folder holds one CSV file for each relation that the statement reads (only the columns it needs),
params.json where it has parameters, expected.csv, and note.txt where the arithmetic is not plain.
NULL is null. Rows of an input are inserted in order, so that rowid is the row's place from 0.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

from judged.store import queries
from tests.sql.cases import assert_holds, assert_rows, parameters_of
from tests.sql.relations import SQL, files, read

if TYPE_CHECKING:
    from collections.abc import Iterator


HERE = Path(__file__).parent
# A chain is several files in a row: test_chains.py has its cases.
CASES = sorted(
    path.parent
    for path in HERE.glob("*/*/*/expected.csv")
    if path.relative_to(HERE).parts[0] != "chains"
)

WITH_CASES = ("score/", "checks/", "views/")
# What computes, although only DuckDB reads it.
OF_DUCKDB = {
    f"duckdb/{name}"
    for name in (
        "qrels",
        "runs",
        "newest_evaluations",
        "judgment_lines",
        "selected_lines",
        "scored_judgments_by_pattern",
        "scored_lines_by_pattern",
        "id_map_cells",
        "documents_to_convert",
        "judgments_to_convert",
        "converted_documents",
        "converted_judgments",
    )
}


def _query(case: Path) -> str:
    return case.parent.relative_to(HERE).as_posix()


every_case = pytest.mark.parametrize(
    "case", CASES, ids=lambda path: path.relative_to(HERE).as_posix()
)


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


@every_case
def test_the_rows_are_the_expected_ones(case: Path, connection: duckdb.DuckDBPyConnection) -> None:
    assert_rows(connection, case, queries.load(_query(case)).sql, parameters_of(case))


def test_every_file_that_computes_has_a_case() -> None:
    wanted = OF_DUCKDB | {file.name for file in files() if file.name.startswith(WITH_CASES)}
    assert wanted - {_query(case) for case in CASES} == set()


@every_case
def test_a_case_holds_what_the_statement_reads_and_nothing_else(case: Path) -> None:
    file = read(SQL / f"{_query(case)}.sql")
    assert_holds(case, file.listed("reads"), file.params)
