"""Every score and count, and every refusal, against the naive implementation."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import judged
from judged.store.store import Store
from tests.property.contracts import CUTOFFS, SCORING, deterministic
from tests.property.delivery import contract_of, deliver
from tests.property.reference import Collection, Judgment, Line, Run
from tests.property.reference_refusals import refusals
from tests.property.reference_scores import query_rows, run_rows
from tests.property.strategies import cases, dict_cases

if TYPE_CHECKING:
    from pathlib import Path

    from tests.property.reference import Row

    Case = tuple[dict[str, Any], Collection]

FORMS = st.sampled_from(["files", "frames"])
NAMES = {"evaluation_id", "measure"}


def assert_same(actual: list[Row], expected: list[Row]) -> None:
    """Every column of every row: text, counts and flags exactly, numbers at 1e-12."""
    assert len(actual) == len(expected)
    for found, wanted in zip(actual, expected, strict=True):
        assert found.keys() - NAMES == wanted.keys()
        for name, value in wanted.items():
            where = f"{name} of {found}, wanted {wanted}"
            if isinstance(value, float):
                assert found[name] is not None, where
                assert found[name] == pytest.approx(value, rel=1e-12, abs=1e-12), where
            else:
                assert found[name] == value, where
                assert type(found[name]) is type(value), where


def compare(case: Case, cutoffs: list[int | str], form: str, folder: Path) -> None:
    """Scores a collection and compares every row of query_scores and run_scores."""
    fields, collection = case
    qrels, runs = deliver(collection, form, folder)
    result = judged.evaluate(qrels, runs, contract_of(fields, cutoffs))
    for k in [0 if cutoff == "all" else int(cutoff) for cutoff in cutoffs]:
        queries = result.query_scores.filter(k=k).to_dicts()
        queries.sort(key=lambda row: (row["run_id"], row["query_id"].encode()))
        assert_same(queries, query_rows(collection, fields, k))
        assert_same(
            sorted(result.run_scores.filter(k=k).to_dicts(), key=lambda row: str(row["run_id"])),
            run_rows(collection, fields, k),
        )


def refused_by(case: Case, form: str, folder: Path) -> dict[str, set[str]]:
    """The rules that refuse each run; those of the judgments refuse every run."""
    fields, collection = case
    qrels, runs = deliver(collection, form, folder)
    with Store.open(":memory:") as store:
        with suppress(judged.RefusedError):
            judged.evaluate(qrels, runs, contract_of(fields, [2]), store=store)
        statuses = dict(store.rows("select run_id, status from evaluations"))
        errors = store.rows("select run_id, rule_id from finding_totals where severity = 'error'")
    found = {
        name: {rule for run_id, rule in errors if run_id in (None, name)}
        for name in collection.runs
    }
    assert {name for name, status in statuses.items() if status == "refused"} == {
        name for name, rules in found.items() if rules
    }
    return {name: rules for name, rules in found.items() if rules}


def check_refusals(case: Case, form: str, folder: Path) -> None:
    fields, collection = case
    assert refused_by(case, form, folder) == refusals(collection, fields)


scored_cases = given(case=cases(), cutoffs=CUTOFFS, form=FORMS)
refused_cases = given(case=cases(obedient=False), form=FORMS)


@scored_cases
@deterministic(6)
def test_scores_and_counts_are_those_of_the_naive_implementation(
    tmp_path_factory: pytest.TempPathFactory, case: Case, cutoffs: list[int | str], form: str
) -> None:
    compare(case, cutoffs, form, tmp_path_factory.mktemp("case"))


@pytest.mark.slow
@scored_cases
@deterministic(300)
def test_scores_and_counts_of_many_more_collections(
    tmp_path_factory: pytest.TempPathFactory, case: Case, cutoffs: list[int | str], form: str
) -> None:
    compare(case, cutoffs, form, tmp_path_factory.mktemp("case"))


@given(case=dict_cases(), cutoffs=CUTOFFS)
@deterministic(6)
def test_dicts_and_their_empty_lists_score_as_in_the_naive_implementation(
    tmp_path_factory: pytest.TempPathFactory, case: Case, cutoffs: list[int | str]
) -> None:
    compare(case, cutoffs, "dicts", tmp_path_factory.mktemp("case"))


@refused_cases
@deterministic(6)
def test_a_run_is_refused_by_the_rules_of_the_naive_implementation_and_no_others(
    tmp_path_factory: pytest.TempPathFactory, case: Case, form: str
) -> None:
    check_refusals(case, form, tmp_path_factory.mktemp("case"))


@pytest.mark.slow
@refused_cases
@deterministic(150)
def test_refusals_of_many_more_collections(
    tmp_path_factory: pytest.TempPathFactory, case: Case, form: str
) -> None:
    check_refusals(case, form, tmp_path_factory.mktemp("case"))


@pytest.mark.parametrize("depth", [1, 2])
def test_ties_are_errors_before_depth_cuts_the_list(tmp_path: Path, depth: int) -> None:
    # a is alone at 2.0; b and c tie at 1.0: at depth 2 only their order says which is kept.
    judgments = tuple(Judgment("q", doc, 1) for doc in "abc")
    run = Run((Line("q", "a", 2.0, 1), Line("q", "b", 1.0, 2), Line("q", "c", 1.0, 3)))
    fields = {**SCORING, "ties": "error", "depth": depth}
    found = refused_by((fields, Collection(judgments, {"run": run})), "files", tmp_path)
    assert found == {"run": {"tied-documents"}}


@pytest.mark.parametrize("zero_idcg", ["zero", "exclude"])
def test_candidates_without_any_gain_are_pooled_by_the_policy(
    tmp_path: Path, zero_idcg: str
) -> None:
    # b is relevant and not retrieved: the query counts, and its candidates' IDCG is 0.
    judgments = (Judgment("q", "a", 0), Judgment("q", "b", 1))
    collection = Collection(judgments, {"run": Run((Line("q", "a", 1.0, 1),))})
    fields = {**SCORING, "universe": "retrieved", "zero_idcg": zero_idcg}
    wanted = {"zero": 0.0, "exclude": None}
    assert run_rows(collection, fields, 10)[0]["pooled_ndcg"] == wanted[zero_idcg]
    compare((fields, collection), [10], "files", tmp_path)


def test_of_equal_repeats_the_first_line_is_kept(tmp_path: Path) -> None:
    # By lines a, b, a at one score the order is a, b: 3 + 1 / log2(3) is ideal.
    judgments = (Judgment("q", "a", 3), Judgment("q", "b", 1))
    run = Run(tuple(Line("q", doc, 1.0, 1) for doc in "aba"))
    collection = Collection(judgments, {"run": run})
    fields = {**SCORING, "ties": "line", "run_duplicates": "keep_best"}
    assert query_rows(collection, fields, 2)[0]["ndcg"] == 1.0
    compare((fields, collection), [2], "files", tmp_path)
