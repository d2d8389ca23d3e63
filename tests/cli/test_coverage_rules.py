"""Rules of coverage: the gate, a user's own, and what is left when other cutoffs are scored."""

from __future__ import annotations

import pytest

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
    # At k = 1 all is judged, at k = 2 half of it still.
    assert judged("score", "-k", "1").code == 3
    assert judged("report").code == 3
    assert kept() == [("judged-coverage", "gate", "0.5 at k = 2")]


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
