"""Rules of coverage: the gate, a user's own, and what is left when other cutoffs are scored."""

from __future__ import annotations

import pytest

import judged as package
from tests.cli.helpers import put, rows
from tests.support import Outcome, judged

QRELS = "q1 0 a 3\nq1 0 b 2\n"
# One of two documents is judged; of the first rank, all.
RUN = "q1 Q0 a 1 9 t\nq1 Q0 u 2 8 t\n"
RULES = """\
import pandera.polars as pa

from judged_schemas.coverage import Coverage
from judged_schemas.qrels import Qrels


class AllJudged(Coverage):
    unjudged: int = pa.Field(le=0, description="None.")


class MostlyJudged(Coverage):
    unjudged: int = pa.Field(le=0, raise_warning=True, description="None, if possible.")


class MyQrels(Qrels):
    grade: int = pa.Field(le=2, description="Low.")
"""
GATE = ("--unjudged", "zero", "--min-judged-rate", "0.9")


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put("qrels.txt", QRELS)
    put("run.txt", RUN)
    put("rules.py", RULES)


def run(*words: str) -> Outcome:
    return judged("run", "qrels.txt", "run.txt", "-k", "2", *words)


def kept() -> list[tuple[object, ...]]:
    query = "select rule_id, severity, value from findings where rule_id <> 'short-list'"
    return [tuple(row.values()) for row in rows(query)]


def test_a_gate_that_was_not_met_stays_so_when_another_cutoff_is_scored() -> None:
    assert run(*GATE).code == 3
    # At k = 1, which this call is about, all is judged; at k = 2 half of it still.
    assert judged("score", "-k", "1").code == 0
    assert judged("report").code == 3
    assert kept() == [("judged-coverage", "gate", "0.5 at k = 2")]


def test_a_gate_is_about_the_cutoffs_of_the_call_whatever_was_scored_before() -> None:
    at_1 = ("run", "qrels.txt", "run.txt", "-k", "1", *GATE)
    assert judged(*at_1).code == 0
    assert judged("run", "qrels.txt", "run.txt", "-k", "1,2", "--unjudged", "zero").code == 0
    outcome = judged(*at_1, "--format", "json")
    assert (outcome.code, [f["k"] for f in outcome.json["findings"] if f["k"]]) == (0, [])
    # The report is about all that is stored, under the gate that holds now.
    told = judged("report", "--format", "json")
    assert (told.code, [f["k"] for f in told.json["findings"] if f["k"]]) == (3, [2])


def test_a_users_error_in_the_coverage_refuses_the_run_and_takes_its_scores() -> None:
    outcome = run("--unjudged", "zero", "--schema", "rules.py:AllJudged")
    assert outcome.code == 1
    assert "less_than_or_equal_to(0)" in outcome.stderr
    (row,) = rows("select status, reason from evaluations")
    assert row["status"] == "refused"
    assert "1 at k = 2" in row["reason"]
    assert rows("select * from query_scores") == rows("select * from run_scores") == []


def test_a_users_warning_in_the_coverage_is_one() -> None:
    outcome = run("--unjudged", "zero", "--schema", "rules.py:MostlyJudged")
    assert outcome.code == 0
    assert kept() == [("less_than_or_equal_to(0)", "warning", "1 at k = 2")]


def test_scoring_again_finds_the_same_once() -> None:
    run("--unjudged", "zero", "--schema", "rules.py:MostlyJudged")
    for _ in range(2):
        assert judged("score", "--schema", "rules.py:MostlyJudged").code == 0
    assert len(kept()) == 1
    assert len(rows("select * from finding_totals where stage = 'score'")) == 1


@pytest.mark.parametrize(
    ("command", "model", "where"),
    [("score", "MyQrels", "judged validate"), ("validate", "AllJudged", "judged score")],
)
def test_a_schema_that_a_stage_does_not_check_is_refused_there(
    command: str, model: str, where: str
) -> None:
    run("--unjudged", "zero")
    outcome = judged(command, "--schema", f"rules.py:{model}")
    assert outcome.code == 2
    assert f"is checked by `{where}`" in outcome.stderr


