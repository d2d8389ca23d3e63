"""What a call from Python leaves beside its scores: a job, and where its contract is from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import judged
from judged import ArgumentError, Contract, RefusedError
from judged.evaluation.selection import newest_evaluations
from judged.reporting.report import report
from tests.support import write_qrels, write_run

if TYPE_CHECKING:
    from pathlib import Path

    from judged.store.store import Store

QRELS = {"q1": {"a": 1, "b": 0}}
RUN = {"q1": ["a"]}
UNJUDGED = {"q1": ["x"]}


def jobs(store: Store) -> list[dict[str, Any]]:
    return store.dicts("select * from jobs order by job_id")


def test_a_call_is_a_job_with_the_evaluations_that_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "judged.duckdb"
    judged.evaluate(QRELS, {"one": RUN, "two": RUN}, store=path)
    with judged.open_store(path) as store:
        (row,) = jobs(store)
        ids = [found for (found,) in store.rows("select evaluation_id from evaluations")]
    assert (row["exit_code"], row["label"]) == (0, None)
    assert sorted(row["evaluations"]) == sorted(ids)
    assert len(ids) == 2
    assert row["started_at"] <= row["finished_at"]


def test_the_job_says_what_was_called_and_shows_nothing_of_the_data(
    store: Store, tmp_path: Path
) -> None:
    qrels = write_qrels(tmp_path / "qrels.txt", QRELS)
    run = write_run(tmp_path / "run.txt", {"q1": {"a": 1.0}})
    frame = pl.DataFrame({"query_id": ["q1"], "doc_id": ["a"], "score": [1.0]})
    contract = Contract(gain="exponential")
    judged.evaluate(QRELS, RUN, store=store)
    judged.evaluate(qrels, [str(run)], "trec_eval", queries=["q1"], store=store)
    judged.evaluate(str(qrels), {"bm25": run, "dense": frame}, contract, store=store)
    named = f"{{'bm25': '{run}', 'dense': <DataFrame>}}"
    assert [row["command"] for row in jobs(store)] == [
        "judged.evaluate(<dict>, <dict>)",
        f"judged.evaluate('{qrels}', ['{run}'], 'trec_eval', queries=<list>)",
        f"judged.evaluate('{qrels}', {named}, <Contract {contract.contract_id[:12]}>)",
    ]


def test_a_job_that_fails_has_the_code_that_the_command_line_returns(store: Store) -> None:
    with pytest.raises(RefusedError):
        judged.evaluate(QRELS, UNJUDGED, store=store)
    with pytest.raises(ArgumentError):
        judged.evaluate(QRELS, ["none.txt"], store=store)
    with pytest.raises(judged.InputError):
        judged.evaluate({}, RUN, store=store)
    assert [row["exit_code"] for row in jobs(store)] == [1, 2, 1]
    assert [len(row["evaluations"]) for row in jobs(store)] == [1, 0, 0]


def test_a_gate_that_is_not_met_is_in_the_job_and_in_the_findings(store: Store) -> None:
    contract = Contract(unjudged="zero", min_judged_rate=1)
    result = judged.evaluate(QRELS, UNJUDGED, contract, store=store)
    assert [row["exit_code"] for row in jobs(store)] == [3]
    gates = result.findings.filter(pl.col("severity") == "gate")
    assert gates["rule_id"].to_list() == ["judged-coverage"]


def origins(store: Store) -> dict[str, str]:
    found: dict[str, str] = json.loads(store.rows("select origins from evaluation_settings")[0][0])
    return found


def test_the_fields_of_a_preset_come_from_the_preset(store: Store) -> None:
    judged.evaluate(QRELS, RUN, "trec_eval", store=store)
    found = origins(store)
    assert (found["unjudged"], found["ties"], found["grades"]) == ("preset",) * 3
    assert (found["cutoffs"], found["depth"]) == ("default",) * 2
    assert report(store, newest_evaluations(store))["preset"] == "trec_eval"


def test_the_fields_of_a_contract_come_from_its_maker(store: Store) -> None:
    judged.evaluate(QRELS, RUN, Contract(unjudged="zero"), store=store)
    found = origins(store)
    assert [name for name, origin in found.items() if origin != "default"] == ["unjudged"]
    assert found["unjudged"] == "option"


def test_a_store_for_reading_only_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "judged.duckdb"
    judged.evaluate(QRELS, RUN, store=path)
    with (
        judged.open_store(path) as store,
        pytest.raises(ArgumentError, match=r"open for reading only; pass its path, or open_store"),
    ):
        judged.evaluate(QRELS, RUN, store=store)
    with judged.open_store(path, read_only=False) as store:
        judged.evaluate(QRELS, RUN, store=store)
        assert len(jobs(store)) == 2


# Each makes temporary relations of a kind of its own.
CHANGES: list[dict[str, Any]] = [
    {"unjudged": "drop"},
    {},
    {"unjudged": "drop", "ties": "average"},
    {"run_duplicates": "keep_best", "cutoffs": "all"},
    {"depth": 1, "ties": "line"},
    {"qrels_duplicates": "majority", "universe": "retrieved"},
    {"unjudged": "drop", "order": "line"},
    {"gain": {1: "0.5", 2: 2}, "ties": "doc_id_asc"},
]


@pytest.mark.slow
def test_what_was_scored_before_changes_no_score(store: Store) -> None:
    qrels = {"q1": {"a": 2, "b": 0, "c": 1}, "q2": {"d": 1}}
    run = {"q1": {"x": 3.0, "a": 2.0, "b": 2.0, "c": 1.0}, "q2": {"y": 2.0, "d": 2.0}}
    for change in [*CHANGES, *reversed(CHANGES)]:
        contract = Contract(**{"unjudged": "zero", "cutoffs": [1, 3], **change})
        alone = judged.evaluate(qrels, {"r": run}, contract)
        beside = judged.evaluate(qrels, {"r": run}, contract, store=store)
        assert beside.query_scores.equals(alone.query_scores), change
