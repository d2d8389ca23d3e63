"""One collection in every format: the same scores, whatever holds it, packed or not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import duckdb
import polars
import pytest

import judged as library
from judged.ingestion.formats import FORMATS
from tests.cli.collections import JUDGMENTS, PACKINGS, RUNS, content, put_database
from tests.cli.helpers import BAC, macro, ndcg, put, put_collection, rows, run_of
from tests.support import Outcome, few, judged

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def evaluate(*words: str, qrels: str = "qrels.txt", stdin: bytes | None = None) -> Outcome:
    outcome = judged("run", qrels, *words, "--format", "json", "--db", ":memory:", stdin=stdin)
    assert outcome.code == 0, outcome.stderr
    return outcome


def forced(kind: str, name: str) -> tuple[str, ...]:
    """The option that names a format, where it is never chosen unasked."""
    return (f"--{kind}-format", name) if name.endswith("-first") else ()


def test_every_format_that_can_be_forced_is_in_these_tests() -> None:
    # A table of a database, and tabs around ids with spaces, have tests of their own.
    assert set(FORMATS["run"]) - set(RUNS) == {"trec-tab", "msmarco", "table"}
    assert set(FORMATS["qrels"]) - set(JUDGMENTS) == {"trec-tab", "table"}


def packed(names: Iterable[str]) -> list[Any]:
    """Every format as it is, and one packed in every way; in the slow suite all of both."""
    return [
        pytest.param(
            name, packing, marks=() if packing == "none" or name == "csv" else pytest.mark.slow
        )
        for name in names
        for packing in PACKINGS
    ]


@pytest.mark.parametrize(("name", "packing"), packed(RUNS))
def test_a_run_scores_the_same_in_every_format(name: str, packing: str) -> None:
    put("mine", PACKINGS[packing](content(RUNS[name])))
    outcome = evaluate("tag=mine", *forced("run", name))
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)
    (source,) = run_of(outcome, "tag")["sources"]
    assert (source["format"], source["compression"], source["rows"]) == (name, packing, 3)


@pytest.mark.parametrize(("name", "packing"), packed(JUDGMENTS))
def test_judgments_are_the_same_in_every_format(name: str, packing: str) -> None:
    put("judgments", PACKINGS[packing](content(JUDGMENTS[name])))
    outcome = evaluate("run.txt", qrels="judgments")
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)
    qrels = outcome.json["qrels"]
    assert (qrels["format"], qrels["compression"]) == (name, packing)
    assert qrels["grades"] == {"1": 1, "2": 1, "3": 1}


@pytest.mark.parametrize("name", few(RUNS, "csv", "json", "parquet"))
def test_every_format_comes_by_standard_input_too(name: str) -> None:
    outcome = evaluate("tag=-", *forced("run", name), stdin=content(RUNS[name]))
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)


def test_a_stream_of_arrow_is_read_like_a_file() -> None:
    frame = polars.DataFrame({"qid": ["q1"] * 3, "docno": ["b", "a", "c"], "score": [3, 2, 1]})
    frame.write_ipc_stream("stream")
    assert macro(evaluate("tag=stream")) == pytest.approx(BAC, abs=1e-12)


def test_tables_and_views_of_another_database_are_read() -> None:
    put_database()
    outcome = evaluate("tag=other.duckdb::hits", qrels="other.duckdb::judgments")
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)
    assert outcome.json["qrels"]["format"] == "table"
    outcome = evaluate("best=other.duckdb::lab.best")
    assert macro(outcome, "best") == pytest.approx(ndcg([2, 3], [3, 2, 1]), abs=1e-12)


def test_a_table_is_told_by_its_values() -> None:
    """The database's own bytes change with every checkpoint; what a run is does not."""
    put_database("one.duckdb")
    put_database("two.duckdb")
    hashes = {
        run_of(evaluate(f"tag={name}.duckdb::hits"), "tag")["sha256"] for name in ("one", "two")
    }
    assert len(hashes) == 1


