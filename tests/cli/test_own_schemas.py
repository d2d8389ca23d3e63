"""A user's own schema in a job: what is found by it, and what is refused."""

from __future__ import annotations

import pytest

from tests.cli.helpers import findings, put, run_of
from tests.support import judged

QRELS = "q1 0 a 1\nq1 0 bb 0\nq2 2 c 1\n"
RUN = "q1 Q0 a 1 9 t\nq1 Q0 bb 2 8 t\nq2 Q0 c 1 9 t\n"
RULES = """
import pandera.polars as pa
import polars as pl
from judged_schemas.coverage import Coverage
from judged_schemas.qrels import Qrels
from judged_schemas.runs import Runs


class Rounds(Qrels):
    iteration: str = pa.Field(unique_values_eq={"values": ["0", "1", "2"], "error": "rounds"})


class Both(Qrels):
    iteration: str = pa.Field(unique_values_eq={"values": ["0", "2"], "error": "rounds"})


class Letters(Runs):
    @pa.check("doc_id", error="one-letter", raise_warning=True)
    def is_one_letter(cls, data: pa.PolarsData) -> pl.LazyFrame:
        return data.lazyframe.select(pl.col(data.key).str.len_chars() == 1)

    @pa.dataframe_check(error="whole-scores")
    def score_is_whole(cls, data: pa.PolarsData) -> pl.LazyFrame:
        return data.lazyframe.select(pl.col("score") == pl.col("score").round())


class Mean(Runs):
    @pa.dataframe_check(error="mean")
    def is_high(cls, data: pa.PolarsData) -> bool:
        return data.lazyframe.select(pl.col("score").mean() > 5).collect().item()


class Ends(Runs):
    @pa.check("doc_id", error="ends")
    def ends(cls, data: pa.PolarsData) -> pl.LazyFrame:
        raise SystemExit(0)


class Cutoffs(Coverage):
    k: int = pa.Field(unique_values_eq={"values": [1, 2, 5], "error": "cutoffs"})


class Rates(Coverage):
    judged: float = pa.Field(ge=0)
"""


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put("qrels.txt", QRELS)
    put("run.txt", RUN)
    put("rules.py", RULES)


def words(model: str) -> tuple[str, ...]:
    return ("run", "qrels.txt", "run.txt", "-k", "1,2", "--schema", f"rules.py:{model}")


@pytest.mark.parametrize(
    ("model", "rule", "run_id", "message"),
    [
        (
            "Rounds",
            "rounds",
            None,
            "column 'iteration' as a whole breaks the rule 'rounds': '1' is missing",
        ),
        (
            "Cutoffs",
            "cutoffs",
            "t",
            "column 'k' as a whole breaks the rule 'cutoffs': 5 is missing",
        ),
    ],
)
def test_a_whole_column_refuses_what_it_is_about_and_has_no_place(
    model: str, rule: str, run_id: str | None, message: str
) -> None:
    outcome = judged(*words(model), "--format", "json")
    assert outcome.code == 1
    (found,) = findings(outcome, rule)
    assert (found["run_id"], found["count"], found["examples"]) == (run_id, 1, [])
    assert found["message"] == message
    assert run_of(outcome, "t")["status"] == "refused"
    assert f"{message} [{rule}]" in outcome.stderr


def test_a_whole_column_as_it_is_wanted_is_fine() -> None:
    assert judged(*words("Both")).code == 0


def test_checks_of_a_user_s_own_are_findings_with_their_lines() -> None:
    outcome = judged(*words("Letters"), "--format", "json")
    assert outcome.code == 0, outcome.stderr
    (found,) = findings(outcome, "one-letter")
    assert (found["severity"], found["count"]) == ("warning", 1)
    assert [(it["doc_id"], it["value"], it["line_number"]) for it in found["examples"]] == [
        ("bb", "bb", 2)
    ]
    assert findings(outcome, "whole-scores") == []


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (
            "Mean",
            'the frame cannot be checked by mean: TypeError("it gives bool"); mend it,',
        ),
        ("Rates", "schema Rates: column 'judged' is Int64, not Float64; leave its type as it is"),
    ],
)
def test_what_cannot_be_checked_is_the_command_s_trouble_not_the_data_s(
    model: str, message: str
) -> None:
    outcome = judged(*words(model))
    assert outcome.code == 2
    assert message in outcome.stderr


def test_a_check_that_ends_the_program_is_told_and_nothing_passes() -> None:
    put("qrels.txt", QRELS)
    put("run.txt", RUN)
    put("rules.py", RULES)
    outcome = judged("run", "qrels.txt", "run.txt", "--schema", "rules.py:Ends")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "schema Ends: a check ends the program; let it give a verdict" in outcome.stderr
