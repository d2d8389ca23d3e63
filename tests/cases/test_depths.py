"""Lists of other lengths than the cutoff: told, and never a reason to shorten the ideal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.cases.small import count, evaluate, macro, run_texts, scores

if TYPE_CHECKING:
    from pathlib import Path

QRELS = {"t": {"elk": 1}, "u": {"elk": 1}}
# Three documents and one.
RUN = {"t": ["gnu", "hen", "elk"], "u": ["elk"]}


@pytest.mark.parametrize(("k", "lists"), [(1, 0), (3, 1), (4, 2), ("all", 0)])
def test_lists_shorter_than_the_deepest_cutoff_are_counted(k: int | str, lists: int) -> None:
    findings = evaluate(QRELS, RUN, cutoffs=k).findings.to_dict(as_series=False)
    assert count(findings, "short-list") == lists


def test_the_deepest_of_several_cutoffs_counts() -> None:
    result = evaluate(QRELS, RUN, cutoffs=[1, 2])
    (finding,) = result.findings.filter(rule_id="short-list").to_dicts()
    assert finding["severity"] == "warning"
    assert finding["places"] == 1
    assert "'u'" in finding["message"]


def test_short_lists_change_no_score() -> None:
    # elk at rank 3: 1 / log2(4); at rank 1: 1
    frame = evaluate(QRELS, RUN, cutoffs=[3, 10, 1000]).query_scores
    assert set(frame.select("query_id", "ndcg").iter_rows()) == {("t", 0.5), ("u", 1.0)}


def test_the_report_shows_how_long_the_lists_are(tmp_path: Path) -> None:
    lines = [
        f"{query} Q0 d{rank} {rank} {-rank} r\n"
        for query, length in (("t", 5), ("u", 1), ("v", 2))
        for rank in range(1, length + 1)
    ]
    outcome = run_texts(tmp_path, "t 0 d1 1\nu 0 d1 1\nv 0 d1 1\n", "".join(lines))
    assert macro(outcome) == 1.0
    lengths: dict[str, Any] = outcome.json["runs"][0]["list_lengths"]
    assert (lengths["shortest"], lengths["median"], lengths["longest"]) == (1, 2, 5)


@pytest.mark.parametrize(("depth", "expected"), [(2, 0.0), (3, 0.5)])
def test_a_depth_keeps_the_first_documents_and_not_the_first_lines(
    depth: int, expected: float
) -> None:
    # By score elk is third, although its line is the first.
    run = {"t": {"elk": 1.0, "gnu": 3.0, "hen": 2.0}}
    assert scores({"t": {"elk": 1}}, run, depth=depth, cutoffs="all") == {"t": expected}


def test_a_depth_below_the_cutoff_leaves_the_ideal_at_the_cutoff() -> None:
    # gnu, hen of three relevant documents, all of grade 1; kept is gnu alone:
    # 1 / (1 + 1 / log2(3) + 1 / log2(4)) = 1 / 2.130929753571457
    qrels = {"t": {"gnu": 1, "hen": 1, "elk": 1}}
    value = scores(qrels, {"t": ["gnu", "hen"]}, depth=1, cutoffs=3)["t"]
    assert value == pytest.approx(1 / 2.1309297535714573, abs=1e-12)
