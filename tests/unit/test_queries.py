"""The SQL files as the program finds and reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pytest

from judged.store import queries
from tests.support import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_a_file_is_its_statement() -> None:
    query = queries.load("checks/no-score")
    assert query.name == "checks/no-score"
    assert query.params == ("order_by",)
    assert query.sql.startswith("select\n")
    assert not query.sql.endswith(";")


def test_parameters_are_told_once_each() -> None:
    # The statement has $depth twice.
    assert queries.load("score/ranked").params == ("depth", "keep_all", "deepest", "unjudged")


def test_a_chain_has_the_parameters_of_all_its_steps_once_each() -> None:
    # Both files have $k.
    chain = queries.chained({"dropped": "report/explained_dropped"}, "report/unjudged_summary")
    assert chain.params == ("query_id", "k")
    chain = queries.chained({"documents": "score/entries"}, "score/floors")
    assert chain.params == ("order_by", "score_precision", "reach")


@pytest.fixture
def ordered() -> Iterator[duckdb.DuckDBPyConnection]:
    """Three documents in order, of which nobody judged the first, and the second gains 3."""
    with duckdb.connect() as connection:
        connection.execute(
            "create table ordered as from (values ('r', 'q', 'x', 7, 3.0::double, false, null, 1),"
            " ('r', 'q', 'a', 8, 2.0, true, 3, 2), ('r', 'q', 'z', 9, 1.0, true, 0, 3))"
            " as t (run_id, query_id, doc_id, line_order, sort_key, is_judged, grade, rank)"
        )
        connection.execute("create table gains as from (values (0, 0), (3, 3)) as t (grade, gain)")
        yield connection


@pytest.mark.parametrize(
    ("last", "unjudged", "rows"),
    [
        # Below rank 1 only a gains something; nothing moves.
        ("kept", "zero", [("r", "q", "x", 7, 3.0, None, 1), ("r", "q", "a", 8, 2.0, 3, 2)]),
        # Without x, a and z move up.
        ("condensed", "drop", [("r", "q", "a", 8, 2.0, 3, 1), ("r", "q", "z", 9, 1.0, 0, 2)]),
    ],
)
def test_the_last_step_of_a_chain_reads_the_one_before(
    ordered: duckdb.DuckDBPyConnection, last: str, unjudged: str, rows: list[tuple[object, ...]]
) -> None:
    chain = queries.chained({"ranked": "score/ranked"}, f"score/{last}")
    values = {"unjudged": unjudged, "depth": None, "keep_all": False, "deepest": 1}
    assert ordered.execute(f"{chain.sql} order by rank", values).fetchall() == rows


def test_the_last_step_of_a_chain_may_begin_with_a_with(
    ordered: duckdb.DuckDBPyConnection,
) -> None:
    ordered.execute("create table discounts as from (values (0, 0), (1, 10)) as t (rank, weights)")
    ordered.execute("create table cutoffs as from (values (1)) as t (k)")
    steps = {"ranked": "score/ranked", "retrieved_gains": "score/gains_of_ranked"}
    chain = queries.chained(steps, "score/ideal_retrieved")
    values = {"unjudged": "zero", "depth": None, "keep_all": True, "deepest": 1}
    # At best a is the first: 3 * 10.
    assert ordered.execute(chain.sql, values).fetchall() == [("r", "q", 1, 30)]


def test_a_file_without_parameters_has_none() -> None:
    assert queries.load("score/dcg").params == ()


def test_a_table_file_has_no_comment_and_no_semicolon() -> None:
    query = queries.load("tables/queries")
    assert query.sql.startswith("create table queries (")
    assert query.sql.endswith(")")


@pytest.mark.parametrize("folder", ["tables", "checks", "score", "report", "views", "duckdb"])
def test_the_names_of_a_folder_are_its_files_in_order(folder: str) -> None:
    paths = (PROJECT / "sql" / folder).glob("*.sql")
    assert queries.names(folder) == sorted(f"{folder}/{path.stem}" for path in paths)


def test_a_checkout_reads_its_own_folder() -> None:
    assert str(queries.root()) == str(PROJECT / "sql")


def test_a_file_that_is_not_there_is_an_error_of_ours() -> None:
    with pytest.raises(FileNotFoundError):
        queries.load("score/none")
