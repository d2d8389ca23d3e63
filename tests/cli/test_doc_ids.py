"""Chunks scored against judgments of documents: what --doc-ids makes of scores and counts."""

from __future__ import annotations

from math import log2

import pytest

from tests.cli.chunks import MAP, PATTERN, Q1, Q2, QRELS, RUN, best, evaluate
from tests.cli.helpers import dcg, findings, macro, ndcg, put, rows, run_of
from tests.support import judged


@pytest.mark.parametrize("rule", [PATTERN, "map=chunks.tsv"])
def test_the_best_ranked_chunk_stands_for_its_document(rule: str) -> None:
    put("chunks.tsv", MAP + "x#1\tx\n")
    outcome = best("--doc-ids", rule)
    assert outcome.code == 0, outcome.stderr
    assert macro(outcome) == pytest.approx((Q1 + Q2) / 2, abs=1e-12)
    (score,) = run_of(outcome, "tag")["scores"]
    # b, a, x and a, d: of five documents one is unjudged.
    assert (score["measure"], score["retrieved"], score["unjudged"]) == ("nDCG@10[doc_ids]", 5, 1)
    assert run_of(outcome, "tag")["list_lengths"] == {"shortest": 2, "median": 2.5, "longest": 3}


def test_a_cutoff_counts_documents_and_not_chunks() -> None:
    outcome = best("--doc-ids", PATTERN, "-k", "2")
    # The first two documents of q1 are b and a, though three chunks stand above x.
    wanted = (ndcg([1, 3], [3, 1, 2], k=2) + ndcg([1, 2], [1, 2], k=2)) / 2
    assert macro(outcome, k=2) == pytest.approx(wanted, abs=1e-12)


def test_chunks_that_fall_together_are_an_error_that_teaches() -> None:
    outcome = evaluate("--doc-ids", PATTERN)
    assert outcome.code == 1
    (finding,) = findings(outcome, "duplicate-document")
    # Three lines of q1 are a, and two of q2.
    assert (finding["severity"], finding["count"]) == ("error", 5)
    lines = [place["line_number"] for place in finding["examples"]]
    assert lines == [2, 3, 5, 6, 7]
    first = finding["examples"][0]
    assert (first["query_id"], first["doc_id"], first["value"]) == ("q1", "a", "a#2")
    assert finding["message"] == (
        "5 lines fell together by doc_ids, the first 'a#2' as 'a' of query 'q1';"
        " --run-duplicates keep_best lets the best-ranked chunk stand for its document"
    )
    assert finding["message"] in outcome.stderr
    assert run_of(outcome, "tag")["status"] == "refused"


def test_lines_that_repeat_as_they_are_are_told_once() -> None:
    put("qrels.txt", "q1 0 a 1\n")
    put("run.txt", "q1 Q0 a#1 1 3 tag\nq1 Q0 a#1 2 2 tag\nq1 Q0 a#2 3 1 tag\n")
    words = ("qrels.txt", "run.txt", "--doc-ids", PATTERN, "--db", ":memory:", "--format", "json")
    (finding,) = findings(judged("run", *words), "duplicate-document")
    # Lines 1 and 2 are alike, and line 3 is their document since doc_ids.
    assert finding["count"] == 3
    assert {place["line_number"] for place in finding["examples"]} == {1, 2, 3}


def test_an_id_that_does_not_fit_stays_and_is_told() -> None:
    outcome = best("--doc-ids", PATTERN)
    (finding,) = findings(outcome, "unmapped-id")
    assert (finding["run_id"], finding["severity"], finding["count"]) == ("tag", "warning", 1)
    (place,) = finding["examples"]
    assert (place["query_id"], place["doc_id"], place["line_number"]) == ("q2", "d", 8)


def test_an_empty_captured_text_is_no_match() -> None:
    put("qrels.txt", "q1 0 #1 1\n")
    put("run.txt", "q1 Q0 #1 1 9 tag\nq1 Q0 #2 2 8 tag\n")
    words = ("--unjudged", "zero", "--doc-ids", PATTERN, "--db", ":memory:", "--format", "json")
    outcome = judged("run", "qrels.txt", "run.txt", *words)
    # #1 stays, and is judged: 1 at rank 1.
    assert macro(outcome) == 1.0
    (finding,) = findings(outcome, "unmapped-id")
    assert finding["count"] == 2