def test_validation_again_leaves_a_gate_that_was_not_met() -> None:
    assert run(*GATE).code == 3
    made = "select judged_version, duckdb_version, created_at, status, cutoffs from evaluations"
    before = rows(made)
    # The gate is about another cutoff than that of this call.
    assert judged("validate", "-k", "7", *GATE).code == 0
    assert (judged("report").code, rows(made)) == (3, before)


def test_another_gate_is_to_be_scored_again() -> None:
    assert run(*GATE).code == 3
    assert judged("validate", "--unjudged", "zero", "--min-judged-rate", "0.5", "-k", "2").code == 0
    assert rows("select status from evaluations") == [{"status": "validated"}]
    assert rows("select * from latest_run_scores") == []
    outcome = judged("report", "--format", "json")
    assert [each["scores"] for each in outcome.json["runs"]] == [[]]
    assert judged("score").code == 0
    assert judged("report").code == 0
    assert judged("validate", "-k", "2", *GATE).code == 0
    assert judged("score").code == 3


def test_from_python_too_a_gate_is_about_the_cutoffs_of_the_call() -> None:
    with package.open_store("a.duckdb", read_only=False) as store:
        for k, gates in ((1, []), (2, [2]), (1, [])):
            contract = package.Contract(unjudged="zero", cutoffs=k, min_judged_rate=0.9)
            result = package.evaluate("qrels.txt", "run.txt", contract, store=store)
            found = result.findings.filter(result.findings["severity"] == "gate")
            assert found["k"].to_list() == gates
        codes = store.rows("select exit_code from jobs order by job_id")
    assert codes == [(0,), (3,), (0,)]


def test_scores_that_a_rule_of_coverage_withdraws_are_told() -> None:
    assert run("--unjudged", "zero").code == 0
    outcome = run("--unjudged", "zero", "--schema", "rules.py:AllJudged")
    assert outcome.code == 1
    assert "run 't': refused now, its earlier scores are withdrawn" in outcome.stderr
    again = run("--unjudged", "zero", "--schema", "rules.py:AllJudged")
    assert (again.code, "withdrawn" in again.stderr) == (1, False)


def test_a_rate_is_told_to_the_last_digit() -> None:
    put("qrels.txt", "".join(f"q1 0 d{number} 1\n" for number in range(9_999)))
    put("run.txt", "".join(f"q1 Q0 d{n} {n + 1} {-n} t\n" for n in range(10_000)))
    outcome = judged(
        *("run", "qrels.txt", "run.txt", "-k", "all", "--unjudged", "zero"),
        *("--min-judged-rate", "0.99999999"),
    )
    assert outcome.code == 3
    assert "judged rate 0.9999 at k = all is below the contract's least, 0.99999999" in (
        outcome.stderr
    )


ONE_RULE_IN_BOTH = """\
import pandera.polars as pa

from judged_schemas.coverage import Coverage
from judged_schemas.runs import Runs

MINE = {"error": "mine", "title": "mine"}


class MyRuns(Runs):
    score: float = pa.Field(le={**MINE, "max_value": 5}, raise_warning=True, nullable=True)


class MyCoverage(Coverage):
    unjudged: int = pa.Field(le={**MINE, "max_value": 0}, raise_warning=True)
"""


def test_a_rule_of_both_stages_is_kept_of_each() -> None:
    put("rules.py", ONE_RULE_IN_BOTH)
    schemas = ("--schema", "rules.py:MyRuns", "--schema", "rules.py:MyCoverage")
    assert run("--unjudged", "zero", *schemas).code == 0
    totals = "select stage, places from finding_totals where rule_id = 'mine' order by stage"
    both = [{"stage": "score", "places": 1}, {"stage": "validate", "places": 2}]
    assert rows(totals) == both
    assert judged("score", "--schema", "rules.py:MyCoverage").code == 0
    assert rows(totals) == both
    told = judged("report", "--format", "json").json["findings"]
    mine = [finding for finding in told if finding["rule_id"] == "mine"]
    assert [(each["count"], len(each["examples"])) for each in mine] == [(2, 2), (1, 1)]
