"""Names that DuckDB would read things into, and line ends of several kinds in one file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import judged as package
from tests.cli.helpers import put, rows
from tests.support import few, judged

QRELS = "q1 0 d1 1\nq1 0 d2 0\n"
RUN = "q1 Q0 d1 1 2 A\nq1 Q0 d2 2 1 A\n"
# The other way round; it must not be read in place of RUN.
OTHER = "q1 Q0 d2 1 2 A\nq1 Q0 d1 2 1 A\n"
STORED = [("A", "q1", "d1", 1, 2.0), ("A", "q1", "d2", 2, 1.0)]


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put("qrels.txt", QRELS)


def stored() -> list[tuple[object, ...]]:
    query = "select run_id, query_id, doc_id, file_rank, score from runs order by line_order"
    return [tuple(row.values()) for row in rows(query)]


@pytest.mark.parametrize("name", few(["run[1].txt", "run?.txt", "r*.txt", "[!x]un1.txt"], "r*.txt"))
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_name_is_no_pattern(name: str, end: str) -> None:
    put("run1.txt", OTHER)
    put(name, RUN.replace("\n", end))
    assert judged("run", "qrels.txt", name).code == 0
    assert stored() == STORED


KEYS = ["tag", "query_id", "doc_id", "iteration", "line", "score_text"]


@pytest.mark.parametrize("key", few(KEYS, "tag", "line"))
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_folder_is_no_column(key: str, end: str) -> None:
    Path(f"{key}=7").mkdir()
    for name, text in (("qrels.txt", QRELS), ("run.txt", RUN)):
        put(f"{key}=7/{name}", text.replace("\n", end))
    assert judged("run", f"{key}=7/qrels.txt", f"{key}=7/run.txt").code == 0
    assert stored() == STORED
    assert rows("select distinct query_id, iteration from qrels") == [
        {"query_id": "q1", "iteration": "0"}
    ]


def test_a_temporary_folder_is_no_column(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("doc_id=b").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(Path("doc_id=b").absolute()))
    result = package.evaluate({"q1": {"a": 1}}, {"q1": {"b": 2.0}}, "trec_eval")
    assert list(result.query_scores["ndcg"].unique()) == [0.0]


MIXED = {
    "a pair after line feeds": (RUN + "q1 Q0 d3 3 1 A\r\nq1 Q0 d3 4 1 A\n", [3, 4]),
    "a return of its own": ("q1 Q0 d3 1 3 A\r\nq1 Q0 d2 2 2 A\rq1 Q0 d3 3 1 A\r\n", [1, 3]),
    "returns doubled": ("q1 Q0 d3 1 3 A\r\r\nq1 Q0 d3 2 2 A\r\r\n", [1, 3]),
    "far below": (
        "".join(f"q2 Q0 x{n} {n} {-n} A\n" for n in range(9_000)) + "q1 Q0 d3 1 3 A\r\n" * 2,
        [9_001, 9_002],
    ),
}


@pytest.mark.parametrize("name", MIXED)
def test_lines_that_end_in_several_ways_are_read_and_counted(name: str) -> None:
    text, lines = MIXED[name]
    put("run.txt", text.encode())
    outcome = judged("run", "qrels.txt", "run.txt", "--format", "json")
    (finding,) = [it for it in outcome.json["findings"] if it["rule_id"] == "duplicate-document"]
    assert [it["line_number"] for it in finding["examples"]] == lines
    assert rows("select distinct query_id from runs where doc_id = 'd3'") == [{"query_id": "q1"}]


@pytest.mark.parametrize("cut", few(range(1, 9), 1, 8))
def test_a_pair_of_ends_across_two_chunks_is_one(cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judged.files.CHUNK_BYTES", cut)
    put("run.txt", b"q1 Q0 d1 1 2 A\r\nq1 Q0 d2 2 1 A\n")
    assert judged("run", "qrels.txt", "run.txt").code == 0
    assert stored() == STORED
    assert rows("select * from skipped_lines") == []


def test_a_name_that_is_no_text_is_told() -> None:
    outcome = judged("run", "qrels.txt", os.fsdecode(b"\xff.txt"))
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "not UTF-8; rename the file" in outcome.stderr


def test_a_depth_holds_where_another_run_is_refused() -> None:
    put("qrels.txt", "q1 0 a 0\nq1 0 b 1\n")
    put("a.txt", "q1 Q0 a 1 2 A\nq1 Q0 b 2 1 A\n")
    put("b.txt", "q1 Q0 x 1 2 B\n")
    words = ("--ties", "error", "--depth", "1", "--format", "json")
    runs = judged("run", "qrels.txt", "a.txt", "b.txt", *words).json["runs"]
    assert [run["status"] for run in runs] == ["scored", "refused"]
    assert (runs[0]["scores"][0]["macro_ndcg"], runs[0]["scores"][0]["retrieved"]) == (0.0, 1)


def test_a_run_of_one_file_named_twice_is_that_file_also_the_second_time() -> None:
    put("run.txt", RUN)
    put("copy.txt", RUN)
    for _ in range(2):
        assert judged("run", "qrels.txt", "X=run.txt", "X=copy.txt").code == 0
    assert rows("select count(*) as n from run_sources") == [{"n": 1}]


def test_the_same_bytes_under_another_name_are_found_by_both() -> None:
    put("run.txt", RUN)
    put("copy.txt", QRELS)
    judged("ingest", "--qrels", "qrels.txt", "run.txt")
    judged("ingest", "--qrels", "copy.txt")
    for name in ("qrels", "copy"):
        assert judged("validate", "--qrels", name).code == 0


def test_a_file_as_one_run_is_not_the_run_of_one_of_its_tags() -> None:
    put("both.txt", "q1 Q0 d1 1 2 X\nq1 Q0 d2 2 1 X\nq2 Q0 d1 1 2 Y\nq2 Q0 d2 2 1 Y\n")
    put("qrels.txt", "q1 0 d1 1\nq2 0 d1 1\n")
    for word in ("both.txt", "X=both.txt"):
        assert judged("run", "qrels.txt", word, "--unjudged", "zero").code == 0
    query = "select macro_ndcg from run_scores where run_id = 'X' order by all"
    assert [row["macro_ndcg"] for row in rows(query)] == [0.5, 1.0]


def test_tags_are_counted_also_where_the_bytes_are_known() -> None:
    put("f.txt", RUN + "q2 Q0 d1 1 2 B\nq2 Q0 d2 2 1 B\n")
    put("g.txt", RUN)
    judged("ingest", "f=f.txt")
    outcome = judged("run", "qrels.txt", "f.txt", "g.txt", "--unjudged", "zero")
    assert outcome.code == 2
    assert "holds 2 tags" in outcome.stderr


def test_tags_with_spaces_are_told_apart() -> None:
    for name in ("one", "two"):
        put(f"{name}.txt", RUN.replace(" ", "\t").replace("\tA", f"\tmy run {name}"))
    outcome = judged("run", "qrels.txt", "one.txt", "two.txt", "--run-format", "trec-tab")
    assert "the tag" not in outcome.stderr
    assert rows("select distinct run_id from runs order by 1") == [
        {"run_id": "my run one"},
        {"run_id": "my run two"},
    ]


TABLES = {
    "a comma too many": ("query_id,text\nq1,red, or blue\n", None),
    "a quoted name before": ('"text, short",query_id,pair\n"a",q1,q2\n', {"q1"}),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_queries_is_read_rightly_or_refused(name: str) -> None:
    text, wanted = TABLES[name]
    put("topics.csv", text)
    put("run.txt", RUN)
    outcome = judged("run", "qrels.txt", "run.txt", "--queries", "topics.csv")
    if wanted is None:
        assert outcome.code == 1
        assert "topics.csv: cannot be read" in outcome.stderr
        assert "Line: 2" in outcome.stderr
    else:
        assert outcome.code == 0
        assert {row["query_id"] for row in rows("select query_id from queries")} == wanted


@pytest.mark.slow
def test_line_numbers_hold_in_a_large_file_of_windows() -> None:
    # DuckDB's own numbers are one too high behind a boundary of its buffers that parts CR and LF,
    # as one does with a tag of this length.
    tag = "t" * 48
    lines = [f"q{n // 1000} Q0 d{n} {n % 1000} {-n} {tag}" for n in range(900_000)]
    odd = [*range(20_000, 900_000, 25_000)]
    for place in odd:
        lines[place] = lines[place].replace("d", "\xff")
    put("run.txt", "\r\n".join(lines).encode("latin-1"))
    assert judged("ingest", "--qrels", "qrels.txt", "run.txt").code == 1
    found = rows("select line_number from rejected_lines order by line_number")
    assert [row["line_number"] for row in found] == [place + 1 for place in odd]
