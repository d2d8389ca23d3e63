"""What findings do to evaluations, and that none is lost where there are many."""

from __future__ import annotations

import pytest

from tests.cli.helpers import BAC, QRELS, RUN, findings, macro, put, put_collection, rows, run_of
from tests.support import Outcome, judged


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def evaluate(*words: str) -> Outcome:
    return judged("run", "qrels.txt", *words, "--format", "json")


MANY_TROUBLES = (
    "# remarks first\n"  # 1
    "q1 Q0 b 1 9.5 tag\n"  # 2
    "\n"  # 3
    "q1 Q0 x 2 NaN tag\n"  # 4: no number
    "q1 Q0 a 3 8.5 tag\n"  # 5
    "q1 Q0 y 4\n"  # 6: four columns
    "# remarks in between\n"  # 7
    "q1 Q0 b 5 8 tag\n"  # 8: b again
    "q1 Q0 u 6 7 tag\n"  # 9: without a judgment
    "q1 Q0 z 7 1e999 tag\n"  # 10: no number
    "q1 Q0 v 8 6 tag"  # 11: without a judgment
)


def test_every_bad_line_is_found_and_none_moves_the_numbers_of_the_others() -> None:
    put("run.txt", MANY_TROUBLES)
    outcome = evaluate("run.txt")
    assert outcome.code == 1
    lines = {
        found["rule_id"]: [example["line_number"] for example in found["examples"]]
        for found in outcome.json["findings"]
        if found["severity"] == "error"
    }
    assert lines == {
        "score-finite": [4, 10],
        "column-count": [6],
        "duplicate-document": [2, 8],
        "unjudged-document": [9, 11],
    }
    assert "error: run.txt:4: tag: the score in 'q1 Q0 x 2 NaN tag'" in outcome.stderr
    assert "also at run.txt:10" in outcome.stderr


def test_rejected_lines_hold_the_lines_and_the_rows_are_the_rest() -> None:
    put("run.txt", MANY_TROUBLES)
    evaluate("run.txt")
    assert rows("select line_number, reason, line from rejected_lines order by line_number") == [
        {"line_number": 4, "reason": "score-finite", "line": "q1 Q0 x 2 NaN tag"},
        {"line_number": 6, "reason": "column-count", "line": "q1 Q0 y 4"},
        {"line_number": 10, "reason": "score-finite", "line": "q1 Q0 z 7 1e999 tag"},
    ]
    assert rows("select rows, rejected from sources where kind = 'run'") == [
        {"rows": 5, "rejected": 3}
    ]
    found = rows("select doc_id from runs order by line_order")
    assert [row["doc_id"] for row in found] == ["b", "a", "b", "u", "v"]


def test_counts_are_exact_where_there_are_more_places_than_are_kept() -> None:
    extra = [f"q1 Q0 u{i} {i} {i / 1000} tag\n" for i in range(4, 354)]
    put("run.txt", RUN + "".join(extra) + "q1 Q0 bad 1 nan tag\n" * 250)
    outcome = evaluate("run.txt")
    (unjudged,) = findings(outcome, "unjudged-document")
    (rejected,) = findings(outcome, "score-finite")
    assert (unjudged["count"], rejected["count"]) == (350, 250)
    assert [example["line_number"] for example in unjudged["examples"]] == list(range(4, 104))
    assert [example["line_number"] for example in rejected["examples"]] == list(range(354, 454))
    totals = rows("select places from finding_totals where rule_id = 'unjudged-document'")
    assert totals == [{"places": 350}]
    kept = rows("select count(*) as n from findings where rule_id = 'unjudged-document'")
    assert 10 <= kept[0]["n"] < 350
    assert rows("select count(*) as n from rejected_lines") == [{"n": 250}]


def test_the_refusal_of_strict_counts_and_teaches() -> None:
    put("run.txt", RUN + "q1 Q0 u 4 1 tag\n")
    outcome = evaluate("run.txt", "-k", "3")
    assert outcome.code == 1
    told = "1 of 4 retrieved documents have no judgment (top 3: 0 of 3; whole lists: 25.0 %)"
    assert told in outcome.stderr
    for choice in (
        "--unjudged zero",
        "--unjudged drop",
        "--preset trec_eval",
        "--min-judged-rate 1",
    ):
        assert choice in outcome.stderr


