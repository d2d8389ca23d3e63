"""The ideal ranking: cut at k, never shortened to what was returned, and never exceeded."""

from __future__ import annotations

from math import log2

import pytest

from tests.cases.small import LOG2_3, at_cutoffs, row, scores

FIVE = {"t": dict.fromkeys("abcde", 2)}
# Twelve relevant documents, the first two of a higher grade.
TWELVE = {"t": {f"d{number:02}": 3 if number < 2 else 1 for number in range(12)}}


def discount(ranks: int) -> float:
    """Sum of 1 / log2(rank + 1) over the ranks from 1."""
    return sum(1 / log2(rank + 1) for rank in range(1, ranks + 1))


def test_the_ideal_is_not_shortened_to_the_documents_returned() -> None:
    # One of five documents of grade 2: 2 / (2 * (1 + 1/log2(3) + ... + 1/log2(6))), and not 1.
    value = scores(FIVE, {"t": ["a"]})["t"]
    assert value == pytest.approx(1 / discount(5), abs=1e-12)
    assert value == pytest.approx(0.339160205273616, abs=1e-12)


def test_among_the_returned_documents_alone_one_hit_is_perfect_under_its_ceiling() -> None:
    only = row(FIVE, {"t": ["a"]}, universe="retrieved")
    assert only["ndcg"] == 1.0
    assert only["ceiling"] == pytest.approx(1 / discount(5), abs=1e-12)


def test_a_perfect_ranking_of_more_relevant_documents_than_k_is_exactly_one() -> None:
    found = at_cutoffs(TWELVE, {"t": sorted(TWELVE["t"])}, [1, 2, 5, 10, "all"])
    assert found == {1: 1.0, 2: 1.0, 5: 1.0, 10: 1.0, 0: 1.0}


def test_the_ideal_has_k_documents_where_there_are_more_relevant_ones() -> None:
    only = row(TWELVE, {"t": ["d02"]}, cutoffs=3)
    # 3 + 3 / log2(3) + 1 / log2(4)
    assert only["idcg"] == pytest.approx(3 + 3 / LOG2_3 + 0.5, abs=1e-12)
    assert only["relevant"] == 12


def test_whole_lists_are_measured_against_every_relevant_document() -> None:
    # Three of five, all relevant: perfect at k = 3, and not without a cutoff.
    run = {"t": ["a", "b", "c"]}
    assert scores(FIVE, run, cutoffs=3) == {"t": 1.0}
    whole = scores(FIVE, run, cutoffs="all")["t"]
    assert whole == pytest.approx(discount(3) / discount(5), abs=1e-12)


def test_a_cutoff_beyond_list_and_judgments_changes_nothing() -> None:
    # Of c, b, a only b is relevant: (1 / log2(3)) / 1 wherever k is not above it.
    found = at_cutoffs({"t": {"b": 1}}, {"t": ["c", "b", "a"]}, [1, 2, 3, 10, 1000, "all"])
    assert found.pop(1) == 0.0
    assert found == pytest.approx(dict.fromkeys([2, 3, 10, 1000, 0], 1 / LOG2_3), abs=1e-12)
    assert len(set(found.values())) == 1


def test_one_relevant_document_alone_is_a_perfect_ranking() -> None:
    found = at_cutoffs({"t": {"a": 2}}, {"t": {"a": 0.0}}, [1, 10, "all"])
    assert found == {1: 1.0, 10: 1.0, 0: 1.0}
