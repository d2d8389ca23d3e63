"""What is kept, and what is newest, when stages are run again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged.store.store import Store
from judged.version import __version__
from tests.cli.helpers import BAC, ndcg, put, rows
from tests.cli.stages import ingest, put_files, stage, stored
from tests.support import judged

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_files()


def test_validating_again_keeps_the_scores_that_still_hold() -> None:
    ingest()
    stage("validate")
    stage("score")
    before = stored("query_scores")
    stage("validate")
    assert stored("query_scores") == before
    assert {row["status"] for row in rows("select status from evaluations")} == {"scored"}


def test_a_refusal_takes_the_scores_of_its_evaluation_along() -> None:
    ingest()
    stage("validate")
    stage("score")
    # The range of grades is no part of the contract's identity, so this is the same evaluation.
    assert judged("validate", "--grades", "0:2").code == 1
    assert {row["status"] for row in rows("select status from evaluations")} == {"refused"}
    assert stored("query_scores") == stored("run_scores") == []
    assert judged("score").code == 1


def test_current_scores_hold_the_newest_evaluation_of_each_run_and_contract() -> None:
    stage("run", "qrels.txt", "run.txt", "other.txt")
    stage("run", "qrels.txt", "run.txt", "--gain", "exponential")
    put("run.txt", "q1 Q0 a 1 3 tag\nq1 Q0 b 2 2 tag\nq1 Q0 c 3 1 tag\nq2 Q0 y 1 3 tag\n")
    stage("run", "qrels.txt", "run.txt", "--gain", "exponential")
    assert rows("select count(*) as n from evaluations") == [{"n": 4}]
    found = rows(
        "select e.gain, s.run_id, s.query_id, s.ndcg from current_scores as s"
        " inner join evaluations as e on s.evaluation_id = e.evaluation_id"
        " where s.query_id = 'q1' order by e.gain, s.run_id"
    )
    # other is c, b of a, b, c; the newer version of tag is in the best order.
    assert [tuple(row.values()) for row in found] == [
        ("exponential", "tag", "q1", 1.0),
        ("linear", "other", "q1", pytest.approx(ndcg([1, 2], [3, 2, 1]), abs=1e-12)),
        ("linear", "tag", "q1", pytest.approx(BAC, abs=1e-12)),
    ]
    latest = rows("select run_id, macro_ndcg, queries from latest_run_scores order by all")
    assert len(latest) == 3
    # The newer tag: 1 of q1, 0 of q2 (nothing relevant), 0 of q3 (missing).
    assert {"run_id": "tag", "macro_ndcg": pytest.approx(1 / 3, abs=1e-12), "queries": 3} in latest
    # One contract gives one row for each run, query and k.
    doubled = rows(
        "select 1 from current_scores group by contract_id, run_id, query_id, k having count(*) > 1"
    )
    assert doubled == []


def test_the_database_is_named_by_option_by_environment_or_is_the_default(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    default = stage("ingest", "run.txt")
    assert "judged: database: judged.duckdb" in default.stderr
    monkeypatch.setenv("JUDGED_DB", "environment.duckdb")
    named = [stage("ingest", "run.txt"), stage("ingest", "run.txt", "--db", "option.duckdb")]
    assert not any("database:" in outcome.stderr for outcome in named)
    stage("run", "qrels.txt", "run.txt", "--db", ":memory:")
    databases = sorted(path.name for path in folder.glob("*.duckdb"))
    assert databases == ["environment.duckdb", "judged.duckdb", "option.duckdb"]


def test_scores_that_a_refusal_withdraws_are_told() -> None:
    assert judged("run", "qrels.txt", "run.txt").code == 0
    outcome = judged("run", "qrels.txt", "run.txt", "--grades", "0:1")
    assert outcome.code == 1
    assert "judged: run 'tag': refused now, its earlier scores are withdrawn\n" in outcome.stderr
    assert rows("select * from query_scores") == []
    assert "withdrawn" not in judged("run", "qrels.txt", "run.txt", "--grades", "0:1").stderr
    # Another gate at the same time hides nothing of that.
    assert judged("run", "qrels.txt", "run.txt").code == 0
    words = ("--grades", "0:1", "--min-judged-rate", "0.1")
    assert "withdrawn" in judged("run", "qrels.txt", "run.txt", *words).stderr


def test_scores_carry_the_versions_and_the_time_that_they_were_made_with() -> None:
    ingest()
    stage("validate")
    with Store.open("judged.duckdb") as store:
        store.rows("update evaluations set judged_version = 'old', created_at = '2000-01-01'")
    stage("score")
    made = rows("select distinct judged_version, created_at > '2026-01-01' as now from evaluations")
    assert made == [{"judged_version": __version__, "now": True}]
