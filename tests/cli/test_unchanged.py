"""A job that was done before is told again from what is stored; what differs is done anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from judged.validation import bad_lines, validate
from tests.cli.helpers import put, put_collection, rows
from tests.support import few, judged, of_short_cuts

if TYPE_CHECKING:
    from tests.support import Outcome

pytestmark = of_short_cuts

JOB = ("run", "qrels.txt", "run.txt", "-k", "10", "--format", "json")
OF_OLD = "update evaluation_settings set validated_by = replace(validated_by, '0.', '9.')"
RULES = """
import pandera.polars as pa
from judged_schemas.coverage import Coverage
from judged_schemas.runs import Runs


class Low(Runs):
    score: float = pa.Field(le={"max_value": 9.0, "error": "low"})


class Few(Coverage):
    retrieved: int = pa.Field(le={"max_value": 2, "error": "few"})
"""


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()
    put("rules.py", RULES)


@pytest.fixture
def validated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What stands here after a call was validated by it."""
    calls: list[str] = []

    def counted(*given: Any) -> Any:
        calls.append("validated")
        return bad_lines.rejected_lines(*given)

    monkeypatch.setattr(validate, "rejected_lines", counted)
    return calls


def run(*more: str) -> Outcome:
    return judged(*JOB, *more)


def told(outcome: Outcome) -> list[str]:
    """Messages but those on what was read."""
    lines = outcome.stderr.splitlines()
    return [line for line in lines if "rows" not in line]


def test_a_job_that_was_done_says_the_same_again(validated: list[str]) -> None:
    first = run()
    assert (first.code, validated) == (0, ["validated"])
    again = run()
    assert (again.code, again.stdout, told(again)) == (0, first.stdout, told(first))
    assert validated == ["validated"]


def test_a_refusal_says_the_same_again(validated: list[str]) -> None:
    put("run.txt", "q1 Q0 a 1 9.5 tag\nq1 Q0 a 2 8.5 tag\nq1 Q0 u 3 7.5 tag\n")
    first, again = run(), run()
    assert (first.code, validated) == (1, ["validated"])
    assert "duplicate-document" in first.stderr
    assert (again.code, again.stdout, told(again)) == (1, first.stdout, told(first))


@pytest.mark.slow
def test_a_gate_says_the_same_again(validated: list[str]) -> None:
    put("run.txt", "q1 Q0 a 1 9.5 tag\nq1 Q0 u 2 8.5 tag\n")
    gate = ("--unjudged", "zero", "--min-judged-rate", "0.9")
    first, again = run(*gate), run(*gate)
    assert (first.code, validated) == (3, ["validated"])
    assert (again.code, again.stdout, told(again)) == (3, first.stdout, told(first))


def test_what_is_told_again_is_the_newest(validated: list[str]) -> None:
    first = run()
    run("--gain", "exponential")
    assert run().stdout == first.stdout
    assert len(validated) == 2
    assert judged("report", "--format", "json").stdout == first.stdout
    gains = rows("select gain from evaluations order by rowid")
    assert gains == [{"gain": "exponential"}, {"gain": "linear"}]


def found(outcome: Outcome) -> list[str]:
    """The findings that are told."""
    return [line for line in told(outcome) if "warning: " in line or "error: " in line]


@pytest.mark.parametrize(
    "more",
    few(
        [
            "-k 5",
            "--grades 0:2",
            "--min-judged-rate 0.5",
            "--on-bad-line skip",
            "--unknown-queries error",
            "--gain exponential",
            "--schema rules.py:Low",
            "--schema rules.py:Few",
        ],
        "--min-judged-rate 0.5",
        "--gain exponential",
        "--schema rules.py:Few",
    ),
)
def test_what_differs_is_done_and_what_was_before_is_done_again(
    validated: list[str], more: str
) -> None:
    """Its findings are those of that call, and not of the one before."""
    first = run()
    other = run(*more.split())
    assert len(validated) == 2
    third = run()
    assert (third.code, third.stdout, told(third)) == (first.code, first.stdout, told(first))
    # Under another identifier the first is there still.
    assert len(validated) == (2 if more.startswith(("--gain", "--unknown-queries")) else 3)
    alone = judged(*JOB, *more.split(), "--db", "new.duckdb")
    assert (other.code, other.stdout) == (alone.code, alone.stdout)


