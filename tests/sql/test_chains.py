"""Every folder below chains/<chain>/ is a case of files that are run in a row, as one query.

A case is laid out like that of a single file (see test_cases_in_folders.py). Beside the parameters
of its files, params.json holds what chooses between them: `run_duplicates`, and `ties` for the
order of a ranking.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

from judged.evaluation.workspace import ranking
from tests.sql.cases import assert_holds, assert_rows, parameters_of
from tests.sql.relations import relations_read, tree

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent / "chains"
CASES = sorted(path.parent for path in HERE.glob("ranked/*/expected.csv"))

every_case = pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        yield opened


@every_case
def test_a_ranking_has_the_expected_rows(case: Path, connection: duckdb.DuckDBPyConnection) -> None:
    parameters = parameters_of(case)
    query = ranking(parameters.pop("run_duplicates"), parameters.pop("ties"))
    assert_rows(connection, case, query.sql, parameters)


@every_case
def test_a_case_holds_what_the_chain_reads_and_nothing_else(
    case: Path, connection: duckdb.DuckDBPyConnection
) -> None:
    parameters = parameters_of(case)
    query = ranking(parameters["run_duplicates"], parameters["ties"])
    read = relations_read(tree(connection, query.sql))
    named = duckdb.extract_statements(query.sql)[0].named_parameters
    assert_holds(case, read, {*named, "run_duplicates", "ties"})


def test_every_order_of_ties_has_a_case() -> None:
    orders = {parameters_of(case)["ties"] for case in CASES}
    assert orders == {"doc_id_desc", "doc_id_asc", "line"}


@pytest.mark.parametrize("ties", ["average", "error"])
def test_ties_without_an_order_of_their_own_are_by_descending_ids(ties: str) -> None:
    assert ranking("error", ties).sql == ranking("error", "doc_id_desc").sql


def test_each_order_of_ties_is_a_chain_of_its_own() -> None:
    assert len({ranking("error", ties).sql for ties in ("doc_id_desc", "doc_id_asc", "line")}) == 3


def test_nothing_but_cases_stands_in_the_folder() -> None:
    folders = {path for path in HERE.rglob("*") if path.is_dir()}
    assert folders == {HERE / "ranked", *CASES}