# The columns that PyTerrier writes: a query's text is `query`, a number of its own `docid`.
PYTERRIER = """\
qid,docid,docno,rank,score,query
q1,17,b,0,9.5,"what, if"
q1,4,a,1,8.5,"what, if"
q1,99,c,2,7.5,"what, if"
"""


def test_known_names_that_mean_nothing_else_come_first() -> None:
    outcome = evaluate(f"tag={put('mine.csv', PYTERRIER)}")
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)
    assert "columns doc=docno,query=qid,rank=rank,score=score, not docid, query" in outcome.stderr


TOLD: list[tuple[str, str, tuple[str, ...]]] = [
    ("csv", "t,d,s,rank\nq1,b,3,3\nq1,a,2,2\nq1,c,1,1\n", ("query=t,doc=d,score=s",)),
    ("csv", "t,d,s,rank\nq1,b,3,3\nq1,a,2,2\nq1,c,1,1\n", ("query=t", "doc=d,score=s")),
    ("jsonl", '{"t":"q1","d":"b","s":2}\n{"t":"q1","d":"a","s":1}\n', ("query=t,doc=d,score=s",)),
    ("csv", "qid,score,bm25,doc\nq1,1,3,b\nq1,2,2,a\nq1,3,1,c\n", ("score=bm25",)),
]


@pytest.mark.parametrize(("name", "text", "columns"), TOLD)
def test_columns_of_other_names_are_told(name: str, text: str, columns: tuple[str, ...]) -> None:
    words = [word for told in columns for word in ("--columns", told)]
    outcome = evaluate(f"tag={put('mine', text)}", *words, "--run-format", name)
    (source,) = run_of(outcome, "tag")["sources"]
    gains = [2, 3, 1][: source["rows"]]
    assert macro(outcome) == pytest.approx(ndcg(gains, [3, 2, 1]), abs=1e-12)


def test_columns_are_told_of_judgments_and_runs_apart() -> None:
    put("judgments", "t;d;g\nq1;a;3\nq1;b;2\nq1;c;1\n")
    put("mine", "q,x,s\nq1,b,3\nq1,a,2\nq1,c,1\n")
    outcome = evaluate(
        *("tag=mine", "--run-columns", "query=q,doc=x,score=s"),
        *("--qrels-columns", "query=t,doc=d,grade=g"),
        qrels="judgments",
    )
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)


def test_the_same_bytes_under_other_columns_are_another_run() -> None:
    put("mine", "qid,doc,score,bm25\nq1,a,3,1\nq1,b,2,2\nq1,c,1,3\n")
    for words in ((), ("--columns", "score=bm25"), ()):
        assert judged("run", "qrels.txt", "tag=mine", *words).code == 0
    counts = rows("select count(*) as sources from sources where kind = 'run'")
    assert counts == [{"sources": 2}]
    scored = rows("select macro_ndcg from run_scores order by macro_ndcg")
    assert [row["macro_ndcg"] for row in scored] == pytest.approx(
        [ndcg([1, 2, 3], [3, 2, 1]), 1.0], abs=1e-12
    )
    # Names that would have been chosen anyway are no other reading.
    assert judged("run", "qrels.txt", "tag=mine", "--columns", "score=score").code == 0
    assert rows("select count(*) as sources from sources where kind = 'run'") == counts


ODD_IDS = ["a,b", 'say "hi"', "two\nlines", " edges ", "tab\there", "#7", "x;y", "007"]


def test_quoted_ids_hold_commas_quotation_marks_spaces_and_line_ends() -> None:
    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"'

    lines = [f"{cell('q 1')},{cell(doc)},{-place}\n" for place, doc in enumerate(ODD_IDS)]
    put("mine.csv", "qid,docno,score\n" + "".join(lines))
    put("qrels.json", json.dumps({"q 1": {ODD_IDS[0]: 1}}))
    assert judged("run", "qrels.json", "mine.csv", "--unjudged", "zero").code == 0
    found = rows("select query_id, doc_id, line_order from runs order by line_order")
    assert [(row["query_id"], row["doc_id"]) for row in found] == [("q 1", doc) for doc in ODD_IDS]


