"""What is told of chunks and kept of maps: reports, explanations, hints, the database."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.chunks import MAP, PATTERN, best, evaluate
from tests.cli.helpers import findings, macro, put, rows, run_of
from tests.support import few, judged


def test_what_fell_together_is_told_of_every_run_in_every_form() -> None:
    outcome = best("--doc-ids", PATTERN, "-k", "2,3,5", "--out", "out")
    chunks = run_of(outcome, "tag")["chunks"]
    # 8 lines of b, a, x and a, d; three of them are a in q1. q1 has 5 lines and 3 documents, q2 3
    # and 2: each is shorter than 5, or than 3, by it.
    assert chunks == {
        "lines": 8,
        "documents": 5,
        "mean_lines": 8 / 5,
        "most_lines": 3,
        "shortened": {"2": [], "3": ["q2"], "5": ["q1"]},
    }
    table, markdown = judged("report").stdout, Path("out/report.md").read_text(encoding="utf-8")
    for text in (table, markdown):
        told = re.sub(r"[|─\s]+", " ", text)
        assert "Documents by doc_ids run lines documents lines per document most" in told
        assert " tag 8 5 1.60 3 " in told
        assert "Lists that doc_ids made shorter than k run k queries query_id" in told
        assert " tag 3 1 q2 tag 5 1 q1 " in told
    report = judged("report", "--format", "jsonl").stdout.splitlines()
    told_rows = [json.loads(line) for line in report]
    assert [row["shortened_query_ids"] for row in told_rows] == [[], ["q2"], ["q1"]]
    counts = ("chunk_lines", "chunk_documents", "chunk_mean_lines", "chunk_most_lines")
    assert {tuple(row[name] for name in counts) for row in told_rows} == {(8, 5, 1.6, 3)}
    header = judged("report", "--format", "csv").stdout.splitlines()[0]
    assert set(counts) < set(header.split(","))


def test_each_shortened_list_is_a_warning_with_its_query() -> None:
    found = findings(best("--doc-ids", PATTERN, "-k", "2,3,5,all"), "shortened-list")
    assert [(finding["k"], finding["count"], finding["severity"]) for finding in found] == [
        (3, 1, "warning"),
        (5, 1, "warning"),
    ]
    assert found[1]["examples"][0]["query_id"] == "q1"
    assert found[1]["examples"][0]["value"] == "documents: 3, lines: 5, k: 5"


def test_all_shortened_lists_are_kept_and_some_are_shown_with_the_command() -> None:
    put("qrels.txt", "".join(f"q{number:03} 0 a 1\n" for number in range(120)))
    put(
        "run.txt",
        "".join(f"q{n:03} Q0 a#1 1 2 tag\nq{n:03} Q0 a#2 2 1 tag\n" for n in range(120)),
    )
    words = ("--run-duplicates", "keep_best", "--doc-ids", PATTERN, "-k", "2")
    outcome = judged("run", "qrels.txt", "run.txt", *words)
    assert outcome.code == 0, outcome.stderr
    select = re.findall(
        r'and 110 more: judged sql "(select [^"]*mapped_lists[^"]*)"', outcome.stdout
    )
    assert len(rows(select[0])) == 120
    found = rows("select count(*) as n from findings where rule_id = 'shortened-list'")
    assert found == [{"n": 120}]


def test_nothing_of_chunks_is_told_where_ids_are_as_they_are() -> None:
    outcome = evaluate()
    assert "chunks" not in run_of(outcome, "tag")
    assert outcome.json["doc_id_map"] is None
    assert "by doc_ids" not in judged("report").stdout
    assert "chunk_lines" not in judged("report", "--format", "csv").stdout
    assert "file_doc_id" not in judged("explain", "tag", "q1", "--format", "csv").stdout
    assert rows("from mapped_lists") == []


def test_a_map_is_in_the_database_and_later_stages_need_no_file() -> None:
    put("chunks.tsv", MAP)
    first = best("--doc-ids", "map=chunks.tsv")
    assert "judged: chunks.tsv: map of ids, 5 ids\n" in first.stderr
    Path("chunks.tsv").unlink()
    assert judged("score", "-k", "1,10").code == 0
    told = judged("report", "--format", "json")
    assert macro(told) == macro(first)
    sha256 = told.json["doc_id_map"]["sha256"]
    assert told.json["doc_id_map"] == {
        "name": "chunks",
        "path": "chunks.tsv",
        "sha256": sha256,
        "rows": 5,
    }
    assert told.json["contract"]["doc_ids"] == {"map": f"sha256:{sha256}", "judgments": False}
    assert judged("explain", "tag", "q1").code == 0
    assert "chunks.tsv" in judged("report").stdout
    assert len(rows("from doc_id_map")) == 5
    # The contract that the report shows may be given again.
    again = best("--doc-ids", f"map=sha256:{sha256}")
    assert again.json["contract_id"] == first.json["contract_id"]


def test_the_same_map_in_another_file_is_the_same_contract_and_source() -> None:
    put("chunks.tsv", MAP)
    first = best("--doc-ids", "map=chunks.tsv")
    put("other.csv", "".join(sorted(MAP.replace("\t", ",").splitlines(keepends=True))[::-1]))
    again = best("--doc-ids", "map=other.csv")
    assert again.json["contract_id"] == first.json["contract_id"]
    maps = rows("select path from sources where kind = 'doc_ids'")
    assert maps == [{"path": "other.csv"}]


def test_a_map_that_no_database_has_is_told() -> None:
    evaluate()
    outcome = judged("validate", "--doc-ids", f"map=sha256:{'0' * 64}")
    assert outcome.code == 2
    assert "the database has no map of the hash 0000" in outcome.stderr
    assert "give its file" in outcome.stderr


def test_a_broken_map_stops_the_call_before_anything_is_stored() -> None:
    put("chunks.tsv", "a#1\ta\na#1\tb\n")
    outcome = evaluate("--doc-ids", "map=chunks.tsv")
    assert (outcome.code, outcome.stdout) == (1, "")
    assert "chunks.tsv:2: the id 'a#1' is 'b' here and 'a' in line 1" in outcome.stderr
    assert not Path("judged.duckdb").exists()


def test_explain_shows_which_chunk_stands_for_a_document() -> None:
    best("--doc-ids", PATTERN)
    told = judged("explain", "tag", "q1", "--format", "json").json
    shown = [(row["doc_id"], row["file_doc_id"], row["chunks"]) for row in told["ranking"]]
    assert shown == [("b", "b#1", 1), ("a", "a#2", 3), ("x", "x#1", 1)]
    table = judged("explain", "tag", "q1").stdout
    assert re.search(r"rank\s+document\s+stood for by\s+lines\s+grade", table)
    assert re.search(r"2\s+a\s+a#2\s+3\s+3\s", table)
    header, _, second, _ = judged("explain", "tag", "q1", "--format", "csv").stdout.splitlines()
    columns: dict[str, Any] = dict(zip(header.split(","), second.split(","), strict=False))
    assert (columns["doc_id"], columns["file_doc_id"], columns["chunks"]) == ("a", "a#2", "3")


def test_explain_shows_the_chunk_of_a_dropped_document() -> None:
    best("--doc-ids", PATTERN, "--unjudged", "drop")
    told = judged("explain", "tag", "q1", "--format", "json").json
    assert told["dropped"] == [{"rank": 3, "doc_id": "x", "file_doc_id": "x#1", "chunks": 1}]


def test_equal_scores_of_chunks_keep_the_first_line() -> None:
    put("qrels.txt", "q1 0 a 1\n")
    put("run.txt", "q1 Q0 a#2 1 9 tag\nq1 Q0 a#1 2 9 tag\nq1 Q0 b#1 3 1 tag\n")
    words = ("--unjudged", "zero", "--run-duplicates", "keep_best", "--doc-ids", PATTERN)
    judged("run", "qrels.txt", "run.txt", *words)
    told = judged("explain", "tag", "q1", "--format", "json").json
    assert told["ranking"][0]["file_doc_id"] == "a#2"


SUFFIXES = [
    *("doc{}#3", "doc{}_p4", "doc{}-0004", "doc{}:3", "doc{}_7", "doc{}.12", "doc{}#intro"),
    *("doc{}_chunk_3", "doc{}-chunk3", "doc{}::chunk3", "doc{}::3", "doc{}_page12"),
]


@pytest.mark.parametrize("form", few(SUFFIXES, "doc{}#3", "doc{}_p4", "doc{}.12", "doc{}::chunk3"))
def test_the_option_that_a_finding_names_makes_the_ids_match(form: str) -> None:
    put("qrels.txt", "q1 0 doc12 1\nq1 0 doc13 2\n")
    put("run.txt", f"q1 Q0 {form.format(13)} 1 9 tag\nq1 Q0 {form.format(12)} 2 8 tag\n")
    words = ("qrels.txt", "run.txt", "--unjudged", "zero", "--db", ":memory:", "--format", "json")
    outcome = judged("run", *words)
    assert macro(outcome) == 0.0
    (finding,) = findings(outcome, "nothing-judged")
    (option,) = re.findall(r"try (--doc-ids '[^']*')$", finding["message"])
    assert option in outcome.stderr
    # As a shell reads it: doc13 and doc12 are the ideal order.
    assert macro(judged("run", *words, *shlex.split(option))) == 1.0


def test_another_pattern_is_suggested_where_one_matches_nothing() -> None:
    words = ("--run-duplicates", "keep_best", "--doc-ids", "pattern=^(never)")
    put("qrels.txt", "q1 0 a 3\n")
    put("run.txt", "q1 Q0 a#1 1 9 tag\n")
    outcome = judged(
        "run", "qrels.txt", "run.txt", "--unjudged", "zero", *words, "--format", "json"
    )
    (finding,) = findings(outcome, "nothing-judged")
    assert finding["message"].endswith("try --doc-ids 'pattern=^(.*)#[0-9]+$'")
