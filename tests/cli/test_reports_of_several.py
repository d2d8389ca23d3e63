"""One report over evaluations that were made one by one: nothing of one is told of another."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import put, rows
from tests.support import judged

QRELS = "q1 0 a 5\nq1 0 b 2\n"
WORDS = ("--grades", "any", "--unjudged", "zero")
RUN = "q1 Q0 a 1 9 {tag}\nq1 Q0 b 2 8 {tag}\n"


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put("qrels.txt", QRELS)
    put("a.txt", RUN.format(tag="A"))
    put("b.txt", RUN.format(tag="B"))


def report() -> Any:
    return judged("report", "--format", "json").json


def test_the_grades_of_one_run_are_not_told_of_another() -> None:
    assert judged("run", "qrels.txt", "a.txt").code == 1
    assert judged("run", "qrels.txt", "b.txt", "--grades", "any").code == 0
    told = report()
    assert told["contract"]["grades"] == "any"
    assert [run["status"] for run in told["runs"]] == ["refused", "scored"]
    assert [run["differs"] for run in told["runs"]] == [{"grades": [0, 3]}, {}]
    assert told["remarks"] == ["A was evaluated with grades 0:3."]


def test_the_findings_that_refused_a_run_are_there_when_another_is_not_refused() -> None:
    judged("run", "qrels.txt", "a.txt")
    judged("run", "qrels.txt", "b.txt", "--grades", "any")
    assert rows(
        "select e.run_id, f.rule_id, f.line_number from findings as f"
        " inner join evaluations as e on f.evaluation_id = e.evaluation_id"
        " where f.severity = 'error'"
    ) == [{"run_id": "A", "rule_id": "grade-range", "line_number": 1}]


def test_the_list_of_queries_of_one_evaluation_leaves_findings_of_another() -> None:
    put("qrels.txt", "q1 0 a 1\nq2 0 a 0\nq3 0 a 0\n")
    for query in ("q2", "q3"):
        put(f"{query}.txt", f"q1\n{query}\n")
        judged("run", "qrels.txt", "a.txt", "--queries", f"{query}.txt", *WORDS)
    found = rows("select query_id from findings where rule_id = 'zero-idcg-query' order by all")
    assert found == [{"query_id": "q2"}, {"query_id": "q3"}]


def test_one_finding_of_the_judgments_is_told_once_of_several_runs() -> None:
    outcome = judged("run", "qrels.txt", "a.txt", "b.txt", "--format", "json")
    (finding,) = [it for it in outcome.json["findings"] if it["rule_id"] == "grade-range"]
    assert (finding["run_id"], finding["count"], len(finding["examples"])) == (None, 1, 1)


def test_the_cutoffs_of_a_report_are_those_of_its_scores() -> None:
    judged("run", "qrels.txt", "a.txt", "--grades", "any", "-k", "2")
    judged("score", "-k", "1,all")
    assert report()["contract"]["cutoffs"] == [1, 2, "all"]


def test_the_rows_of_a_run_are_its_own_lines() -> None:
    put("both.txt", RUN.format(tag="A") + "q1 Q0 a 1 9 B\nq1 Q0 b 2 8 B\nq1 Q0 c 3 7 B\n")
    told = judged("run", "qrels.txt", "both.txt", *WORDS, "--format", "json").json
    assert {run["run_id"]: run["rows"] for run in told["runs"]} == {"A": 2, "B": 3}


def test_unknown_queries_are_counted_and_listed_alike() -> None:
    put("qrels.txt", "q1 1 a 1\nq2 2 a 1\n")
    put("a.txt", RUN.format(tag="A") + "q2 Q0 a 1 1 A\n")
    words = ("--qrels-duplicates", "iteration=2", "--unjudged", "zero", "--format", "json")
    (run,) = judged("run", "qrels.txt", "a.txt", *words).json["runs"]
    assert run["unknown_queries"] == ["q1"]
    assert run["scores"][0]["unknown_queries"] == 1


def test_where_a_list_is_cut_the_command_names_the_database() -> None:
    put("qrels.txt", "q0 0 a 1\n" + "".join(f"m{n} 0 a 1\n" for n in range(60)))
    put("a.txt", "q0 Q0 a 1 1 A\n")
    for words, option in (((), ""), (("--db", "my store.duckdb"), " --db 'my store.duckdb'")):
        told = judged("run", "qrels.txt", "a.txt", *words, "--format", "markdown").stdout
        assert f'more: judged sql{option} "select query_id from missing' in told.replace("\\", "")


def test_a_named_pipe_is_read_once_and_kept_meanwhile() -> None:
    os.mkfifo("pipe")
    text = RUN.format(tag="A")
    writer = threading.Thread(target=lambda: put("pipe", text), daemon=True)
    writer.start()
    outcome = judged("run", "qrels.txt", "pipe", "--grades", "any")
    writer.join()
    assert outcome.code == 0, outcome.stderr
    assert "pipe: trec run, 2 rows" in outcome.stderr


def test_of_a_refused_run_and_a_folder_that_cannot_be_written_the_lower_code_holds() -> None:
    put("taken", "a file")
    assert judged("run", "qrels.txt", "a.txt", "--out", "taken").code == 1
    assert judged("run", "qrels.txt", "a.txt", "--grades", "any", "--out", "taken").code == 2


def test_a_report_as_json_lines_is_a_row_a_run_and_k() -> None:
    words = ("--grades", "any", "-k", "1,2")
    lines = judged("run", "qrels.txt", "a.txt", *words, "--format", "jsonl").stdout.splitlines()
    table = judged("report", "--format", "csv").stdout.splitlines()
    assert len(lines) == len(table) - 1 == 2


def test_a_new_version_of_a_run_is_told() -> None:
    judged("run", "qrels.txt", "a.txt", *WORDS)
    put("a.txt", RUN.format(tag="A") + "q1 Q0 c 3 7 A\n")
    outcome = judged("run", "qrels.txt", "a.txt", *WORDS)
    assert "run 'A': a new version; earlier ones stay beside it" in outcome.stderr


def test_views_do_not_mix_what_was_scored_on_other_judgments() -> None:
    judged("run", "qrels.txt", "a.txt", "b.txt", *WORDS)
    put("others.txt", "q1 0 b 2\n")
    judged("run", "others.txt", "a.txt", *WORDS)
    assert rows("select run_id from latest_run_scores") == [{"run_id": "A"}]


def test_a_refusal_hides_no_score() -> None:
    judged("run", "qrels.txt", "a.txt", *WORDS)
    put("broken.txt", "q1 0 a high\n")
    assert judged("run", "broken.txt", "a.txt", *WORDS).code == 1
    assert rows("select run_id from latest_run_scores") == [{"run_id": "A"}]


def test_findings_without_a_row_have_their_header() -> None:
    put("qrels.txt", "".join(f"q1 0 d{n} 1\n" for n in range(10)))
    put("a.txt", "".join(f"q1 Q0 d{n} {n} {-n} A\n" for n in range(10)))
    assert judged("run", "qrels.txt", "a.txt", "--out", "out").code == 0
    assert Path("out/findings.csv").read_text(encoding="utf-8").splitlines() == [
        "contract_id,severity,rule_id,run_id,query_id,doc_id,value,file,line_number,message"
    ]


@pytest.mark.parametrize("text", ['["a", "b"]\n', '[{"query": "q1"}]\n'])
def test_an_array_of_json_is_told_from_a_run(text: str) -> None:
    put("run.json", text)
    outcome = judged("run", "qrels.txt", "run.json")
    assert outcome.code == 1
    assert "run.json:1: a JSON array; write each of its objects in a line" in outcome.stderr


def test_a_long_line_is_cut_in_messages_and_kept_whole() -> None:
    line = "q1 Q0 " + "x" * 5_000 + " 1"
    put("a.txt", RUN.format(tag="A") + line + "\n")
    outcome = judged("run", "qrels.txt", "a.txt", *WORDS)
    assert outcome.code == 1
    assert max(map(len, (outcome.stdout + outcome.stderr).splitlines())) < 1_000
    assert rows("select line from rejected_lines") == [{"line": line}]


def test_a_list_of_queries_with_several_words_a_line_is_none() -> None:
    put("topics.txt", "q1 what is x\n")
    outcome = judged("run", "qrels.txt", "a.txt", "--queries", "topics.txt")
    assert outcome.code == 1
    assert "topics.txt: several columns, and none in the first line" in outcome.stderr


@pytest.mark.parametrize(("words", "is_told"), [("-k 2", True), ("-k 2 --depth 2", False)])
def test_runs_of_unequal_depth_are_told_under_the_retrieved_universe(
    words: str, is_told: bool
) -> None:
    # The first two documents are the same; the ideal ranking is made of the whole list.
    put("qrels.txt", "q1 0 a 1\nq1 0 b 0\nq1 0 c 2\n")
    put("short.txt", "q1 Q0 a 1 9 S\nq1 Q0 b 2 8 S\n")
    put("long.txt", "q1 Q0 a 1 9 L\nq1 Q0 b 2 8 L\nq1 Q0 c 3 7 L\n")
    outcome = judged(
        *("run", "qrels.txt", "short.txt", "long.txt", "--universe", "retrieved"),
        *(*words.split(), "--format", "json"),
    )
    assert any("unequal depth" in each for each in outcome.json["remarks"]) == is_told
