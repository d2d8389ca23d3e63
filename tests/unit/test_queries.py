"""The SQL files as the program finds and reads them."""

from __future__ import annotations

import pytest

from judged import queries
from tests.support import PROJECT


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
    params = queries.load("score/ranked").params
    assert len(params) == len(set(params)) == 8


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