def test_rows_behind_a_cell_of_two_lines_are_told_by_their_line() -> None:
    text = 'qid,docno,score\nq1,"a\nb",3\n\nq1,c,2\nq1,d,high\nq1,e\nq1,c,1\n'
    outcome = judged("run", "qrels.txt", put("mine.csv", text), "--unjudged", "zero")
    assert outcome.code == 1
    assert "mine.csv:6: mine: the score in 'q1 d high' is not" in outcome.stderr
    assert "mine.csv:7: mine: 'q1,e' has not the columns" in outcome.stderr
    assert "mine.csv:5: mine: query 'q1': document 'c' is in the list" in outcome.stderr
    assert "also at mine.csv:8" in outcome.stderr


def test_rows_of_a_list_in_a_line_are_told_by_their_line() -> None:
    hits = [
        '{"qid": "q1", "hits": [{"docid": "a", "score": 3}, {"docid": "b", "score": "high"}]}',
        "",
        '{"qid": "q2", "hits": []}',
        '{"qid": "q3", "hits": [{"docid": "c", "score": 3}, {"docid": "c", "score": 2}]}',
    ]
    outcome = judged("run", "qrels.txt", put("mine", "\n".join(hits)), "--unjudged", "zero")
    assert outcome.code == 1
    assert 'mine:1: mine: the score in \'q1 {"docid":"b","score":"high"}\'' in outcome.stderr
    assert "mine:4: mine: query 'q3': document 'c' is in the list" in outcome.stderr


EMPTY: dict[str, str] = {
    "json": '{"q1": {"a": 1}, "q2": {}}',
    "json-best-first": '{"q1": ["a"], "q2": []}',
    "jsonl-queries": '{"qid": "q1", "hits": [{"doc": "a", "score": 1}]}\n{"qid": "q2", "hits": []}',
    "jsonl-best-first": '{"qid": "q1", "hits": ["a"]}\n{"qid": "q2", "hits": []}',
}


@pytest.mark.parametrize("name", few(EMPTY, "json", "jsonl-best-first"))
def test_an_empty_list_is_a_ranking_and_not_missing(name: str) -> None:
    put("qrels.txt", "q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n")
    words = ("--missing-queries", "exclude", *forced("run", name))
    outcome = evaluate(f"tag={put('mine', EMPTY[name])}", *words)
    run = run_of(outcome, "tag")
    assert run["missing_queries"] == ["q3"]
    # q1 scores 1, q2 scores 0 and counts, q3 is left out.
    assert macro(outcome) == 0.5


def test_an_empty_list_beside_a_list_of_the_same_query_is_no_second_one() -> None:
    lines = '{"qid": "q1", "hits": []}\n{"qid": "q1", "hits": [{"doc": "a", "score": 1}]}\n'
    outcome = evaluate(f"tag={put('mine', lines)}")
    (score,) = run_of(outcome, "tag")["scores"]
    assert (score["queries"], score["retrieved"]) == (1, 1)


def parts(folder: str, **tags: str) -> None:
    """The run in a folder, a document a file, each with a tag of its own or the same."""
    for line, (name, tag) in zip(put_lines(), tags.items(), strict=False):
        put(f"{folder}/{name}", line.replace("tag", tag))


def put_lines() -> list[str]:
    return content(RUNS["trec"]).decode().splitlines(keepends=True)


def test_a_folder_is_one_run_named_by_the_tag_of_its_files() -> None:
    parts("bm25", part_0="tag", part_1="tag", part_2="tag")
    put("bm25/_SUCCESS", "")
    put("bm25/.part_0.crc", b"\0\0")
    outcome = evaluate("bm25")
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)
    assert [part["path"] for part in run_of(outcome, "tag")["sources"]] == [
        f"bm25/part_{number}" for number in range(3)
    ]
    assert macro(evaluate("mine=bm25"), "mine") == pytest.approx(BAC, abs=1e-12)


def test_a_folder_is_named_by_itself_where_another_file_has_its_tag() -> None:
    parts("bm25", part_0="tag", part_1="tag", part_2="tag")
    outcome = evaluate("bm25", "run.txt")
    assert [run["run_id"] for run in outcome.json["runs"]] == ["bm25", "run"]


