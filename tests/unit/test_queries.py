"""The SQL files as the program finds and reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pytest

from judged import queries
from tests.support import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_a_file_is_its_statement_and_its_header() -> None:
    query = queries.load("score/kept")
    assert query.name == "score/kept"
    assert query.title.startswith("the ranking that is scored: ")
    assert query.params == ("unjudged",)
    assert query.header["reads"] == "ranked"
    assert query.header["grain"] == "one row per run_id, query_id and doc_id"
    assert query.sql.startswith("select\n")
    assert not query.sql.endswith(";")


def test_parameters_are_told_once_each() -> None:
    # The statement has $depth twice.
    assert queries.load("score/ranked").params == ("depth", "keep_all", "deepest", "unjudged")


def test_a_chain_has_the_parameters_of_all_its_steps_once_each() -> None:
    # Both files have $unjudged.
    chain = queries.chained({"ranked": "score/ranked"}, "score/kept")
    assert chain.params == ("depth", "keep_all", "deepest", "unjudged")
    steps = {"entries": "score/entries", "documents": "score/documents"}
    chain = queries.chained(steps, "score/ordered_line")
    assert chain.params == ("order_by", "score_precision", "self_matches")


def test_a_chain_is_described_by_its_last_step() -> None:
    chain, last = queries.chained({"ranked": "score/ranked"}, "score/kept"), "score/kept"
    assert chain.name == last
    assert (chain.title, chain.header) == (queries.load(last).title, queries.load(last).header)


@pytest.fixture
def ordered() -> Iterator[duckdb.DuckDBPyConnection]:
    """Three documents in order, of which nobody judged the first, and the second gains 3."""
    with duckdb.connect() as connection:
        connection.execute(
            "create table ordered as from (values ('r', 'q', 'x', 3.0::double, 1),"
            " ('r', 'q', 'a', 2.0, 2), ('r', 'q', 'z', 1.0, 3))"
            " as t (run_id, query_id, doc_id, sort_key, rank)"
        )
        connection.execute(
            "create table judgments as from (values ('q', 'a', 3), ('q', 'z', 0))"
            " as t (query_id, doc_id, grade)"
        )
        connection.execute("create table gains as from (values (0, 0), (3, 3)) as t (grade, gain)")
        yield connection


@pytest.mark.parametrize(
    ("unjudged", "rows"),
    [
        # Below rank 1 only a gains something; nothing moves.
        ("zero", [("r", "q", "x", 3.0, None, 1), ("r", "q", "a", 2.0, 3, 2)]),
        # Without x, a and z move up.
        ("drop", [("r", "q", "a", 2.0, 3, 1), ("r", "q", "z", 1.0, 0, 2)]),
    ],
)
def test_the_last_step_of_a_chain_reads_the_one_before(
    ordered: duckdb.DuckDBPyConnection, unjudged: str, rows: list[tuple[object, ...]]
) -> None:
    chain = queries.chained({"ranked": "score/ranked"}, "score/kept")
    values = {"unjudged": unjudged, "depth": None, "keep_all": False, "deepest": 1}
    assert ordered.execute(f"{chain.sql} order by rank", values).fetchall() == rows


def test_the_last_step_of_a_chain_may_begin_with_a_with(
    ordered: duckdb.DuckDBPyConnection,
) -> None:
    ordered.execute("create table discounts as from (values (1, 10), (2, 6)) as t (rank, weight)")
    ordered.execute("create table cutoffs as from (values (1)) as t (k)")
    # score/ideal_retrieved has an `ordered` of its own, beside the table that score/ranked reads.
    chain = queries.chained({"ranked": "score/ranked"}, "score/ideal_retrieved")
    values = {"unjudged": "zero", "depth": None, "keep_all": True, "deepest": 1}
    # At best a is the first: 3 * 10.
    assert ordered.execute(chain.sql, values).fetchall() == [("r", "q", 1, 30)]


def test_a_file_without_parameters_has_none() -> None:
    assert queries.load("score/dcg").params == ()


def test_a_table_file_has_no_header_and_no_semicolon() -> None:
    query = queries.load("tables/queries")
    assert (query.title, query.header) == ("", {})
    assert query.sql.startswith("create table queries (")
    assert query.sql.endswith(")")


def test_a_key_of_two_lines_is_read_whole() -> None:
    header = queries.load("views/current_scores").header
    assert header["returns"].endswith("unjudged, judgments, relevant")


@pytest.mark.parametrize("folder", ["tables", "checks", "score", "report", "views", "duckdb"])
def test_the_names_of_a_folder_are_its_files_in_order(folder: str) -> None:
    paths = (PROJECT / "sql" / folder).glob("*.sql")
    assert queries.names(folder) == sorted(f"{folder}/{path.stem}" for path in paths)


def test_a_checkout_reads_its_own_folder() -> None:
    assert str(queries.root()) == str(PROJECT / "sql")


def test_a_file_that_is_not_there_is_an_error_of_ours() -> None:
    with pytest.raises(FileNotFoundError):
        queries.load("score/none")
