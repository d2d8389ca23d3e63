"""Standard output and `--out`: every form of a report, and every form of rows."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.cli.helpers import BAC, QRELS, RUN, findings, ndcg, put, put_collection, rows, run_of
from tests.support import judged

NOTE = (
    "nDCG measures the order of retrieved documents, not whether an answer is correct or grounded."
)
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
RUN_KEYS = {
    "run_id",
    "sha256",
    "rows",
    "evaluation_id",
    "status",
    "reason",
    "scores",
    "zero_idcg_queries",
    "missing_queries",
    "unknown_queries",
}
SCORE_KEYS = [
    "k",
    "measure",
    "queries",
    "scored_queries",
    "zero_idcg_queries",
    "missing_queries",
    "unknown_queries",
    "macro_ndcg",
    "macro_ndcg_zero_idcg_as_zero",
    "macro_ndcg_zero_idcg_excluded",
    "pooled_ndcg",
    "mean_ceiling",
    "retrieved",
    "unjudged",
    "unjudged_rate",
    "mean_unjudged_rate",
]
# What stands beside the scores of a row: what rules the counts, and the lengths of the lists.
RULE_KEYS = [
    "zero_idcg_policy",
    "missing_queries_policy",
    "unjudged_policy",
    "shortest_list",
    "median_list",
    "longest_list",
]
# Then the lists behind the counts, and what all rows were made under and of.
SHARED_KEYS = [
    "zero_idcg_query_ids",
    "missing_query_ids",
    "unknown_query_ids",
    "run_sha256",
    "qrels_sha256",
    "queries_sha256",
    "pool",
    "entity",
    "revision",
    "contract",
    "origins",
    "remarks",
    "note",
]
# b, a, c of a, b, c, x (grades 3, 2, 1, 0); a zero-IDCG query, a missing one, and an unknown one.
FULL_QRELS = QRELS + "q1 0 x 0\nq2 0 y 0\nq3 0 z 2\n"
FULL_RUN = RUN + "q1 Q0 u 4 6.5 tag\nq2 Q0 y 1 3 tag\nq9 Q0 y 1 3 tag\n"


def evaluate(form: str, *words: str) -> str:
    put("qrels.txt", FULL_QRELS)
    put("run.txt", FULL_RUN)
    cutoffs = ("--unjudged", "zero", "-k", "2,all")
    outcome = judged("run", "qrels.txt", "run.txt", *cutoffs, "--format", form, *words)
    assert outcome.code == 0, outcome.stderr
    assert "\r" not in outcome.stdout
    assert outcome.stdout.endswith("\n")
    return outcome.stdout


def test_a_json_report_has_the_keys_that_others_rely_on() -> None:
    report = json.loads(evaluate("json"))
    assert set(report) >= REPORT_KEYS
    assert report["note"] == NOTE
    qrels = report["qrels"]
    assert set(qrels) >= {"name", "sha256", "rows", "queries", "grades"}
    assert (qrels["name"], qrels["rows"], qrels["queries"]) == ("qrels", 6, 3)
    assert qrels["grades"] == {"0": 2, "1": 1, "2": 2, "3": 1}
    (run,) = report["runs"]
    assert set(run) >= RUN_KEYS
    assert (run["rows"], run["status"], run["reason"]) == (6, "scored", None)
    assert [list(score) for score in run["scores"]] == [SCORE_KEYS, SCORE_KEYS]
    assert [score["k"] for score in run["scores"]] == [2, "all"]
    assert [score["measure"] for score in run["scores"]] == ["nDCG@2", "nDCG"]
    assert run["zero_idcg_queries"] == ["q2"]
    assert run["missing_queries"] == ["q3"]
    assert run["unknown_queries"] == ["q9"]
    for finding in report["findings"]:
        assert set(finding) >= {"rule_id", "severity", "run_id", "count", "examples"}
        for place in finding["examples"]:
            assert set(place) == {"query_id", "doc_id", "value", "file", "line_number"}


def test_the_numbers_of_a_json_report_are_those_of_a_calculation_by_hand() -> None:
    (run,) = json.loads(evaluate("json"))["runs"]
    whole = run["scores"][1]
    # q1: BAC, u gains nothing at rank 4; q2: no gain to be had; q3: not answered, could gain 2.
    assert whole["macro_ndcg"] == pytest.approx(BAC / 3, abs=1e-12)
    assert whole["macro_ndcg_zero_idcg_as_zero"] == pytest.approx(BAC / 3, abs=1e-12)
    assert whole["macro_ndcg_zero_idcg_excluded"] == pytest.approx(BAC / 2, abs=1e-12)
    # DCG 2 + 3/log2(3) + 1/2 = 4.392789; IDCG 3 + 2/log2(3) + 1/2 = 4.761860, and 2 of q3.
    assert whole["pooled_ndcg"] == pytest.approx(4.392789260714372 / 6.761859507142915, abs=1e-12)
    # q1 could be perfect with what was returned, q3 nothing; q2 has no ceiling.
    assert whole["mean_ceiling"] == 0.5
    counts = [whole[key] for key in ("queries", "scored_queries", "zero_idcg_queries")]
    assert counts == [3, 3, 1]
    assert (whole["missing_queries"], whole["unknown_queries"]) == (1, 1)
    # Of a, b, c, u and y only u has no judgment: 1/5, and (1/4 + 0/1)/2 over the queries.
    assert (whole["retrieved"], whole["unjudged"], whole["unjudged_rate"]) == (5, 1, 0.2)
    assert whole["mean_unjudged_rate"] == 0.125
    at_two = run["scores"][0]
    assert at_two["macro_ndcg"] == pytest.approx(ndcg([2, 3], [3, 2, 1], k=2) / 3, abs=1e-12)
    assert (at_two["retrieved"], at_two["unjudged"]) == (3, 0)


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_a_report_for_people_shows_both_means_the_counts_and_ends_with_the_note(form: str) -> None:
    text = evaluate(form)
    assert text.endswith(f"{NOTE}\n")
    # BAC / 3, the pooled mean, the ceiling, and BAC / 2 without the zero-IDCG query.
    wanted = ["tag", "nDCG", "0.3075", "0.6496", "0.5000", "0.4612"]
    lines = [re.split(r"\s+\|?\s*", line.strip("| ")) for line in text.splitlines()]
    assert wanted in lines
    for told in ("Zero-IDCG queries", "Missing queries", "Unknown queries", "20.0 %", "12.5 %"):
        assert told in text
    assert "pool: not documented" in text


def test_a_csv_report_has_a_row_for_each_run_and_k() -> None:
    (run,) = json.loads(evaluate("json"))["runs"]
    found = list(csv.DictReader(io.StringIO(evaluate("csv"))))
    head = ["contract_id", "run_id", "status", "reason"]
    assert list(found[0]) == [*head, *SCORE_KEYS, *RULE_KEYS, *SHARED_KEYS]
    assert [row["k"] for row in found] == ["2", "all"]
    for row, score in zip(found, run["scores"], strict=True):
        assert row["status"] == "scored"
        assert float(row["macro_ndcg"]) == score["macro_ndcg"]
        assert row["measure"] == score["measure"]
        policies = ("zero_idcg_policy", "missing_queries_policy", "unjudged_policy")
        assert [row[key] for key in policies] == ["zero", "zero", "zero"]
        # Of q1 four documents, of q2 one.
        lengths = ("shortest_list", "median_list", "longest_list")
        assert [row[key] for key in lengths] == ["1", "2.5", "4"]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_report_in_rows_ends_with_the_note_and_stays_a_table(form: str) -> None:
    text = evaluate(form)
    assert text.endswith(f'"{NOTE}"\n' if form == "csv" else f'"note": "{NOTE}"}}\n')
    frame = pl.read_csv(text.encode()) if form == "csv" else pl.read_ndjson(text.encode())
    assert frame.select("run_id", "k", "note").rows() == [("tag", "2", NOTE), ("tag", "all", NOTE)]


@pytest.mark.parametrize("form", ["table", "json", "jsonl", "csv", "markdown"])
def test_a_report_of_a_refused_run_ends_with_the_note_too(form: str) -> None:
    put("qrels.txt", FULL_QRELS)
    put("run.txt", FULL_RUN)
    outcome = judged("run", "qrels.txt", "run.txt", "--format", form)
    assert outcome.code == 1
    assert outcome.stdout.rstrip('}"\n').endswith(NOTE)


def test_out_writes_the_report_in_every_form_and_the_rows_behind_it() -> None:
    report = evaluate("json", "--out", "reports/today")
    folder = Path("reports/today")
    texts = {path.name: path.read_bytes().decode() for path in folder.iterdir()}
    names = {"report.json", "report.md", "report.csv", "query_scores.csv", "findings.csv"}
    assert set(texts) == names
    assert all("\r" not in text and text.endswith("\n") for text in texts.values())
    assert texts["report.json"] == report
    assert texts["report.md"] == judged("report", "--format", "markdown").stdout
    assert texts["report.csv"] == judged("report", "--format", "csv").stdout
    scores = list(csv.DictReader(io.StringIO(texts["query_scores.csv"])))
    stored = rows("select query_id, k, ndcg from query_scores order by query_id, k")
    assert [(row["query_id"], int(row["k"]), float(row["ndcg"])) for row in scores] == [
        (row["query_id"], row["k"], row["ndcg"]) for row in stored
    ]
    assert {row["contract_id"] for row in scores} == {json.loads(report)["contract_id"][:12]}
    found = csv.DictReader(io.StringIO(texts["findings.csv"]))
    assert {row["rule_id"] for row in found} >= {"missing-query", "unknown-query"}


def test_out_that_is_a_file_is_2() -> None:
    put_collection()
    put("taken", "")
    outcome = judged("run", "qrels.txt", "run.txt", "--out", "taken")
    assert outcome.code == 2
    assert "--out taken: cannot be written" in outcome.stderr


def test_a_narrow_terminal_breaks_no_number_and_no_word() -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("judged.reporting.drawing.PIPE_WIDTH", 40)
        narrow = evaluate("table")
    wide = evaluate("table")
    assert len(narrow.splitlines()) > len(wide.splitlines())
    assert set(narrow.replace("─", "").split()) == set(wide.replace("─", "").split())


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_row_of_a_report_holds_what_it_was_made_under_and_of(form: str) -> None:
    put("judged.toml", '[judgments]\npool = "depth 2"\n')
    report = json.loads(evaluate("json"))
    text = evaluate(form)
    if form == "csv":
        row: dict[str, Any] = next(csv.DictReader(io.StringIO(text)))
        lists = ("zero_idcg_query_ids", "missing_query_ids", "unknown_query_ids")
        row |= {key: json.loads(row[key]) for key in (*lists, "contract", "origins")}
    else:
        row = json.loads(text.splitlines()[0])
    assert row["zero_idcg_query_ids"] == ["q2"]
    assert row["missing_query_ids"] == ["q3"]
    assert row["unknown_query_ids"] == ["q9"]
    assert (row["pool"], row["qrels_sha256"]) == ("depth 2", report["qrels"]["sha256"])
    assert row["run_sha256"] == report["runs"][0]["sha256"]
    assert row["contract"] == report["contract"]
    assert row["origins"] == report["origins"]


def test_rows_of_runs_of_unequal_depth_say_that_they_are_not_comparable() -> None:
    put("qrels.txt", "q1 0 a 1\nq1 0 b 0\n")
    put("a.txt", "q1 Q0 a 1 2 a\n")
    put("b.txt", "q1 Q0 a 1 2 b\nq1 Q0 b 2 1 b\n")
    words = ("a.txt", "b.txt", "--universe", "retrieved", "--format", "jsonl")
    rows = [json.loads(line) for line in judged("run", "qrels.txt", *words).stdout.splitlines()]
    assert len(rows) == 2
    assert all("unequal depth" in row["remarks"] for row in rows)


@pytest.mark.parametrize("dropped", [("--self-matches", "drop"), ("--run-duplicates", "keep_best")])
def test_depth_is_told_of_the_documents_that_may_be_scored(dropped: tuple[str, str]) -> None:
    # One list of 3 of which 2 may be scored, and one of 2: equal; beside one of 3: unequal.
    put("qrels.txt", "q1 0 a 1\nq1 0 b 0\nq1 0 c 0\nq1 0 q1 0\n")
    third = "q1 Q0 q1 3 1 a\n" if dropped[1] == "drop" else "q1 Q0 a 3 1 a\n"
    put("a.txt", "q1 Q0 a 1 3 a\nq1 Q0 b 2 2 a\n" + third)
    put("b.txt", "q1 Q0 a 1 3 b\nq1 Q0 b 2 2 b\n")
    put("c.txt", "q1 Q0 a 1 3 c\nq1 Q0 b 2 2 c\nq1 Q0 c 3 1 c\n")
    words = ("--universe", "retrieved", "--format", "json", *dropped)
    for other, remarks in (("b.txt", 0), ("c.txt", 1)):
        outcome = judged("run", "qrels.txt", "a.txt", other, *words)
        assert len(outcome.json["remarks"]) == remarks
        assert run_of(outcome, "a")["list_lengths"]["longest"] == 2


def test_lists_are_short_or_tied_by_the_documents_that_may_be_scored() -> None:
    put("qrels.txt", "q1 0 a 1\n")
    put("a.txt", "q1 Q0 a 1 9 a\nq1 Q0 a 2 9 a\n")
    words = ("--run-duplicates", "keep_best", "-k", "2", "--format", "json")
    outcome = judged("run", "qrels.txt", "a.txt", *words)
    (short,) = findings(outcome, "short-list")
    assert short["examples"][0]["value"] == "1"
    assert findings(outcome, "all-tied") == []


def test_lists_without_scores_are_not_said_to_be_tied() -> None:
    put("qrels.txt", "q1 0 a 1\n")
    put("a.txt", "q1 a 1\nq1 b 2\n")
    outcome = judged("run", "qrels.txt", "a.txt", "--preset", "trec_eval-9", "--format", "json")
    assert outcome.code == 1
    assert findings(outcome, "all-tied") == []
    assert len(findings(outcome, "no-score")) == 1