def test_ids_of_judgments_stay_unless_they_are_asked_for() -> None:
    put("qrels.txt", "q1 0 a#1 1\nq1 0 b 1\n")
    put("run.txt", "q1 Q0 a#7 1 9 tag\nq1 Q0 b#1 2 8 tag\n")
    words = ("qrels.txt", "run.txt", "--unjudged", "zero", "--format", "json", "--db", ":memory:")
    runs_alone = judged("run", *words, "--doc-ids", PATTERN)
    # The run's a is not the judgments' a#1: 1 at rank 2 out of 1, 1.
    assert macro(runs_alone) == pytest.approx(ndcg([0, 1], [1, 1]), abs=1e-12)
    assert findings(runs_alone, "unmapped-id") == []
    both = judged("run", *words, "--doc-ids", f"judgments,{PATTERN}")
    assert macro(both) == 1.0
    (finding,) = findings(both, "unmapped-id")
    assert (finding["run_id"], finding["count"]) == (None, 1)
    assert finding["examples"][0]["doc_id"] == "b"
    assert finding["examples"][0]["file"] == "qrels.txt"
    assert finding["examples"][0]["line_number"] == 2


GRADES = [
    ("max", 3, "warning"),
    ("min", 1, "warning"),
    ("majority", 1, "warning"),
    ("error", None, "error"),
    ("drop_identical", None, "error"),
]


@pytest.mark.parametrize(("policy", "grade", "severity"), GRADES)
def test_judgments_that_fall_together_go_by_qrels_duplicates(
    policy: str, grade: int | None, severity: str
) -> None:
    put("qrels.txt", "q1 0 a#1 1\nq1 0 a#2 3\nq1 0 a#3 1\nq1 0 b#1 2\n")
    put("run.txt", "q1 Q0 a 1 9 tag\nq1 Q0 b 2 8 tag\n")
    words = ("--doc-ids", f"judgments,{PATTERN}", "--qrels-duplicates", policy)
    outcome = judged("run", "qrels.txt", "run.txt", *words, "--format", "json")
    (found,) = findings(outcome, "conflicting-judgment")
    assert (found["severity"], found["count"]) == (severity, 3)
    (found,) = findings(outcome, "duplicate-judgment")
    assert found["count"] == 3
    assert "3 lines fell together by doc_ids, the first 'a#1' as 'a'" in found["message"]
    if grade is None:
        assert outcome.code == 1
    else:
        assert macro(outcome) == pytest.approx(ndcg([grade, 2], [grade, 2]), abs=1e-12)


def test_self_matches_are_those_of_the_file() -> None:
    # doc's own chunk q1#1 is no self match, q1 is one; dropped before chunks fall together.
    put("qrels.txt", "q1 0 q1 1\nq1 0 a 2\n")
    put("run.txt", "q1 Q0 q1 1 9 tag\nq1 Q0 a#1 2 8 tag\nq1 Q0 q1#1 3 7 tag\n")
    words = ("--doc-ids", PATTERN, "--self-matches", "drop", "--format", "json")
    outcome = judged("run", "qrels.txt", "run.txt", *words)
    assert outcome.code == 0, outcome.stderr
    assert findings(outcome, "duplicate-document") == []
    assert macro(outcome) == pytest.approx(dcg([2, 1]) / dcg([2, 1]), abs=1e-12)
    assert run_of(outcome, "tag")["chunks"]["lines"] == 2


def test_unjudged_documents_are_counted_and_not_their_chunks() -> None:
    put("qrels.txt", "q1 0 a 1\n")
    put("run.txt", "q1 Q0 a#1 1 9 tag\nq1 Q0 x#1 2 8 tag\nq1 Q0 x#2 3 7 tag\nq1 Q0 x#3 4 6 tag\n")
    words = ("--doc-ids", PATTERN, "--run-duplicates", "keep_best", "--format", "json")
    outcome = judged("run", "qrels.txt", "run.txt", *words)
    (finding,) = findings(outcome, "unjudged-document")
    assert finding["count"] == 1
    assert finding["message"].startswith(
        "1 of 2 retrieved documents have no judgment (top 10: 1 of 2; whole lists: 50.0 %)"
    )


