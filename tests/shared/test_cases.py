"""Small cases after public bug reports: every one comes out as its file says it should."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.shared.cases import Case, Scored, contract_of, has_contract
from tests.support import shared

if TYPE_CHECKING:
    from collections.abc import Mapping

SCORED = (
    "001-tie-docno-desc",
    "003-tie-straddles-cutoff",
    "004-constant-scorer",
    "006-tie-float32-tiny-gaps",
    "007-tie-utf8-docids",
    "009-rank-contradicts-score",
    "018-unjudged-query-in-run",
    "021-zero-result-query-middle",
    "022-query-with-no-judgments",
    "025-zero-idcg-all-zero-grades",
    "027-zero-idcg-negative-only",
    "028-relevant-not-retrieved",
    "030-idcg-short-list",
    "031-idcg-more-relevant-than-k",
    "033-ndcg-full-vs-cut",
    "034-k-larger-than-list",
    "036-gain-linear-vs-exponential",
    "037-gain-binary-same",
    "039-gain-nonmonotone-map",
    "040-relevance-level-ignored",
    "042-graded-binarised",
    "043-one-document",
    "045-integral-float-grade",
    "048-negative-grade-zero-gain",
    "049-negative-grade-condensed",
    "051-unjudged-rate-denominator",
    "052-unjudged-per-query-not-global",
    "054-condensed-after-depth",
    "055-dangling-qrel-docs",
    "061-bom",
    "063-comment-lines",
    "064-hash-in-ids",
    "066-leading-zero-ids",
    "075-scientific-notation",
    "081-unsorted-input",
    "082-depth-mismatch",
)

# (case, variant) whose unjudged rates the contract defines otherwise than the case does: of no
# documents there is no rate, averaged ties count in descending order of ids, and negative grades
# under `unjudged` are unjudged in the counts too.
OWN_RATES: Mapping[tuple[str, str], dict[str, float | None]] = {
    ("001-tie-docno-desc", "average"): {"q1": 2 / 3},
    ("003-tie-straddles-cutoff", "average"): {"q1": 1.0},
    ("004-constant-scorer", "average"): {"q1": 1.0, "q2": 1.0},
    ("021-zero-result-query-middle", ""): {"q1": 0.0, "q2": None, "q3": 0.0, "q4": 0.0},
    ("049-negative-grade-condensed", "trec_eval -J"): {"q1": 2 / 3},
}

# The places (query, value, line number) of the warnings that the cases ask for.
WARNINGS: Mapping[str, dict[str, set[tuple[Any, ...]]]] = {
    "004-constant-scorer": {"all-tied": {("q1", "0.5", 1), ("q2", "0.5", 13)}},
    "009-rank-contradicts-score": {"rank-order": {("q1", "0.2", 2), ("q1", "0.9", 3)}},
    "018-unjudged-query-in-run": {"unknown-query": {("q2", "1", 2), ("q3", "1", 3)}},
    "025-zero-idcg-all-zero-grades": {"zero-idcg-query": {("q2", "2", None)}},
    "027-zero-idcg-negative-only": {"zero-idcg-query": {("q1", "2", None)}},
    "045-integral-float-grade": {"grade-written-as-decimal": {("q1", "2.0", 1), ("q1", "1.0", 2)}},
    "055-dangling-qrel-docs": {"nothing-judged": {("q1", "2", 1)}},
    "082-depth-mismatch": {"short-list": {("q1", "4", 1)}},
}


@pytest.mark.parametrize("name", SCORED)
def test_a_case_has_its_value_and_its_warnings(name: str) -> None:
    case = Case.read(name)
    scored = case.score(contract_of(case.options))
    agree(scored, case.expected, OWN_RATES.get((name, "")))
    for rule_id, places in WARNINGS.get(name, {}).items():
        assert scored.found(rule_id) == places


VARIED = (
    "001-tie-docno-desc",
    "003-tie-straddles-cutoff",
    "004-constant-scorer",
    "006-tie-float32-tiny-gaps",
    "025-zero-idcg-all-zero-grades",
    "027-zero-idcg-negative-only",
    "031-idcg-more-relevant-than-k",
    "033-ndcg-full-vs-cut",
    "034-k-larger-than-list",
    "036-gain-linear-vs-exponential",
    "037-gain-binary-same",
    "040-relevance-level-ignored",
    "042-graded-binarised",
    "049-negative-grade-condensed",
    "054-condensed-after-depth",
)


@pytest.mark.parametrize("name", VARIED)
def test_a_case_under_other_policies_has_their_values(name: str) -> None:
    case = Case.read(name)
    variants = {
        variant: expected
        for variant, expected in case.expected["variants"].items()
        if has_contract(expected["options"])
    }
    assert variants
    for variant, expected in variants.items():
        scored = case.score(contract_of({**case.options, **expected["options"]}))
        agree(scored, expected, OWN_RATES.get((name, variant)))


def test_the_rank_column_decides_where_the_contract_says_so() -> None:
    case = Case.read("009-rank-contradicts-score")
    scored = case.score(contract_of(case.options, order="rank"))
    assert scored.counted == {"q1": case.expected["also"]["by_rank_column"]}


def test_whole_lists_beside_more_relevant_documents_than_k() -> None:
    case = Case.read("031-idcg-more-relevant-than-k")
    scored = case.score(contract_of({**case.options, "k": None}))
    assert scored.counted == {"q1": case.expected["also"]["ndcg_without_cutoff"]}


def test_the_lists_here_are_complete() -> None:
    names = {path.name for path in shared("cases").iterdir()}
    read = {name: Case.read(name).expected for name in names}
    assert set(SCORED) == {name for name, expected in read.items() if "per_query" in expected}
    assert set(VARIED) == {name for name, expected in read.items() if expected.get("variants")}
    checked = {name for name in names if Case.read(name).checks}
    # What the other two ask for is part of their values.
    counted = {"028-relevant-not-retrieved", "052-unjudged-per-query-not-global"}
    assert checked <= set(WARNINGS) | counted


def agree(
    scored: Scored, expected: Mapping[str, Any], rates: dict[str, float | None] | None
) -> None:
    """Every number and list of a case against what was scored."""
    values = {query: value for query, value in expected["per_query"].items() if value is not None}
    assert scored.counted == pytest.approx(values, abs=1e-12)
    assert scored.means["macro_ndcg"] == pytest.approx(expected["macro"], abs=1e-12)
    assert scored.means["pooled_ndcg"] == pytest.approx(expected["pooled"], abs=1e-12)
    assert scored.means["scored_queries"] == expected["n_scored"]
    assert scored.queries("zero_idcg") == expected["zero_idcg_queries"]
    assert scored.queries("missing") == expected["missing_from_run"]
    assert scored.unknown == expected["not_in_qrels"]
    assert scored.means["unknown_queries"] == len(expected["not_in_qrels"])
    assert scored.unjudged_rates == pytest.approx(rates or expected["unjudged_rate"], abs=1e-15)
