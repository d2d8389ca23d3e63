"""Lines that cannot be read refuse the run, or are left out where --on-bad-line skip says so."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path

import pytest

import judged as library
from tests.cli.helpers import BAC, QRELS, RUN, findings, macro, put, put_collection, rows, run_of
from tests.support import Outcome, few, judged

SKIP = ("--on-bad-line", "skip")
# Lines 1, 3 and 5 are good; q2 has no line but line 4.
BAD_RUN = (
    "q1 Q0 b 1 9.5 tag\n"
    "q1 Q0 x 2 NaN tag\n"
    "q1 Q0 a 2 8.5 tag\n"
    "q2 Q0 a 4 tag\n"
    "q1 Q0 c 3 7.5 tag\n"
    "q1 Q0 y 5 high tag\n"
)
BAD_QRELS = QRELS + "q3 0 a 1.5\nq3 0 b yes\nq1 0 d\n"


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def evaluate(*words: str) -> Outcome:
    return judged("run", "qrels.txt", "run.txt", "--format", "json", *words)


def counts(outcome: Outcome) -> dict[tuple[str | None, str], tuple[str, int]]:
    """Severity and number of places by owner and rule, of what is about lines."""
    return {
        (found["run_id"], found["rule_id"]): (found["severity"], found["count"])
        for found in outcome.json["findings"]
        if found["rule_id"] in ("column-count", "score-finite", "grade-integer")
    }


def test_bad_lines_refuse_unless_skip_is_chosen() -> None:
    put("run.txt", BAD_RUN)
    for words in ((), ("--on-bad-line", "refuse")):
        refused = evaluate(*words)
        assert refused.code == 1
        assert refused.json["on_bad_line"] == "refuse"
        assert run_of(refused, "tag")["lines_left_out"] == 0
    assert "--on-bad-line skip goes on without such lines" in refused.stderr
    told = evaluate(*SKIP)
    assert told.code == 0
    assert macro(told) == pytest.approx(BAC, abs=1e-12)


def test_what_was_left_out_is_told_with_counts_places_and_queries_that_are_gone() -> None:
    put("qrels.txt", BAD_QRELS + "q2 0 a 1\n")
    put("run.txt", BAD_RUN)
    outcome = evaluate(*SKIP)
    assert outcome.code == 0
    assert counts(outcome) == {
        (None, "column-count"): ("warning", 1),
        (None, "grade-integer"): ("warning", 2),
        ("tag", "column-count"): ("warning", 1),
        ("tag", "score-finite"): ("warning", 2),
    }
    (of_grades,) = findings(outcome, "grade-integer")
    assert of_grades["message"] == (
        "2 lines left out (--on-bad-line skip), the first: the grade in 'q3 0 a 1.5' is not an"
        " integer of 64 bits; no line is left of query 'q3', which is not judged now"
    )
    assert [place["line_number"] for place in of_grades["examples"]] == [4, 5]
    _, of_run = findings(outcome, "column-count")
    assert of_run["message"].startswith("1 line left out (--on-bad-line skip): 'q2 Q0 a 4 tag'")
    assert of_run["message"].endswith("no line is left of query 'q2', which is missing now")
    assert run_of(outcome, "tag")["missing_queries"] == ["q2"]
    assert "warning: run.txt:4: tag: 1 line left out" in outcome.stderr
    assert outcome.json["qrels"]["lines_left_out"] == 3
    assert run_of(outcome, "tag")["lines_left_out"] == 3


REMARKS = [
    "The judgments: 3 lines could not be read and left out (--on-bad-line skip).",
    "tag: 3 lines could not be read and left out (--on-bad-line skip).",
]


@pytest.mark.parametrize(
    "form", few(["table", "markdown", "csv", "jsonl", "json"], "table", "json")
)
def test_every_form_of_a_later_report_says_so(form: str) -> None:
    put("qrels.txt", BAD_QRELS)
    put("run.txt", BAD_RUN)
    evaluate(*SKIP)
    text = judged("report", "--format", form).stdout
    if form == "json":
        assert json.loads(text)["remarks"] == REMARKS
        assert json.loads(text)["on_bad_line"] == "skip"
    elif form == "csv":
        (row,) = csv.DictReader(io.StringIO(text))
        assert row["remarks"] == " ".join(REMARKS)
    elif form == "jsonl":
        assert json.loads(text)["remarks"] == " ".join(REMARKS)
    else:
        assert [line for line in text.splitlines() if line in REMARKS] == REMARKS
        assert "Lines that cannot be read: left out (--on-bad-line skip)" in text


def test_a_choice_that_left_nothing_out_is_told_without_a_remark() -> None:
    outcome = evaluate(*SKIP)
    assert (outcome.json["on_bad_line"], outcome.json["remarks"]) == ("skip", [])
    assert run_of(outcome, "tag")["lines_left_out"] == 0


def test_a_later_validation_without_skip_withdraws_the_scores() -> None:
    put("run.txt", BAD_RUN)
    evaluate(*SKIP)
    again = judged("validate")
    assert again.code == 1
    assert "run 'tag': refused now, its earlier scores are withdrawn" in again.stderr
    assert rows("select * from query_scores") == []
    told = judged("report", "--format", "json").json
    assert (told["on_bad_line"], told["remarks"]) == ("refuse", [])


def test_validate_takes_the_choice_and_score_keeps_it() -> None:
    put("run.txt", BAD_RUN)
    assert judged("ingest", "--qrels", "qrels.txt", "run.txt").code == 1
    assert judged("validate", *SKIP).code == 0
    assert judged("score").code == 0
    told = judged("report", "--format", "json")
    assert macro(told) == pytest.approx(BAC, abs=1e-12)
    assert told.json["on_bad_line"] == "skip"
    assert judged("explain", "tag", "q1").code == 0


def test_the_choice_is_no_part_of_the_contract() -> None:
    put("run.txt", BAD_RUN)
    first, second = evaluate(), evaluate(*SKIP)
    assert first.json["contract_id"] == second.json["contract_id"]
    assert rows("select count(*) as n from evaluations") == [{"n": 1}]


BROKEN = {
    "no run at all": ("", "unreadable-file"),
    "a folder of another tool": ("PK\x03\x04 zipped", "unreadable-file"),
    "a document twice": (RUN + "q1 Q0 a 4 1 tag\n", "duplicate-document"),
    "bad lines alone": ("q1 Q0 a 1 nan tag\nq1 Q0 b 2 nan tag\n", "score-finite"),
    # Its first line makes it a msmarco run, whose lines have three columns or four.
    "another format": ("q1 a 1\n" + RUN, "column-count"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_skip_rescues_nothing_but_lines(name: str) -> None:
    content, rule_id = BROKEN[name]
    put("run.txt", content)
    outcome = evaluate(*SKIP)
    assert outcome.code == 1
    (run,) = outcome.json["runs"]
    assert (run["status"], run["scores"]) == ("refused", [])
    assert run["reason"].startswith(rule_id)


def test_why_bad_lines_cannot_be_left_out_is_told() -> None:
    put("run.txt", "q1 a 1\n" + RUN)
    told = evaluate(*SKIP).stderr
    assert "run.txt:2: run: 3 lines to be left out (--on-bad-line skip), but in run.txt" in told
    assert "3 lines have another number of columns and 1 that of the format msmarco" in told
    put("run.txt", "q1 Q0 a 1 nan tag\n")
    assert "but run.txt has no line that can be read" in evaluate(*SKIP).stderr


def test_judgments_without_one_good_line_refuse_every_run() -> None:
    put("qrels.txt", "q1 0 a 1.5\n")
    outcome = evaluate(*SKIP)
    assert outcome.code == 1
    assert run_of(outcome, "tag")["reason"].startswith("judgments: grade-integer")


def test_a_grade_out_of_range_is_no_bad_line() -> None:
    put("qrels.txt", QRELS + "q1 0 d 7\n")
    outcome = evaluate(*SKIP)
    assert outcome.code == 1
    assert [found["severity"] for found in findings(outcome, "grade-range")] == ["error"]


def test_lines_of_several_files_of_a_run_are_counted_together() -> None:
    put("one.txt", "q1 Q0 b 1 9.5 t\nq1 Q0 x 1 nan t\n")
    put("two.txt", "q1 Q0 y 1 nan t\nq1 Q0 a 2 8.5 t\nq1 Q0 c 3 7.5 t\nq1 Q0 z 1 nan t\n")
    outcome = judged("run", "qrels.txt", "r=one.txt", "r=two.txt", "--format", "json", *SKIP)
    (found,) = findings(outcome, "score-finite")
    assert (found["count"], found["message"][:12]) == (3, "3 lines left")
    places = [(place["file"], place["line_number"]) for place in found["examples"]]
    assert places == [("one.txt", 2), ("two.txt", 1), ("two.txt", 4)]
    assert macro(outcome, "r") == pytest.approx(BAC, abs=1e-12)


def test_a_bad_line_of_one_tag_is_left_out_of_that_run_alone() -> None:
    put("both.txt", RUN + RUN.replace("tag", "other") + "q1 Q0 x 4 nan other\n")
    outcome = judged("run", "qrels.txt", "both.txt", "--format", "json", *SKIP)
    assert outcome.code == 0
    left_out = {run["run_id"]: run["lines_left_out"] for run in outcome.json["runs"]}
    assert left_out == {"tag": 0, "other": 1}


def test_from_python_too() -> None:
    put("run.txt", BAD_RUN)
    with pytest.raises(library.RefusedError, match="score-finite"):
        library.evaluate("qrels.txt", "run.txt")
    result = library.evaluate("qrels.txt", "run.txt", on_bad_line="skip", store="kept.duckdb")
    assert result.query_scores["ndcg"].to_list() == [pytest.approx(BAC, abs=1e-12)]
    assert set(result.findings["severity"]) == {"warning"}
    (job,) = rows("select command from jobs", "--db", "kept.duckdb")
    assert job["command"] == "judged.evaluate('qrels.txt', 'run.txt', on_bad_line='skip')"
    with pytest.raises(library.ArgumentError, match="neither 'refuse' nor 'skip'"):
        library.evaluate("qrels.txt", "run.txt", on_bad_line="ignore")  # type: ignore[arg-type]


# The exact total, also where a finding keeps the first hundred places.

MANY = 1_203


def put_many() -> None:
    """Bad lines of both kinds of files, and a second run without any."""
    put("qrels.txt", QRELS + "q1 0 d 1.5\n" * MANY)
    put("run.txt", RUN + "q1 Q0 d 4 nan tag\n" * (MANY + 1))
    put("other.txt", RUN.replace("tag", "other") + "q1 Q0 d\n" * (MANY + 2))


def told(stderr: str, path: str) -> list[str]:
    return [line for line in stderr.splitlines() if path in line and "error: " in line]


def test_ingest_tells_ten_lines_the_total_and_how_to_see_the_others() -> None:
    put_many()
    outcome = judged("ingest", "--qrels", "qrels.txt", "run.txt", "other.txt")
    assert outcome.code == 1
    for path, total in (("qrels.txt", MANY), ("run.txt", MANY + 1), ("other.txt", MANY + 2)):
        *lines, last = told(outcome.stderr, path)
        assert [line.partition(": error: ")[2].split(":")[1] for line in lines] == [
            str(number) for number in range(4, 14)
        ]
        before, command = last.split(": judged sql ")
        assert before == f"judged: error: {path}: {total:,} lines in all"
        assert len(
            judged("sql", *shlex.split(command), "--format", "jsonl").stdout.splitlines()
        ) == (total)


@pytest.mark.parametrize("stage", ["run", "validate"])
def test_run_and_validate_tell_the_total_and_how_to_see_every_line(stage: str) -> None:
    put_many()
    if stage == "validate":
        judged("ingest", "--qrels", "qrels.txt", "run.txt", "other.txt")
        outcome = judged("validate")
    else:
        outcome = judged("run", "qrels.txt", "run.txt", "other.txt")
    assert outcome.code == 1
    lines = outcome.stderr.splitlines()
    for path, total in (("qrels.txt", MANY), ("run.txt", MANY + 1), ("other.txt", MANY + 2)):
        (place,) = [place for place, line in enumerate(lines) if f"error: {path}:4: " in line]
        assert f"(and {total - 1:,} more)" in lines[place]
        others = ", ".join(f"{path}:{number}" for number in range(5, 15))
        assert lines[place + 1] == f"judged:   also at {others}"
        before, command = lines[place + 2].split(": judged sql ")
        assert before == f"judged:   all {total:,} lines"
        shown = judged("sql", *shlex.split(command), "--format", "jsonl").stdout.splitlines()
        assert [json.loads(line)["line_number"] for line in shown] == list(range(4, total + 4))


@pytest.mark.slow
def test_the_total_of_many_lines_is_exact() -> None:
    bad = 150_000
    put("run.txt", RUN + "q1 Q0 d 4 nan tag\n" * bad + "q1 Q0 \xff 5 1 tag\n" * 3)
    data = Path("run.txt").read_bytes().replace("\xff".encode(), b"\xff")
    put("run.txt", data)
    outcome = evaluate()
    assert {found["rule_id"]: found["count"] for found in outcome.json["findings"]} == {
        "score-finite": bad,
        "encoding": 3,
        "short-list": 1,
    }
    assert [len(found["examples"]) for found in outcome.json["findings"]] == [3, 100, 1]
    assert rows(
        "select reason, count(*) as n, max(line_number) as last from rejected_lines"
        " group by reason order by reason"
    ) == [
        {"reason": "encoding", "n": 3, "last": bad + 6},
        {"reason": "score-finite", "n": bad, "last": bad + 3},
    ]
    assert evaluate(*SKIP).code == 0
