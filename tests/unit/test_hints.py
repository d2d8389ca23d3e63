"""Guesses at why ids do not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged.evaluation.hints import SHOWN, id_hint, iteration_hint, suffix_hint

if TYPE_CHECKING:
    from judged.store.store import Store

START = "the run answers none of the evaluated queries: it has "

DIFFERENCES = [
    (["101.0"], ["101"], "a trailing .0"),
    (["101"], ["101.0"], "a trailing .0"),
    (["007"], ["7"], "leading zeros"),
    (["Q1"], ["q1"], "upper and lower case"),
    (["topic-12"], ["12"], "a prefix before digits"),
    (["q12"], ["topic12"], "a prefix before digits"),
    (["12.3"], ["12"], "a suffix after a dot"),
    (["12_a"], ["12"], "a suffix after a hyphen or underscore"),
    (["abc-1"], ["abc"], "a suffix after a hyphen or underscore"),
]

SUFFIXES = [
    ("doc12#3", "doc12", "^(.*)#[0-9]+$"),
    ("doc12_p4", "doc12", "^(.*)_p[0-9]+$"),
    ("doc12-p4", "doc12", "^(.*)-p[0-9]+$"),
    ("doc12_4", "doc12", "^(.*)_[0-9]+$"),
    ("doc12-0004", "doc12", "^(.*)-[0-9]+$"),
    ("doc12:3", "doc12", "^(.*):[0-9]+$"),
    ("doc12.3", "doc12", r"^(.*)\.[0-9]+$"),
    ("doc12/3", "doc12", "^(.*)/[0-9]+$"),
    ("clueweb-1-3", "clueweb-1", "^(.*)-[0-9]+$"),
    ("a#b#intro", "a#b", "^(.*)#[^#]*$"),
    ("d1_intro", "d1", "^(.*)_[^_]*$"),
    ("d1-intro", "d1", "^(.*)-[^-]*$"),
    ("d1:intro", "d1", "^(.*):[^:]*$"),
    ("d1.html", "d1", r"^(.*)\.[^.]*$"),
    ("d1/intro", "d1", "^(.*)/[^/]*$"),
]


def with_queries(store: Store, of_run: list[str], judged: list[str]) -> Store:
    store.fill(
        "run_queries", {"run_id": ("varchar", ["r"] * len(of_run)), "query_id": ("varchar", of_run)}
    )
    store.fill("judged_queries", {"query_id": ("varchar", judged)})
    return store


def with_documents(store: Store, of_run: list[str], judged: list[str]) -> Store:
    columns = {"query_id": ("varchar", ["q"] * len(of_run)), "doc_id": ("varchar", of_run)}
    store.fill("selected_lines", {"run_id": ("varchar", ["r"] * len(of_run)), **columns})
    queries = ["q"] * len(judged)
    store.fill("judgments", {"query_id": ("varchar", queries), "doc_id": ("varchar", judged)})
    store.fill("judged_queries", {"query_id": ("varchar", ["q"])})
    return store


@pytest.mark.parametrize(("of_run", "judged", "words"), DIFFERENCES)
def test_the_difference_is_said(
    store: Store, of_run: list[str], judged: list[str], words: str
) -> None:
    message = id_hint(with_queries(store, of_run, judged), "r")
    sides = f"{of_run[0]!r}, evaluated are {judged[0]!r}"
    assert message == f"{START}{sides}; they would meet but for {words}"


def test_nothing_is_guessed_where_ids_are_simply_others(store: Store) -> None:
    message = id_hint(with_queries(store, ["x"], ["y"]), "r")
    assert message == f"{START}'x', evaluated are 'y'"


def test_a_few_ids_of_each_side_are_shown_in_order(store: Store) -> None:
    many = [f"x{number}" for number in range(SHOWN + 1)][::-1]
    message = id_hint(with_queries(store, many, ["b", "a"]), "r")
    assert message == f"{START}'x0', 'x1', 'x2', ..., evaluated are 'a', 'b'"


def test_a_run_without_queries_has_none(store: Store) -> None:
    assert id_hint(with_queries(store, [], ["a"]), "r") == f"{START}none, evaluated are 'a'"


def test_another_run_s_queries_do_not_count(store: Store) -> None:
    with_queries(store, ["q1"], ["q1.0"])
    assert id_hint(store, "other") == f"{START}none, evaluated are 'q1.0'"


@pytest.mark.parametrize(("of_run", "judged", "pattern"), SUFFIXES)
def test_chunks_of_judged_documents_are_recognised(
    store: Store, of_run: str, judged: str, pattern: str
) -> None:
    message = suffix_hint(with_documents(store, [of_run], [judged]), "r")
    assert message == (
        f"; ids like {of_run!r} would match without their suffix: if these are chunks of judged"
        f" documents, try --doc-ids 'pattern={pattern}'"
    )


def test_the_pattern_is_the_one_by_which_most_ids_match(store: Store) -> None:
    # By the last number 1 id matches, by the last word of any kind 3 do.
    of_run = ["d1_3", "d2_intro", "d3_end", "other_4"]
    message = suffix_hint(with_documents(store, of_run, ["d1", "d2", "d3"]), "r")
    assert message.endswith(" --doc-ids 'pattern=^(.*)_[^_]*$'")


def test_a_document_that_is_judged_for_another_query_is_no_match(store: Store) -> None:
    with_documents(store, ["d1#0"], [])
    store.fill("judgments", {"query_id": ("varchar", ["p"]), "doc_id": ("varchar", ["d1"])})
    assert suffix_hint(store, "r") == ""


@pytest.mark.parametrize("document", ["d1", "#0", "other#0", "d1#0_2"])
def test_no_suffix_is_blamed_where_none_matches(store: Store, document: str) -> None:
    assert suffix_hint(with_documents(store, [document], ["d2"]), "r") == ""


def test_the_example_of_a_suffix_is_a_document_that_would_match(store: Store) -> None:
    hint = suffix_hint(with_documents(store, ["aaa", "b#1", "d1#0"], ["d1"]), "r")
    assert "ids like 'd1#0' would match without their suffix" in hint


def with_iterations(store: Store, *iterations: str | None) -> Store:
    store.insert(
        "qrel_lines",
        [
            {"source_id": 1, "query_id": "q", "doc_id": "d", "grade": 1, "iteration": iteration}
            for iteration in iterations
        ],
    )
    return store


def test_the_iterations_that_there_are_are_told_most_frequent_first(store: Store) -> None:
    with_iterations(store, "2", "10", "1", "10", None, None, None)
    assert iteration_hint(store, 1, "x") == "known: 10, 1, 2"


def test_a_near_iteration_is_offered(store: Store) -> None:
    with_iterations(store, "anna", "bert")
    assert iteration_hint(store, 1, "Anna") == "did you mean 'anna'?"


def test_judgments_without_iterations_are_said_to_have_none(store: Store) -> None:
    with_iterations(store, None, None)
    assert iteration_hint(store, 1, "1") == "none has any"


def test_iterations_of_other_judgments_do_not_count(store: Store) -> None:
    assert iteration_hint(with_iterations(store, "1"), 2, "7") == "none has any"