def test_a_folder_of_files_without_tags_is_named_by_itself() -> None:
    for number, (doc, score) in enumerate([("b", 3), ("a", 2), ("c", 1)]):
        put(f"dense/{number}.csv", f"qid,doc,score\nq1,{doc},{score}\n")
    assert macro(evaluate("dense"), "dense") == pytest.approx(BAC, abs=1e-12)


REFUSED_FOLDERS: list[tuple[Mapping[str, str], str]] = [
    ({"a.txt": "q1 Q0 a 1 1 one\n", "b.txt": "q2 Q0 a 1 1 two\n"}, "give NAME=runs to make all"),
    ({"a.txt": "q1 Q0 a 1 1 one\n", "sub/b.txt": "x"}, "a folder with another, sub, in it"),
    ({".hidden": "x"}, "a folder without a file in it"),
]


@pytest.mark.parametrize(("files", "told"), REFUSED_FOLDERS)
def test_a_folder_that_may_be_several_runs_is_refused(files: Mapping[str, str], told: str) -> None:
    for name, text in files.items():
        put(f"runs/{name}", text)
    outcome = judged("run", "qrels.txt", "runs")
    assert outcome.code == 2
    assert f"judged: error: runs: {told}" in outcome.stderr.replace(
        "a folder is one run, but runs/a.txt is the run 'one' and runs/b.txt 'two'; name its files"
        " one by one, or ",
        "",
    )


def test_a_folder_of_files_with_and_without_tags_is_several_runs() -> None:
    put("runs/a.txt", "q1 Q0 a 1 1 one\n")
    put("runs/b.csv", "qid,docno,score\nq2,a,1\n")
    outcome = judged("run", "qrels.txt", "runs")
    assert outcome.code == 2
    assert "runs/a.txt is the run 'one' and runs/b.csv 'runs'; name its files" in outcome.stderr


@pytest.mark.parametrize("content", few(["\0\1", "", "qid,docno\nq2,a\n"], ""))
def test_a_folder_under_a_name_of_which_a_part_is_broken_is_refused(content: str) -> None:
    put("runs/a.txt", "q1 Q0 a 1 1 one\n")
    put("runs/b.txt", content)
    outcome = judged("run", "qrels.txt", "mine=runs", "--format", "json", "--unjudged", "zero")
    assert outcome.code == 1
    (run,) = outcome.json["runs"]
    assert (run["run_id"], run["status"]) == ("mine", "refused")


@pytest.mark.parametrize("words", [("", "run.txt"), ("qrels.txt", "")])
def test_an_empty_path_is_a_usage_error(words: tuple[str, str]) -> None:
    outcome = judged("run", *words)
    assert outcome.code == 2
    assert "an empty path, as of a variable that is not set; name a file" in outcome.stderr


@pytest.mark.parametrize("later", ['"docs": ["a", "b"]', '"hits": [{"doc": "b", "score": 2}]'])
def test_a_later_line_of_another_shape_does_not_make_the_format(later: str) -> None:
    rows = "".join(f'{{"qid": "q1", "doc": "d{number}", "score": {number}}}\n' for number in "1234")
    put("mine.jsonl", f'{rows}{{"qid": "q2", {later}}}\n')
    outcome = judged("ingest", "mine.jsonl")
    assert outcome.code == 1
    assert "mine.jsonl: jsonl run, 4 rows" in outcome.stderr
    assert "mine.jsonl:5: " in outcome.stderr


@pytest.mark.parametrize("later", few(["5", "true", '"ab"', '{"doc": "a"}'], "5"))
@pytest.mark.parametrize("words", [(), ("--run-format", "jsonl-queries")])
def test_a_later_line_without_a_list_is_told_with_its_number(
    later: str, words: tuple[str, ...]
) -> None:
    first = '{"qid": "q1", "docs": [{"doc": "a", "score": 1}]}'
    put("mine.jsonl", f'{first}\n{{"qid": "q2", "docs": {later}}}\n')
    outcome = judged("ingest", "mine.jsonl", *words)
    assert outcome.code == 1
    assert "mine.jsonl:2: " in outcome.stderr
    assert "jsonl-queries run, 1 row" in outcome.stderr


