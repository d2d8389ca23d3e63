"""The four stages one by one, and what is kept when they are run again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.helpers import BAC, dcg, macro, ndcg, rows
from tests.cli.stages import ingest, put_files, stage, stored
from tests.support import judged


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_files()


def test_the_stages_one_by_one_give_what_run_gives() -> None:
    stage("run", "qrels.txt", "run.txt", "other.txt", "-k", "2,10", "--db", "whole.duckdb")
    ingest()
    assert stored("query_scores") == []
    validated = stage("validate", "-k", "2,10")
    assert "2 of 2 runs may be scored" in validated.stderr
    assert stored("query_scores") == []
    scored = stage("score")
    assert "tag: scored" in scored.stderr
    for table in ("query_scores", "run_scores"):
        rows_of_run = stored(table, "--db", "whole.duckdb")
        assert stored(table) == rows_of_run
        assert len(rows_of_run) == {"query_scores": 12, "run_scores": 4}[table]
    ours = stage("report", "--format", "json").json
    theirs = stage("report", "--format", "json", "--db", "whole.duckdb").json
    # Findings come in the order of the runs: as they were given, or by name.
    for report in (ours, theirs):
        report["findings"].sort(key=lambda found: (found["run_id"] or "", found["rule_id"]))
    assert ours == theirs
    assert macro(stage("report", "--format", "json")) == pytest.approx((BAC + 1) / 3, abs=1e-12)


def evaluated() -> list[dict[str, Any]]:
    """The evaluations, whenever they were scored."""
    return rows("select * exclude (created_at) from evaluations order by all")


def test_scoring_again_replaces_and_never_doubles() -> None:
    ingest()
    stage("validate")
    stage("score")
    before = stored("query_scores"), stored("run_scores"), evaluated()
    stage("score")
    assert (stored("query_scores"), stored("run_scores"), evaluated()) == before
    stage("run", "qrels.txt", "run.txt", "other.txt")
    assert (stored("query_scores"), stored("run_scores")) == before[:2]


def test_a_further_cutoff_needs_no_new_ingest_and_leaves_the_earlier_scores() -> None:
    ingest()
    stage("validate", "-k", "10")
    stage("score")
    before = stored("query_scores")
    stage("score", "-k", "2", "-k", "all")
    after = stored("query_scores")
    assert [row for row in after if row["k"] == 10] == before
    assert {row["k"] for row in after} == {0, 2, 10}
    assert rows("select count(*) as n from sources") == [{"n": 3}]
    assert {row["evaluation_id"] for row in after} == {row["evaluation_id"] for row in before}
    at_two = rows(
        "select ndcg from query_scores where run_id = 'tag' and query_id = 'q1' and k = 2"
    )
    assert at_two == [{"ndcg": pytest.approx(ndcg([2, 3], [3, 2, 1], k=2), abs=1e-12)}]


def test_another_contract_stands_beside_the_first() -> None:
    ingest()
    stage("validate")
    stage("score")
    linear = stored("query_scores")
    stage("validate", "--gain", "exponential")
    assert stored("query_scores") == linear
    stage("score")
    both = stored("query_scores")
    assert [row for row in both if row in linear] == linear
    assert len(both) == 2 * len(linear)
    assert rows("select count(*) as n from sources") == [{"n": 3}]
    found = rows(
        "select s.ndcg from query_scores as s inner join evaluations as e"
        " on s.evaluation_id = e.evaluation_id"
        " where e.gain = 'exponential' and s.run_id = 'tag' and s.query_id = 'q1'"
    )
    # Gains 2^g - 1: the run is 3, 7, 1, the best order 7, 3, 1.
    assert found == [{"ndcg": pytest.approx(dcg([3, 7, 1]) / dcg([7, 3, 1]), abs=1e-12)}]


def test_a_run_may_be_validated_and_scored_alone() -> None:
    ingest()
    stage("validate", "other")
    stage("score", "other")
    assert {row["run_id"] for row in stored("query_scores")} == {"other"}
    assert [run["run_id"] for run in stage("report", "--format", "json").json["runs"]] == ["other"]


def test_score_before_validate_is_4_and_says_what_to_do() -> None:
    ingest()
    outcome = judged("score")
    assert (outcome.code, outcome.stdout) == (4, "")
    assert "nothing was evaluated yet" in outcome.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--qrels", "qrels.txt"), "no run in the database"),
        (("run.txt",), "no qrels in the database"),
    ],
)
def test_validate_before_everything_is_ingested_is_4_and_says_what_to_do(
    words: tuple[str, ...], message: str
) -> None:
    stage("ingest", *words)
    outcome = judged("validate")
    assert (outcome.code, outcome.stdout) == (4, "")
    assert f"judged.duckdb: {message}; `judged ingest` reads them" in outcome.stderr


@pytest.mark.parametrize("command", ["validate", "score", "report"])
def test_a_stage_before_any_database_is_there_is_4(command: str) -> None:
    outcome = judged(command)
    assert "no such database" in outcome.stderr
    assert outcome.code == 4


def test_report_before_score_says_what_is_validated_and_shows_no_number() -> None:
    ingest()
    stage("validate")
    report = stage("report", "--format", "json").json
    assert [(run["status"], run["scores"]) for run in report["runs"]] == [("validated", [])] * 2
    report = stage("report").stdout
    assert "Not scored yet: other, tag; `judged score` is the next stage." in report
    assert "Nothing was scored." not in report


def test_a_report_names_the_runs_that_are_validated_beside_those_that_are_scored() -> None:
    ingest()
    stage("validate", "other")
    stage("score")
    stage("validate", "tag")
    report = stage("report").stdout
    assert "Not scored yet: tag; `judged score` is the next stage." in report
    assert "nDCG@10" in report


def test_a_report_of_nothing_but_refused_runs_says_that_nothing_was_scored() -> None:
    ingest()
    assert judged("validate", "--grades", "0:1").code == 1
    report = judged("report")
    assert (report.code, "Nothing was scored." in report.stdout) == (1, True)
