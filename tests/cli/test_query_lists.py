"""`--queries` fixes the evaluated set; `--label` and table jobs say which call made what."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import findings, put, rows, run_of
from tests.support import Outcome, judged

IDS = ["q1", "q2", "q3", "q4"]


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    """Queries that score 1, 1, 0 and 0: x is judged and not relevant."""
    put("qrels.txt", "".join(f"{query} 0 a 2\n{query} 0 x 0\n" for query in IDS))
    put("run.txt", "".join(f"{q} Q0 {d} 1 1 tag\n" for q, d in zip(IDS, "aaxx", strict=True)))


def evaluate(text: str | bytes, *words: str) -> Outcome:
    put("topics.txt", text)
    queries = ("--queries", "topics.txt", "-k", "1", "--format", "json")
    return judged("run", "qrels.txt", "run.txt", *queries, *words)


def scores(outcome: Outcome) -> dict[str, Any]:
    assert outcome.code == 0, outcome.stderr
    (score,) = run_of(outcome, "tag")["scores"]
    return {key: score[key] for key in ("queries", "macro_ndcg", "unknown_queries")}


LISTS: dict[str, str | bytes] = {
    "ids": "q1\nq3\n",
    "no final line end": "q1\nq3",
    "windows line ends": "q1\r\nq3\r\n",
    "byte order mark": b"\xef\xbb\xbfq1\nq3\n",
    "blank lines and spaces": "  q1 \n\nq3\n\n",
    "commas": "query_id,topic\nq1,eggs\nq3,pasta\n",
    "tabs": "topic\tqid\neggs\tq1\npasta\tq3\n",
    "mixed line ends": "query_id,topic\r\nq1,eggs\nq3,pasta\r",
    "blank lines above": "\n \nquery_id,topic\n\nq1,eggs\nq3,pasta\n",
    "quoted cells": 'query_id,topic\nq1,"eggs, boiled"\nq3,pasta\n',
}


def test_a_list_is_read_whatever_its_layout() -> None:
    for layout, text in LISTS.items():
        outcome = judged("ingest", "--queries", put("topics.txt", text))
        assert outcome.code == 0, layout
        found = rows(
            "select query_id from queries where source_id = (select max(source_id) from sources)"
        )
        assert sorted(row["query_id"] for row in found) == ["q1", "q3"], layout


@pytest.mark.parametrize("layout", ["ids", "tabs"])
def test_only_listed_queries_are_evaluated(layout: str) -> None:
    # q1 scores 1 and q3 scores 0; q2 and q4 are judged, so they are not unknown.
    wanted = {"queries": 2, "macro_ndcg": 0.5, "unknown_queries": 0}
    assert scores(evaluate(LISTS[layout])) == wanted
    found = rows("select query_id from query_scores order by query_id")
    assert found == [{"query_id": "q1"}, {"query_id": "q3"}]


def test_the_hash_of_the_list_is_stored_with_the_evaluation() -> None:
    outcome = evaluate("q1\n")
    digest = hashlib.sha256(b"q1\n").hexdigest()
    assert rows("select queries_sha256 from evaluations") == [{"queries_sha256": digest}]
    assert outcome.json["queries"]["sha256"] == digest
    judged("run", "qrels.txt", "run.txt", "-k", "1")
    found = rows("select queries_sha256, contract_id, evaluation_id from evaluations")
    assert {row["queries_sha256"] for row in found} == {digest, None}
    assert len({row["contract_id"] for row in found}) == 1
    assert len({row["evaluation_id"] for row in found}) == 2


def test_metadata_of_a_table_can_be_queried() -> None:
    evaluate("query_id,topic,split\nq1,eggs,test\nq2,pasta,\n")
    found = rows("select query_id, topic, split from queries order by query_id")
    assert found == [
        {"query_id": "q1", "topic": "eggs", "split": "test"},
        {"query_id": "q2", "topic": "pasta", "split": None},
    ]
    by_topic = rows(
        "select q.topic, s.ndcg from query_scores as s"
        " inner join queries as q on s.query_id = q.query_id order by topic"
    )
    assert by_topic == [{"topic": "eggs", "ndcg": 1.0}, {"topic": "pasta", "ndcg": 1.0}]


@pytest.mark.usefixtures("commented")
def test_metadata_of_another_list_stands_beside_it() -> None:
    evaluate("query_id,topic\nq1,eggs\n")
    put("others.txt", 'qid\tTopic\tA "b", select\t\nq1\tpasta\tx\ty\n')
    outcome = judged("ingest", "--queries", "others.txt")
    assert outcome.code == 0, outcome.stderr
    # Names differ in small and capital letters only for people; the fourth column has none.
    assert rows("select * exclude (source_id) from queries order by source_id") == [
        {"query_id": "q1", "topic": "eggs", 'a "b", select': None, "column_4": None},
        {"query_id": "q1", "topic": "pasta", 'a "b", select': "x", "column_4": "y"},
    ]
    kinds = rows(
        "select column_name, comment from duckdb_columns() where table_name = 'queries'"
        " and comment is null"
    )
    assert kinds == []


@pytest.mark.parametrize(
    ("header", "place", "name"),
    [
        ("query_id,a,A", 1, "A"),
        ("qid,source_id", 1, "source_id"),
        ("\n\nqid, Source_ID ", 3, "Source_ID"),
        ("qid,topic,QID", 1, "QID"),
        (" \n_id\tx\t_id", 2, "_id"),
        ("qid,column_3,", 1, "column_3"),
    ],
)
def test_a_column_name_that_is_taken_is_refused_as_it_stands_in_its_line(
    header: str, place: int, name: str
) -> None:
    put("topics.txt", f"{header}\nq1,x,y\n")
    outcome = judged("ingest", "--queries", "topics.txt")
    assert outcome.code == 1
    assert f"topics.txt:{place}: the column name {name!r} is taken" in outcome.stderr


def test_a_listed_query_without_judgments_is_warned_of_and_never_averaged() -> None:
    outcome = evaluate("q1\nq9\n")
    assert scores(outcome) == {"queries": 1, "macro_ndcg": 1.0, "unknown_queries": 0}
    (finding,) = findings(outcome, "listed-query-unjudged")
    assert (finding["severity"], finding["count"]) == ("warning", 1)
    assert finding["examples"][0]["query_id"] == "q9"


def test_a_listed_query_that_the_run_misses_is_missing() -> None:
    put("qrels.txt", "q1 0 a 2\nq5 0 a 2\n")
    outcome = evaluate("q1\nq5\n")
    assert scores(outcome) == {"queries": 2, "macro_ndcg": 0.5, "unknown_queries": 3}
    assert run_of(outcome, "tag")["missing_queries"] == ["q5"]


def test_a_list_by_name_is_used_again_stage_by_stage() -> None:
    evaluate("q1\nq3\n")
    again = judged("validate", "--queries", "topics", "-k", "1")
    assert again.code == 0, again.stderr
    assert judged("score").code == 0
    assert len(rows("select * from evaluations")) == 1


BROKEN: list[tuple[str | bytes, str]] = [
    ("", "topics.txt: the file is empty"),
    ("q1\nq2\nq1\n", "topics.txt: query 'q1' stands in it more than once"),
    ("query_id,topic\n", "topics.txt: no query in it"),
    ("q1\n".encode("utf-16"), "topics.txt: UTF-16 text"),
    (b"q1\ncaf\xe9\n", "topics.txt: cannot be read"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_a_list_that_cannot_be_read_is_told(text: str | bytes, message: str) -> None:
    outcome = evaluate(text)
    assert (outcome.code, outcome.stdout) == (1, "")
    assert f"error: {message}" in outcome.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('"q1"\n', "'\"q1\"' would be the judged query 'q1', but for quotation marks around it"),
        ("q1;eggs\n", "'q1;eggs' would be the judged query 'q1', but for what follows a separator"),
        ("q3\n\ufeffq1\n", "would be the judged query 'q1', but for invisible signs around it"),
        ("Q1\n", "'Q1' would be the judged query 'q1', but for upper and lower case"),
    ],
)
def test_a_listed_query_that_would_be_a_judged_one_is_told_so(text: str, told: str) -> None:
    assert told in evaluate(text).stderr


def test_the_id_of_a_query_beside_its_text_is_the_one_called_id() -> None:
    for header in ("id\tquery", "query\tid", "_id\ttopic"):
        cells = ("q1", "eggs") if header.endswith(("query", "topic")) else ("eggs", "q1")
        outcome = evaluate(f"{header}\n{cells[0]}\t{cells[1]}\n")
        assert outcome.code == 0, header
        assert run_of(outcome, "tag")["scores"][0]["queries"] == 1


def test_a_list_that_is_not_there_is_2() -> None:
    outcome = judged("run", "qrels.txt", "run.txt", "--queries", "absent.txt")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "absent.txt: no such file" in outcome.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="POSIX has this device")
def test_a_list_without_end_is_read_up_to_the_limit() -> None:
    outcome = judged(
        *("run", "qrels.txt", "run.txt", "--queries", "/dev/zero", "--max-unpacked", "1MB")
    )
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "/dev/zero: more than 1,000,000 bytes; allow more with --max-unpacked" in outcome.stderr


def test_a_packed_list_has_the_limit_of_other_files() -> None:
    put("topics.gz", gzip.compress(b"q1\nq2\n"))
    words = ("run", "qrels.txt", "run.txt", "--queries", "topics.gz", "--max-unpacked")
    assert judged(*words, "6").code == 0
    outcome = judged(*words, "5")
    assert outcome.code == 1
    assert "topics.gz: the gzip file unpacks to more than 5 bytes" in outcome.stderr


def test_a_list_of_blank_lines_is_told() -> None:
    outcome = evaluate("\n\n")
    assert outcome.code == 1
    assert "topics.txt: no query in it" in outcome.stderr


def test_quotation_marks_in_a_list_of_ids_are_part_of_them() -> None:
    put("qrels.txt", '"q1" 0 a 2\nq2 0 a 2\n')
    put("run.txt", '"q1" Q0 a 1 1 tag\nq2 Q0 a 1 1 tag\n')
    assert scores(evaluate('"q1"\nq2\n'))["queries"] == 2


def test_a_quotation_mark_in_a_text_between_tabs_loses_no_query() -> None:
    outcome = evaluate('qid\ttext\nq1\t"open\nq2\tb\nq3\tclose"\nq4\td\n')
    assert outcome.code == 0, outcome.stderr
    assert scores(outcome)["queries"] == 4


def test_table_jobs_says_which_call_made_what() -> None:
    put("bad.txt", "q1 Q0 a 1 nan bad\n")
    judged("ingest", "--qrels", "qrels.txt", "run.txt", "--label", "nightly")
    judged("validate", "-k", "1")
    judged("score", "--label", "commit 1a2b3c")
    judged("run", "qrels.txt", "bad.txt", "--label", "")
    judged("run", "qrels.txt", "absent.txt")
    judged("report")
    found = rows(
        "select job_id, label, exit_code, len(evaluations) as n, started_at <= finished_at as ends"
        " from jobs order by job_id"
    )
    assert [tuple(row.values()) for row in found] == [
        (1, "nightly", 0, 0, True),
        (2, None, 0, 1, True),
        (3, "commit 1a2b3c", 0, 1, True),
        (4, "", 1, 1, True),
        (5, None, 2, 0, True),
    ]
    stored = rows("select evaluation_id from evaluations where run_id = 'tag'")
    made = rows("select unnest(evaluations) as evaluation_id from jobs where job_id = 3")
    assert made == stored


def test_white_space_of_other_alphabets_is_part_of_an_id() -> None:
    ids = ["a\u00a0", "\u2028", "b\u0085c", "d\x0b"]
    put("qrels.txt", "".join(f"{query} 0 a 1\n" for query in [*ids, "a"]))
    put("run.txt", "".join(f"{query} Q0 a 1 1 tag\n" for query in [*ids, "a"]))
    assert scores(evaluate("".join(f"{query}\n" for query in ids)))["queries"] == 4
    found = {row["query_id"] for row in rows("select query_id from query_scores")}
    assert found == set(ids)


def test_a_first_line_without_end_is_one_id() -> None:
    outcome = judged("ingest", "--queries", put("topics.txt", "q" * 200_000 + "\n"))
    assert outcome.code == 0, outcome.stderr


def test_a_row_without_an_id_is_refused() -> None:
    outcome = judged("ingest", "--queries", put("topics.txt", "topic,query_id\neggs,q1\npasta,\n"))
    assert outcome.code == 1
    assert "topics.txt: the row of 'pasta' has no query id" in outcome.stderr