def test_what_is_unjudged_is_a_view_of_documents() -> None:
    put("chunks.tsv", MAP)
    for rule in (PATTERN, "map=chunks.tsv"):
        best("--doc-ids", rule)
    found = rows(
        "select e.doc_ids, u.doc_id, u.file_rank from unjudged_documents as u"
        " inner join evaluations as e using (evaluation_id) order by all"
    )
    assert [(row["doc_ids"][:7], row["doc_id"], row["file_rank"]) for row in found] == [
        ("map=sha", "x#1", 4),
        ("pattern", "x", 4),
    ]


def test_ties_are_broken_by_the_ids_that_are_judged() -> None:
    # By the ids of the file z#1 would be first; as documents b stands before a.
    put("chunks.tsv", "z#1 a\ny#1 b\n")
    put("qrels.txt", "q1 0 a 1\nq1 0 b 0\n")
    put("run.txt", "q1 Q0 z#1 1 5 tag\nq1 Q0 y#1 2 5 tag\n")
    outcome = judged(
        "run", "qrels.txt", "run.txt", "--doc-ids", "map=chunks.tsv", "--format", "json"
    )
    assert macro(outcome) == pytest.approx(1 / log2(3), abs=1e-12)


def test_depth_keeps_documents() -> None:
    outcome = best("--doc-ids", PATTERN, "--depth", "2")
    wanted = (ndcg([1, 3], [3, 1, 2]) + Q2) / 2
    assert macro(outcome) == pytest.approx(wanted, abs=1e-12)
    # Without a depth the first two lines of q2 would be its first two documents.
    assert run_of(outcome, "tag")["scores"][0]["retrieved"] == 4


HOSTILE = ["'; drop table runs; --", '"', "$x", "{}", "%s", "<b>", "=cmd", "a\\1", "é\U0001f600"]


@pytest.mark.parametrize(
    "rule", [PATTERN, "map=chunks.tsv", "pattern=('; drop table qrels; --|.*)#"]
)
def test_ids_are_data_whatever_they_hold(rule: str) -> None:
    """Every document has two chunks, the first of which stands for it, and a grade of 1."""
    chunks = [(document, f"{document}#{chunk}") for document in HOSTILE for chunk in (1, 2)]
    put("qrels.txt", "".join(f"q1\t0\t{document}\t1\n" for document in HOSTILE))
    run = (f"q1\tQ0\t{chunk}\t1\t{-place}\ttag\n" for place, (_, chunk) in enumerate(chunks))
    put("run.txt", "".join(run))
    put("chunks.tsv", "".join(f"{chunk}\t{document}\n" for document, chunk in chunks))
    words = ("--run-duplicates", "keep_best", "--doc-ids", rule, "--format", "json")
    formats = ("--qrels-format", "trec-tab", "--run-format", "trec-tab")
    outcome = judged("run", "qrels.txt", "run.txt", *formats, *words)
    assert outcome.code == 0, outcome.stderr
    assert macro(outcome) == 1.0
    told = judged("explain", "tag", "q1", "--format", "json").json
    ranking = [(row["doc_id"], row["file_doc_id"]) for row in told["ranking"]]
    assert ranking == [(document, f"{document}#1") for document in HOSTILE]


def test_the_rule_of_a_file_of_toml_holds() -> None:
    put("judged.toml", "[contract]\ndoc_ids = { pattern = '^(.*)#[0-9]+$' }\n")
    outcome = best()
    assert outcome.json["origins"]["doc_ids"] == "file"
    assert macro(outcome) == pytest.approx((Q1 + Q2) / 2, abs=1e-12)


def test_runs_of_chunks_and_of_documents_are_scored_side_by_side() -> None:
    put("qrels.txt", QRELS)
    put("chunks.txt", RUN)
    put("documents.txt", RUN.replace("#1 ", " ").replace(" tag\n", " docs\n").replace("#", "-"))
    words = ("--unjudged", "zero", "--run-duplicates", "keep_best", "--doc-ids", PATTERN)
    outcome = judged("run", "qrels.txt", "chunks.txt", "documents.txt", *words, "--format", "json")
    counts = {run["run_id"]: run["chunks"]["lines"] for run in outcome.json["runs"]}
    assert counts == {"tag": 8, "docs": 8}
    unmapped = {found["run_id"]: found["count"] for found in findings(outcome, "unmapped-id")}
    assert unmapped == {"tag": 1, "docs": 8}