def test_an_error_in_a_run_leaves_the_others_scored() -> None:
    put("bad.txt", RUN.replace("tag", "bad") + "q1 Q0 a 4 1 bad\n")
    outcome = evaluate("bad.txt", "run.txt")
    assert outcome.code == 1
    bad, good = run_of(outcome, "bad"), run_of(outcome, "tag")
    assert (bad["status"], bad["scores"]) == ("refused", [])
    assert bad["reason"].startswith("duplicate-document: query 'q1': document 'a'")
    assert (good["status"], good["reason"]) == ("scored", None)
    assert macro(outcome, "tag") == pytest.approx(BAC, abs=1e-12)
    stored = rows("select run_id, status, reason from evaluations order by run_id")
    assert stored == [
        {"run_id": "bad", "status": "refused", "reason": bad["reason"]},
        {"run_id": "tag", "status": "scored", "reason": None},
    ]
    assert rows("select distinct run_id from query_scores") == [{"run_id": "tag"}]


def test_a_bad_line_of_one_tag_leaves_the_other_runs_of_the_file_scored() -> None:
    put("both.txt", RUN + RUN.replace("tag", "bad").replace("7.5", "nan"))
    outcome = evaluate("both.txt")
    assert outcome.code == 1
    assert run_of(outcome, "bad")["status"] == "refused"
    assert run_of(outcome, "tag")["status"] == "scored"


def test_an_error_in_the_judgments_refuses_every_run() -> None:
    put("qrels.txt", QRELS + "q1 0 a 3\n")
    put("other.txt", RUN.replace("tag", "other"))
    outcome = evaluate("run.txt", "other.txt")
    assert outcome.code == 1
    reason = "judgments: duplicate-judgment: query 'q1': document 'a' is judged more than once"
    for run_id in ("tag", "other"):
        run = run_of(outcome, run_id)
        assert (run["status"], run["scores"]) == ("refused", [])
        assert run["reason"].startswith(reason)
    assert rows("select * from query_scores") == []


def test_a_file_of_bad_lines_alone_is_refused() -> None:
    put("run.txt", "q1 Q0 a 1 nan tag\n")
    outcome = evaluate("run.txt")
    assert outcome.code == 1
    assert run_of(outcome, "tag")["status"] == "refused"
    assert "run.txt:1" in outcome.stderr


def test_judgments_of_bad_lines_alone_refuse_every_run() -> None:
    put("qrels.txt", "q1 0 a high\n")
    outcome = evaluate("run.txt")
    assert outcome.code == 1
    assert run_of(outcome, "tag")["reason"].startswith("judgments: grade-integer")


def test_no_common_query_is_no_table_of_zeros_and_the_difference_is_guessed() -> None:
    put("run.txt", RUN.replace("q1", "q01"))
    put("qrels.txt", QRELS.replace("q1", "01"))
    outcome = evaluate("run.txt", "--missing-queries", "zero")
    assert outcome.code == 1
    assert run_of(outcome, "tag")["scores"] == []
    assert "it has 'q01', evaluated are '01'" in outcome.stderr
    assert "they would meet but for a prefix before digits" in outcome.stderr


def test_chunk_ids_are_told_where_no_document_matches() -> None:
    put("run.txt", RUN.replace(" b ", " b#2 ").replace(" a ", " a#1 ").replace(" c ", " c#1 "))
    outcome = evaluate("run.txt", "--unjudged", "zero")
    assert outcome.code == 0
    told = "if these are chunks of judged documents, try --doc-ids 'pattern=^(.*)#[0-9]+$'"
    assert told in outcome.stderr


def test_warnings_alone_are_0() -> None:
    put("qrels.txt", QRELS + "q2 0 x 0\nq3 0 y 1.0\n")
    put("run.txt", RUN + "q2 Q0 x 1 1 tag\nq9 Q0 z 1 1 tag\n")
    outcome = evaluate("run.txt")
    assert outcome.code == 0
    severities = {found["rule_id"]: found["severity"] for found in outcome.json["findings"]}
    wanted = {"zero-idcg-query", "missing-query", "unknown-query", "grade-written-as-decimal"}
    assert severities == dict.fromkeys({*wanted, "short-list"}, "warning")
    # q1 counts BAC; q2 (nothing relevant) and q3 (missing) count 0; q9 never counts.
    assert macro(outcome) == pytest.approx(BAC / 3, abs=1e-12)