def test_tags_in_a_column_name_runs() -> None:
    lines = [
        f"{run},q1,{doc},{score}\n" for run in ("one", "two") for doc, score in [("b", 2), ("a", 1)]
    ]
    put("mine.csv", "run_id,qid,docno,score\n" + "".join(lines))
    outcome = evaluate("mine.csv")
    assert [run["run_id"] for run in outcome.json["runs"]] == ["one", "two"]


def test_integers_in_columns_of_parquet_are_ids_as_they_are_written() -> None:
    frame = polars.DataFrame({"qid": [7, 7], "docno": [1, 12], "score": [1.0, 0.5]})
    frame.write_parquet("mine.parquet")
    put("qrels.txt", "7 0 12 1\n")
    outcome = evaluate("mine.parquet", "--unjudged", "zero")
    assert macro(outcome, "mine") == pytest.approx(ndcg([0, 1], [1]), abs=1e-12)
    assert "query ids are numbers (BIGINT): 7 is the id '7', and '007' is another" in outcome.stderr


def test_numbers_of_parquet_keep_every_bit() -> None:
    """0.1 in single precision is 0.100000001490116..., not the shorter text of it."""
    single = polars.Series([0.1, 0.3], dtype=polars.Float32)
    frame = polars.DataFrame({"qid": ["q1", "q1"], "docno": ["a", "b"], "score": single})
    frame.write_parquet("mine.parquet")
    assert judged("ingest", "mine.parquet").code == 0
    scores = [row["score"] for row in rows("select score from runs order by line_order")]
    assert scores == frame["score"].cast(polars.Float64).to_list()


def test_python_callers_say_how_files_are_read() -> None:
    def score(**ways: Any) -> float:
        result = library.evaluate("qrels.txt", {"tag": "mine"}, "trec_eval", **ways)
        return float(result.run_scores["macro_ndcg"][0])

    put("mine", RUNS["json-worst-first"])
    assert score(formats={"run": "json-worst-first"}) == pytest.approx(BAC, abs=1e-12)
    put("mine", "q,x,s\nq1,b,3\nq1,a,2\nq1,c,1\n")
    told = {"query": "q", "doc": "x", "score": "s"}
    assert score(columns=told) == pytest.approx(BAC, abs=1e-12)
    assert score(columns={"run": told}) == pytest.approx(BAC, abs=1e-12)
    with pytest.raises(library.ArgumentError, match="formats: 'runs' is unknown; did you mean"):
        score(formats={"runs": "json"})
    with pytest.raises(library.ArgumentError, match="columns: 'docs': 'x': wanted names of"):
        score(columns={"docs": "x"})


def test_comments_are_kept_as_provenance() -> None:
    block = "# ir_metadata.start\n# platform:\n#   hardware: one laptop\n# ir_metadata.end\n"
    assert judged("ingest", put("run.txt", block + content(RUNS["trec"]).decode())).code == 0
    kept = rows("select line_number, line from comment_lines order by line_number")
    assert "".join(row["line"] + "\n" for row in kept) == block
    assert [row["line_number"] for row in kept] == [1, 2, 3, 4]


def test_comments_and_blank_lines_between_rows_of_a_table_are_no_rows() -> None:
    text = "# by hand\n\nqid,docno,score\n# from here\nq1,b,3\n  \nq1,a,2\n# done\nq1,c,high\n"
    outcome = judged("run", "qrels.txt", put("mine.csv", text))
    assert "mine.csv: csv run, 2 rows, 3 comment lines" in outcome.stderr
    assert "mine.csv:9: mine: the score in 'q1 c high' is not" in outcome.stderr
    kept = rows("select line_number, line from comment_lines where source_id = 2 order by 1")
    assert [(row["line_number"], row["line"]) for row in kept] == [
        (1, "# by hand"),
        (4, "# from here"),
        (8, "# done"),
    ]


