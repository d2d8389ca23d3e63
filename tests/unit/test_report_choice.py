"""Which evaluations a report, a score or an explanation is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import judged
from judged import ArgumentError, StateError
from judged.evaluation.selection import newest_evaluations
from judged.reporting.report import report

if TYPE_CHECKING:
    from judged.store.store import Store

QRELS = {"q1": {"a": 1, "b": 0}}
RUN = {"q1": ["a"]}
OTHER = {"q1": ["b", "a"]}


def evaluated(store: Store, ids: list[str]) -> list[tuple[str, str]]:
    """Run and contract of evaluations, in order."""
    return [
        store.rows("select run_id, contract_id from evaluations where evaluation_id = $id", id=one)[
            0
        ]
        for one in ids
    ]


def newest(store: Store, *names: str) -> list[str]:
    return [run for run, _ in evaluated(store, newest_evaluations(store, names))]


def test_the_runs_of_the_last_call_by_name(store: Store) -> None:
    judged.evaluate(QRELS, {"b": RUN, "a": OTHER}, store=store)
    assert newest(store) == ["a", "b"]
    assert newest(store, "b", "a") == ["b", "a"]
    assert newest(store, "b") == ["b"]


def test_only_the_newest_contract_is_looked_at(store: Store) -> None:
    judged.evaluate(QRELS, {"a": RUN, "b": OTHER}, store=store)
    judged.evaluate(QRELS, {"a": RUN}, "trec_eval", store=store)
    assert newest(store) == ["a"]
    # By its name a run is found wherever it was evaluated last.
    (older,) = evaluated(store, newest_evaluations(store, ["b"]))
    assert older == ("b", judged.Contract().contract_id)
    both = evaluated(store, newest_evaluations(store, ["a", "b"]))
    assert both == [("a", older[1]), ("b", older[1])]


def test_runs_that_were_never_evaluated_together_are_told(store: Store) -> None:
    judged.evaluate(QRELS, {"a": RUN}, store=store)
    judged.evaluate({"q1": {"a": 2, "b": 1}}, {"b": OTHER}, store=store)
    assert newest(store, "a") == ["a"]
    with pytest.raises(
        ArgumentError, match="runs 'a', 'b' were never evaluated under one contract"
    ):
        newest_evaluations(store, ["a", "b"])


def test_runs_of_several_calls_under_one_contract_are_together(store: Store) -> None:
    judged.evaluate(QRELS, {"a": RUN}, store=store)
    judged.evaluate(QRELS, {"b": OTHER}, store=store)
    assert newest(store) == ["a", "b"]


def test_an_older_evaluation_made_again_is_the_newest(store: Store) -> None:
    judged.evaluate(QRELS, {"a": RUN}, store=store)
    judged.evaluate(QRELS, {"a": RUN}, "trec_eval", store=store)
    again = judged.evaluate(QRELS, {"a": RUN}, store=store)
    assert evaluated(store, newest_evaluations(store)) == [("a", again.contract_id)]


def test_other_judgments_are_another_matter(store: Store) -> None:
    judged.evaluate(QRELS, {"a": RUN, "b": OTHER}, store=store)
    judged.evaluate({"q1": {"a": 2, "b": 1}}, {"b": OTHER}, store=store)
    assert newest(store) == ["b"]


def test_of_two_versions_of_a_run_the_newer_counts(store: Store) -> None:
    judged.evaluate(QRELS, {"a": RUN}, store=store)
    judged.evaluate(QRELS, {"a": OTHER}, store=store)
    (one,) = newest_evaluations(store)
    # b before a: 1 / log2(3).
    scores = store.rows("select ndcg from query_scores where evaluation_id = $id", id=one)
    assert scores[0][0] == pytest.approx(0.6309297535714574, abs=1e-12)


def test_a_refused_evaluation_is_the_newest_too(store: Store) -> None:
    judged.evaluate(QRELS, {"a": RUN}, store=store)
    with pytest.raises(judged.RefusedError):
        judged.evaluate(QRELS, {"a": {"q1": ["x"]}}, store=store)
    told = report(store, newest_evaluations(store))
    (run,) = told["runs"]
    assert (run["run_id"], run["status"], run["scores"]) == ("a", "refused", [])


def test_a_near_run_is_offered(store: Store) -> None:
    judged.evaluate(QRELS, {"bm25": RUN}, store=store)
    with pytest.raises(ArgumentError, match=r"no evaluation of run 'bm52'; did you mean 'bm25'"):
        newest_evaluations(store, ["bm52"])


def test_an_empty_store_says_what_to_do(store: Store) -> None:
    with pytest.raises(
        StateError, match="nothing was evaluated yet; `judged validate` is the next stage"
    ):
        newest_evaluations(store)


REPORT_KEYS = {
    "judged_version",
    "contract",
    "contract_id",
    "origins",
    "judgments",
    "qrels",
    "runs",
    "findings",
    "note",
}
RUN_KEYS = {"run_id", "sha256", "rows", "evaluation_id", "status", "reason", "scores"}
FINDING_KEYS = {"rule_id", "severity", "run_id", "count", "examples"}


def test_a_report_has_the_keys_that_others_rely_on(store: Store) -> None:
    result = judged.evaluate(QRELS, {"a": {**RUN, "q7": ["a"]}}, store=store)
    told: dict[str, Any] = report(store, newest_evaluations(store))
    (run,) = told["runs"]
    assert told.keys() >= REPORT_KEYS
    assert run.keys() >= RUN_KEYS
    assert all(finding.keys() >= FINDING_KEYS for finding in told["findings"])
    assert {"name", "sha256", "rows", "queries", "grades"} <= told["qrels"].keys()
    assert (told["contract_id"], told["qrels"]["rows"]) == (result.contract_id, 2)
    assert told["qrels"]["grades"] == {"0": 1, "1": 1}
    assert (run["unknown_queries"], run["missing_queries"]) == (["q7"], [])
    assert [score["k"] for score in run["scores"]] == [10]


def test_whole_lists_are_all_in_a_report_and_come_last(store: Store) -> None:
    contract = judged.Contract(cutoffs=["all", 5, 1])
    judged.evaluate(QRELS, {"a": RUN}, contract, store=store)
    ids = newest_evaluations(store)
    assert [score["k"] for score in report(store, ids)["runs"][0]["scores"]] == [1, 5, "all"]
    assert [score["k"] for score in report(store, ids, [0])["runs"][0]["scores"]] == ["all"]