@pytest.mark.slow
def test_rules_of_a_user_may_have_changed(validated: list[str]) -> None:
    assert run("--schema", "rules.py:Low").code == 1
    put("rules.py", RULES.replace("9.0", "10.0"))
    assert run("--schema", "rules.py:Low").code == 0
    assert len(validated) == 2


def test_coverage_by_rules_of_a_user_is_not_that_by_ours(validated: list[str]) -> None:
    run()
    assert judged("score", "--schema", "rules.py:Few").code == 1
    assert run().code == 0
    assert len(validated) == 2


@pytest.mark.slow
def test_what_was_not_scored_is_done(validated: list[str]) -> None:
    judged("ingest", "--qrels", "qrels.txt", "run.txt")
    judged("validate", "-k", "10")
    assert run().code == 0
    assert rows("select count(*) as n from query_scores") == [{"n": 1}]
    assert len(validated) == 2


@pytest.mark.parametrize(
    "change",
    few(
        [
            OF_OLD,
            "update evaluation_settings set scored_by = replace(scored_by, '0.', '9.')",
            "update evaluation_settings set validated_by = null, scored_by = null",
            "delete from run_scores",
            "delete from query_scores",
        ],
        OF_OLD,
        "delete from query_scores",
    ),
)
def test_what_another_version_made_is_done_again(validated: list[str], change: str) -> None:
    from judged import open_store

    first = run()
    with open_store("judged.duckdb", read_only=False) as store:
        store.rows(change)
    again = run()
    assert (again.code, again.stdout) == (first.code, first.stdout)
    assert len(validated) == 2


@pytest.mark.slow
def test_other_bytes_are_done(validated: list[str]) -> None:
    run()
    put("run.txt", "q1 Q0 a 1 9.5 tag\n")
    assert run().json["runs"][0]["rows"] == 1
    assert len(validated) == 2


def test_what_another_version_validated_is_done_again_though_this_one_scored(
    validated: list[str],
) -> None:
    from judged import open_store

    first = run()
    with open_store("judged.duckdb", read_only=False) as store:
        store.rows(OF_OLD)
        store.rows("update finding_totals set message = 'of old'")
    assert judged("score").code == 0
    assert (run().stdout, len(validated)) == (first.stdout, 2)


def test_runs_in_another_order_are_told_in_that_order(validated: list[str]) -> None:
    put("a.txt", "q1 Q0 a 1 9 A\nq9 Q0 a 1 9 A\n")
    put("b.txt", "q1 Q0 b 1 9 B\nq8 Q0 a 1 9 B\n")
    words = ("run", "qrels.txt", "-k", "10", "--format", "json")
    assert judged(*words, "a.txt", "b.txt").code == 0
    again = judged(*words, "b.txt", "a.txt")
    assert len(validated) == 1
    anew = judged(*words, "b.txt", "a.txt", "--db", "new.duckdb")
    assert (again.stdout, found(again)) == (anew.stdout, found(anew))
    assert len(found(again)) == 4
    csv = [
        judged("report", "--format", "csv", "--out", name, "--db", db).code
        for name, db in (("again", "judged.duckdb"), ("anew", "new.duckdb"))
    ]
    assert csv == [0, 0]
    assert Path("again/findings.csv").read_bytes() == Path("anew/findings.csv").read_bytes()


def test_lines_that_cannot_be_read_are_told_by_the_names_of_now(validated: list[str]) -> None:
    """Of several files the order too: the first bad line is told."""
    put("old/a.txt", "q1 Q0 a 1 nan t\nq1 Q0 b 2 1 t\n")
    put("old/b.txt", "q1 Q0 c 1 inf t\nq1 Q0 a 2 2 t\n")
    words = ("run", "qrels.txt", "-k", "10", "--on-bad-line", "skip", "--format", "json")
    judged(*words, "R=old/a.txt", "R=old/b.txt")
    put("new/a.txt", "q1 Q0 a 1 nan t\nq1 Q0 b 2 1 t\n")
    again = judged(*words, "R=old/b.txt", "R=new/a.txt")
    anew = judged(*words, "R=old/b.txt", "R=new/a.txt", "--db", "new.duckdb")
    # Which line is the first of a run depends on what was read first; of bad lines it does not.
    assert [line for line in found(again) if "score-finite" in line] == [
        line for line in found(anew) if "score-finite" in line
    ]
    assert "new/a.txt" in again.stdout
    assert len(validated) == 3