def test_quoted_ids_keep_their_carriage_returns() -> None:
    """Two ids that differ only so are two, and those of JSON are the same as those of CSV."""
    put("mine.csv", 'qid,docno,score\r\nq1,"a\r\nb",3\r\nq1,"a\nb",2\r\n"q1","c\rd",1\r\n')
    put("qrels.json", json.dumps({"q1": {"a\r\nb": 0, "a\nb": 3, "c\rd": 1}}))
    outcome = evaluate("mine.csv", qrels="qrels.json")
    assert macro(outcome, "mine") == pytest.approx(ndcg([0, 3, 1], [3, 1, 0]), abs=1e-12)


def test_keys_that_come_late_are_read_like_the_first() -> None:
    early = '{"qid": "q1", "doc": "a", "score": 1}\n' * 30
    late = '{"qid": "q2", "doc": "a", "score": 1, "rank": 7}\n'
    assert judged("ingest", put("mine.jsonl", early + late)).code == 0
    assert rows("select max(file_rank) as rank from runs") == [{"rank": 7}]
    empty = '{"qid": "q1", "hits": []}\n' * 30
    put("mine.jsonl", empty + '{"qid": "q2", "hits": [{"doc": "a", "score": 1}]}\n')
    outcome = judged("ingest", "mine.jsonl")
    assert "mine.jsonl: jsonl-queries run, 1 row" in outcome.stderr


def test_a_second_list_of_ids_of_one_query_has_no_place() -> None:
    lines = '{"qid": "q1", "docs": ["a", "b"]}\n{"qid": "q1", "docs": ["c"]}\n'
    outcome = judged("run", "qrels.txt", put("mine", lines), *forced("run", "jsonl-best-first"))
    assert outcome.code == 1
    assert "mine:2: mine: 'q1 \"c\"' is of a second list of its query" in outcome.stderr


def test_a_folder_with_a_file_that_is_no_run_is_refused_as_a_whole() -> None:
    put("dense/0.csv", "qid,doc,score\nq1,a,1\n")
    put("dense/1.csv.gz", b"\x1f\x8b broken")
    outcome = judged("run", "qrels.txt", "dense", "--format", "json", "--db", ":memory:")
    assert outcome.code == 1
    assert [(run["run_id"], run["status"]) for run in outcome.json["runs"]] == [
        ("dense", "refused")
    ]


def test_a_table_of_main_comes_before_those_of_other_schemas() -> None:
    put_database()
    with duckdb.connect("other.duckdb") as connection:
        connection.execute("create schema a")
        connection.execute("create table a.hits as select * from hits where docno = 'c'")
        connection.execute("create table a.twice as from hits")
        connection.execute("create table lab.twice as from hits")
    assert macro(evaluate("tag=other.duckdb::hits")) == pytest.approx(BAC, abs=1e-12)
    outcome = judged("run", "qrels.txt", "tag=other.duckdb::twice")
    assert outcome.code == 2
    assert "'twice' may be a.twice or lab.twice; give SCHEMA.TABLE" in outcome.stderr


@pytest.mark.parametrize(
    "name", few(["~/mine.txt", "a\\*.txt", "a\\[x].txt", "file:/mine.txt"], "a\\*.txt")
)
def test_a_path_is_that_of_one_file_whatever_its_signs(name: str, folder: Path) -> None:
    put(name, RUNS["trec"])
    put("elsewhere/mine.txt", "q1 Q0 c 1 1 tag\n")
    assert macro(evaluate(name)) == pytest.approx(BAC, abs=1e-12)


def test_blank_lines_above_a_broken_row_do_not_move_its_number() -> None:
    text = 'qid,doc,score\nq1,"a\nb",bad\n\n\n\nq1,d2\nq1,d3,bad\n\n\nq1,d4\n\nq1,d5,bad\n'
    put("mine.csv", text)
    judged("ingest", "mine.csv")
    kept = rows("select line_number from rejected_lines order by 1")
    assert [row["line_number"] for row in kept] == [2, 7, 8, 11, 13]
