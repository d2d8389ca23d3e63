"""`judged convert`: what is written, what is refused, and with which exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import polars
import pytest

from tests.cli.collections import PACKINGS, RUNS, content, put_database
from tests.cli.helpers import QRELS, RUN, put, put_collection
from tests.support import Outcome, few, judged

# The run of RUN, as formats have it.
CSV = "query_id,doc_id,score,rank,run_id\nq1,b,9.5,1,tag\nq1,a,8.5,2,tag\nq1,c,7.5,3,tag\n"
WRITTEN = {
    "trec": RUN,
    "trec-tab": RUN.replace(" ", "\t"),
    "msmarco": "q1\tb\t1\t9.5\nq1\ta\t2\t8.5\nq1\tc\t3\t7.5\n",
    "csv": CSV,
    "tsv": CSV.replace(",", "\t"),
    "json": '{"q1": {"b": 9.5, "a": 8.5, "c": 7.5}}\n',
    "jsonl": "".join(
        f'{{"query_id":"q1","doc_id":"{doc}","score":{score},"rank":{rank},"run_id":"tag"}}\n'
        for doc, score, rank in (("b", 9.5, 1), ("a", 8.5, 2), ("c", 7.5, 3))
    ),
    "jsonl-queries": '{"query_id": "q1", "run_id": "tag", "documents": ['
    '{"doc_id": "b", "score": 9.5, "rank": 1}, {"doc_id": "a", "score": 8.5, "rank": 2},'
    ' {"doc_id": "c", "score": 7.5, "rank": 3}]}\n',
}
WRITTEN_QRELS = {
    "trec": QRELS,
    "beir": "query-id\tcorpus-id\tscore\nq1\ta\t3\nq1\tb\t2\nq1\tc\t1\n",
    "csv": "query_id,doc_id,grade,iteration\nq1,a,3,0\nq1,b,2,0\nq1,c,1,0\n",
    "json": '{"q1": {"a": 3, "b": 2, "c": 1}}\n',
}


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def written(*words: str, stdin: bytes | None = None) -> str:
    """What a conversion to standard output writes."""
    outcome = judged("convert", *words, stdin=stdin)
    assert outcome.code == 0, outcome.stderr
    return outcome.stdout


def refused(code: int, *words: str, stdin: bytes | None = None) -> str:
    """What is said of a conversion that writes nothing."""
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    outcome = judged("convert", *words, stdin=stdin)
    assert (outcome.code, outcome.stdout) == (code, "")
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
    return outcome.stderr


@pytest.mark.parametrize("form", WRITTEN)
def test_a_run_is_written_as_its_format_says(form: str) -> None:
    # The name of the run is chosen, because some formats have no place for it.
    assert written("run.txt", "-", "--to", form, "--run", "tag") == WRITTEN[form]


@pytest.mark.parametrize("form", WRITTEN_QRELS)
def test_judgments_are_written_as_their_format_says(form: str) -> None:
    assert written("qrels.txt", "-", "--to", form) == WRITTEN_QRELS[form]


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_files_of_columns_have_text_and_numbers(form: str) -> None:
    assert judged("convert", "run.txt", f"out.{form}").code == 0
    read = polars.read_parquet if form == "parquet" else polars.read_ipc
    frame = read(f"out.{form}")
    assert frame.rows() == [
        ("q1", "b", 9.5, 1, "tag"),
        ("q1", "a", 8.5, 2, "tag"),
        ("q1", "c", 7.5, 3, "tag"),
    ]
    kinds = [polars.String, polars.String, polars.Float64, polars.Int64, polars.String]
    assert frame.schema == dict(
        zip(["query_id", "doc_id", "score", "rank", "run_id"], kinds, strict=True)
    )


@pytest.mark.parametrize("name", RUNS)
def test_every_format_is_read(name: str) -> None:
    put("mine", content(RUNS[name]))
    way = ("--run-format", name) if name.endswith("-first") else ("--kind", "run")
    rows = [line.split()[:3] for line in written("t=mine", "-", "--to", "trec", *way).splitlines()]
    docs = "cab" if name.endswith("worst-first") else "bac"
    assert rows == [["q1", "Q0", doc] for doc in docs]


# 17 digits, the greatest and the least double, one below the normal ones, and a zero with a sign.
BITS = ["1.7976931348623157e+308", "0.30000000000000004", "5e-324", "0.0", "-0.0", "-1e-310"]


@pytest.mark.parametrize("form", few([*WRITTEN, "parquet", "arrow"], "trec", "json", "arrow"))
def test_scores_come_back_to_the_last_bit(form: str) -> None:
    lines = [f"q1 Q0 d{rank} {rank} {score} tag\n" for rank, score in enumerate(BITS, start=1)]
    put("run.txt", "".join(lines))
    assert judged("convert", "run.txt", "out", "--to", form, "--run", "tag").code == 0
    assert written("tag=out", "-", "--to", "trec") == "".join(lines)


def test_a_table_of_a_database_is_read() -> None:
    put_database()
    assert [
        line.split()[2]
        for line in written("t=other.duckdb::hits", "-", "--to", "trec").splitlines()
    ] == ["b", "a", "c"]


def test_the_files_of_a_folder_are_one_run_in_the_order_of_their_names() -> None:
    put("parts/2.txt", "q2 Q0 a 1 1.0 t\nq2 Q0 b 2 0.5 t\n")
    put("parts/1.txt", RUN.replace("tag", "t"))
    text = written("parts", "-", "--to", "csv")
    assert [line[:4] for line in text.splitlines()[1:]] == ["q1,b", "q1,a", "q1,c", "q2,a", "q2,b"]


@pytest.mark.parametrize(("ending", "name"), [(".gz", "gzip"), (".bz2", "bzip2"), (".zst", "zstd")])
def test_a_file_is_packed_as_its_name_ends_and_always_to_the_same_bytes(
    ending: str, name: str
) -> None:
    for out in ("one", "two"):
        assert judged("convert", "run.txt", f"{out}.csv{ending}").code == 0
    one, two = (Path(f"{out}.csv{ending}").read_bytes() for out in ("one", "two"))
    assert one == two
    assert one[:2] == PACKINGS[name](b"")[:2]
    assert written(f"one.csv{ending}", "-", "--to", "csv", "--kind", "run") == CSV


def test_the_same_rows_give_the_same_bytes() -> None:
    for form in ("parquet", "arrow"):
        for out in ("one", "two"):
            assert judged("convert", "run.txt", f"{out}.{form}").code == 0
        assert Path(f"one.{form}").read_bytes() == Path(f"two.{form}").read_bytes()


def test_standard_input_needs_its_kind() -> None:
    told = refused(2, "-", "out.csv", stdin=RUN.encode())
    assert "-: can be read only once; say --kind qrels or --kind run" in told
    assert written("-", "-", "--to", "csv", "--kind", "run", stdin=RUN.encode()) == CSV


def test_a_pipe_needs_its_kind() -> None:
    os.mkfifo("pipe")
    outcome = judged("convert", "pipe", "out.csv")
    assert outcome.code == 2
    assert "pipe: can be read only once" in outcome.stderr


def test_a_place_without_room_is_4() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    outcome = judged("convert", "run.txt", "/dev/full", "--to", "csv")
    assert outcome.code == 4
    assert "/dev/full: cannot be written: No space left on device; make room" in outcome.stderr


def test_judgments_are_one_file() -> None:
    put("parts/1.txt", QRELS)
    put("parts/2.txt", QRELS)
    told = refused(2, "parts", "out.csv", "--kind", "qrels")
    assert "parts: a folder; judgments are one file: name it" in told


def test_what_may_be_either_needs_its_kind() -> None:
    put("scores.json", '{"q1": {"a": 1}}')
    told = refused(2, "scores.json", "out.csv")
    assert "scores.json: may be judgments or a run; say --kind qrels or --kind run" in told
    text = written("scores.json", "-", "--to", "csv", "--kind", "qrels")
    assert text == "query_id,doc_id,grade\nq1,a,1\n"


WITH_COLUMNS = ["csv", "tsv", "jsonl", "jsonl-queries", "parquet", "arrow"]


@pytest.mark.parametrize("form", few(WITH_COLUMNS, "csv", "parquet"))
def test_what_was_written_with_columns_tells_its_kind(form: str) -> None:
    for path, text in (("run.txt", RUN), ("qrels.txt", QRELS)):
        assert judged("convert", path, "out", "--to", form, "--force").code == 0
        assert written("out", "-", "--to", "trec") == text


def test_scores_that_may_be_grades_need_their_kind() -> None:
    put("scores.csv", "query_id,doc_id,score\nq1,a,1\n")
    assert "may be judgments or a run" in refused(2, "scores.csv", "out.json")


def test_a_format_that_is_told_tells_the_kind() -> None:
    put("scores.json", '{"q1": {"a": 1}}')
    text = written("scores.json", "-", "--to", "csv", "--qrels-format", "json")
    assert text == "query_id,doc_id,grade\nq1,a,1\n"


def test_what_is_neither_is_told_as_both_see_it() -> None:
    put("words.txt", "one two\n")
    told = refused(1, "words.txt", "out.csv")
    assert "words.txt: as judgments: 2 columns read" in told
    assert "; as a run: 2 columns read" in told


def test_a_line_that_cannot_be_read_stops_it() -> None:
    put("run.txt", f"{RUN}q1 Q0 d 4 high tag\n")
    told = refused(1, "run.txt", "out.csv")
    assert "run.txt:4: " in told
    assert "[score-finite]" in told
    assert "out.csv: not written, for 1 line cannot be read" in told


def test_a_run_that_cannot_be_read_at_all_stops_it() -> None:
    put("run.txt", "one two\n")
    assert "[unreadable-file]" in refused(1, "run.txt", "out.csv", "--kind", "run")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run.txt", "out"), "out: its name tells no format; say --to with one of trec,"),
        (("run.txt", "out.csv", "--to", "cvs"), "did you mean 'csv'"),
        (("run.txt", "out", "--to", "table"), "'table' is no format in which runs can be written"),
        (("run.txt", "out", "--to", "beir"), "'beir' is no format in which runs can be written"),
        (("run.txt", "-"), "-: its name tells no format"),
        (("run.txt", "-", "--to", "parquet"), "no text for standard output; name a file"),
        (("run.txt", ""), "OUT: the path is empty"),
        (("run.txt", "."), ".: a folder; name a file"),
        (("run.txt", "qrels.txt"), "qrels.txt: is there already; name another, or say --force"),
        (("run.txt", "run.txt", "--force"), "run.txt: that is what is read; name another file"),
        (("none.txt", "out.csv"), "none.txt: no such file"),
        (("run.txt", "no/out.csv"), "no/out.csv: cannot be written: No such file or directory"),
        (("run.txt", "out.csv", "--run", "bm25"), "--run: there is no run 'bm25'; known: tag"),
        (("qrels.txt", "out.csv", "--run", "tag"), "--run: judgments have no runs"),
        (("run.txt", "out.csv", "--qrels-format", "trec"), "1"),
    ],
)
def test_a_command_line_that_means_nothing_is_refused(words: tuple[str, ...], told: str) -> None:
    assert told in refused(1 if told == "1" else 2, *words)


def test_a_link_to_what_is_read_is_not_written_over() -> None:
    Path("link.csv").symlink_to("run.txt")
    assert "that is what is read" in refused(2, "run.txt", "link.csv", "--force")


def test_force_writes_over_another_file() -> None:
    put("out.csv", "old")
    assert judged("convert", "run.txt", "out.csv", "--force").code == 0
    assert Path("out.csv").read_text(encoding="utf-8") == CSV


def document(query: str = "q1", doc: str = "a", **more: Any) -> dict[str, Any]:
    return {"query_id": query, "doc_id": doc, "score": 1.0, **more}


def judgment(query: str = "q1", doc: str = "a", **more: Any) -> dict[str, Any]:
    return {"query_id": query, "doc_id": doc, "grade": 1, **more}


# Rows, a format, what it cannot hold, and what --lossy writes; None where there is no such thing.
LOSSES: dict[str, tuple[list[dict[str, Any]], str, str, str | None]] = {
    "blank": ([document("a b")], "trec", "ids or names of runs with blanks, tabs or line", None),
    "line end": (
        [document(doc="a\nb")],
        "msmarco",
        "ids or names of runs with blanks, tabs or line ends",
        None,
    ),
    "tab": ([document(doc="a\tb")], "trec-tab", "ids or names of runs with tabs, line", None),
    "edge": ([document(doc=" a")], "trec-tab", "ids or names of runs with tabs, line", None),
    "return": ([document(doc="a\rb")], "csv", "ids or names of runs with carriage returns", None),
    "comment": ([document("#")], "trec", "query ids that are a lone # or begin with one", None),
    "remark": ([document("# q")], "tsv", "query ids that are a lone # or begin with one", None),
    "no score": ([document(score=None, rank=1)], "json", "documents without a score", None),
    "rank": (
        [document(rank=2), document(doc="b", rank=1)],
        "json",
        "ranks that are not 1, 2, ... in the order of the lines (2 lines;",
        '{"q1": {"a": 1.0, "b": 1.0}}\n',
    ),
    "missing rank": (
        [document(rank=7), document(doc="b", rank=None)],
        "trec",
        "that a line has no rank (1 line; the first: query 'q1', document 'b')",
        "q1 Q0 a 7 1.0 mine\nq1 Q0 b 2 1.0 mine\n",
    ),
    "repeated": (
        [document(), document(score=0.5)],
        "json",
        "a document that a query has already, in a later line (1 line;",
        '{"q1": {"a": 1.0}}\n',
    ),
    "resumed": (
        [document(), document("q2"), document(doc="b")],
        "json",
        "the order of lines, where a query goes on after another (1 line;",
        '{"q1": {"a": 1.0, "b": 1.0},\n"q2": {"a": 1.0}}\n',
    ),
    "scored": (
        [document(score=9.5), document(doc="b", score=8.5)],
        "json-best-first",
        "scores that are not -1, -2, ... from the best (2 lines;",
        '{"q1": ["a", "b"]}\n',
    ),
    "ranked": (
        [document(score=None, rank=3), document(doc="b", score=None, rank=2)],
        "jsonl-worst-first",
        "ranks that are not 1, 2, ... from the best (2 lines;",
        '{"query_id": "q1", "run_id": "mine", "documents": ["a", "b"]}\n',
    ),
    "worse first": (
        [document(score=1.0), document(doc="b", score=2.0)],
        "jsonl-best-first",
        "lines that are not best first (1 line; the first: query 'q1', document 'b')",
        None,
    ),
    "iteration": (
        [judgment(iteration="1")],
        "json",
        "iterations (1 line;",
        '{"q1": {"a": 1}}\n',
    ),
    "no iteration": (
        [judgment(iteration="1"), judgment(doc="b")],
        "trec",
        "that a judgment has no iteration (1 line;",
        "q1 1 a 1\nq1 0 b 1\n",
    ),
    "empty iteration": ([judgment(iteration="")], "csv", "iterations that are an empty", None),
    "judged twice": (
        [judgment(), judgment(grade=2)],
        "json",
        "a document that a query has already, in a later line (1 line;",
        '{"q1": {"a": 1}}\n',
    ),
}


def convert_rows(rows: list[dict[str, Any]], form: str, *words: str) -> tuple[str, ...]:
    """The words of a conversion of rows that stand in mine.jsonl, a run of that name."""
    put("mine.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    kind = "qrels" if "grade" in rows[0] else "run"
    return ("mine.jsonl", "mine.txt", "--to", form, f"--{kind}-format", "jsonl", *words)


@pytest.mark.parametrize("name", few(LOSSES, *list(LOSSES)[::2]))
def test_what_a_format_cannot_hold_is_refused(name: str) -> None:
    rows, form, told, lossy = LOSSES[name]
    words = convert_rows(rows, form)
    stderr = refused(1, *words)
    assert f"mine.txt: the format {form} cannot hold {told}" in stderr
    holding = stderr.partition("mine.txt: not written; formats that can hold all of it: ")[2]
    assert {"jsonl", "jsonl-queries", "parquet", "arrow"} <= set(
        holding.strip().partition(";")[0].split(", ")
    )
    assert ("say --lossy to go on without" in stderr) == (lossy is not None)


@pytest.mark.parametrize("name", few(LOSSES, *list(LOSSES)[::4]))
def test_lossy_goes_on_without_and_says_what_was_lost(name: str) -> None:
    rows, form, told, lossy = LOSSES[name]
    words = convert_rows(rows, form, "--lossy")
    if lossy is None:
        assert "say --lossy" not in refused(1, *words)
        return
    outcome = judged("convert", *words)
    assert outcome.code == 0, outcome.stderr
    assert f"warning: mine.txt: lost: {told}" in outcome.stderr
    assert Path("mine.txt").read_text(encoding="utf-8") == lossy


SEVERAL = RUN + RUN.replace("tag", "other")


def test_several_runs_need_a_format_with_names_or_a_choice() -> None:
    put("run.txt", SEVERAL)
    told = refused(1, "run.txt", "tag.json", "--lossy")
    assert "more than one run (there are 2 runs: 'tag', 'other'; choose by --run NAME)" in told
    assert "formats that can hold all of it: trec, trec-tab, csv, tsv, jsonl," in told
    assert written("run.txt", "-", "--to", "json", "--run", "other") == WRITTEN["json"]
    assert written("run.txt", "-", "--to", "trec") == SEVERAL


def test_the_name_of_a_run_is_kept_by_the_name_of_its_file() -> None:
    told = refused(1, "run.txt", "out.json")
    assert "cannot hold the name of the run, 'tag' (the file's name is its name then" in told
    assert judged("convert", "run.txt", "tag.json").code == 0
    assert written("tag.json", "-", "--to", "trec", "--kind", "run") == RUN


EMPTY = '{"q1": {"b": 9.5}, "q2": {}, "q0": {}}'


@pytest.mark.parametrize("form", ["json", "jsonl-queries"])
def test_empty_rankings_go_where_they_can(form: str) -> None:
    put("tag.json", EMPTY)
    (folder := Path("there")).mkdir()
    words = ("--run-format", "json", "--to", form)
    assert judged("convert", "tag.json", folder / "tag.json", *words).code == 0
    words = ("--run-format", form, "--to", "json")
    assert judged("convert", folder / "tag.json", "tag.txt", *words).code == 0
    assert json.loads(Path("tag.txt").read_text(encoding="utf-8")) == json.loads(EMPTY)


HOLD_NO_EMPTY = ["trec", "csv", "jsonl", "parquet", "arrow", "msmarco"]


@pytest.mark.parametrize("form", few(HOLD_NO_EMPTY, "trec", "parquet"))
def test_empty_rankings_are_refused_elsewhere(form: str) -> None:
    put("tag.json", EMPTY)
    words = ("tag.json", "tag.out", "--to", form, "--run-format", "json")
    told = refused(1, *words)
    assert f"the format {form} cannot hold empty rankings (2 lists)" in told
    outcome = judged("convert", *words, "--lossy")
    assert outcome.code == 0
    assert "lost: empty rankings (2 lists)" in outcome.stderr


def test_a_query_without_judgments_is_refused() -> None:
    put("judgments.json", '{"q1": {"a": 1}, "q2": {}}')
    words = ("judgments.json", "-", "--to", "json", "--kind", "qrels")
    told = refused(1, *words)
    assert "judgments.json:2: the query 'q2' stands there without a judgment" in told


def test_what_reads_back_as_something_else_is_refused() -> None:
    """A byte order mark is no part of the first id in a text."""
    words = convert_rows([document("\ufeffq1")], "trec")
    told = refused(1, *words)
    assert "the format trec cannot hold what was read: it reads back as something else from" in told
    assert judged("convert", *convert_rows([document("\ufeffq1")], "csv")).code == 0


def test_a_format_that_is_never_told_from_a_file_is_said() -> None:
    rows = [document(score=-1.0), document(doc="b", score=-2.0)]
    outcome = judged("convert", *convert_rows(rows, "json-best-first"))
    assert outcome.code == 0
    assert "mine.txt: its format is never told from it; read it with" in outcome.stderr
    assert "--run-format json-best-first" in outcome.stderr


def test_comments_and_decimal_points_are_told() -> None:
    put("qrels.txt", f"# pool: deep\n{QRELS}q2 0 a 2.0\n")
    outcome = judged("convert", "qrels.txt", "-", "--to", "trec")
    assert outcome.stdout == f"{QRELS}q2 0 a 2\n"
    assert "warning: 1 comment line not written" in outcome.stderr
    assert "warning: 1 grade with a decimal point, such as 2.0, written without" in outcome.stderr


def told_of(outcome: Outcome) -> list[str]:
    return outcome.stderr.splitlines()


def test_what_was_read_and_written_is_told() -> None:
    assert told_of(judged("convert", "run.txt", "out.parquet")) == [
        "judged: run.txt: trec run, 3 rows, run tag",
        "judged: wrote out.parquet: parquet run, 3 rows",
    ]


def test_nothing_is_kept_but_what_was_written() -> None:
    assert judged("convert", "run.txt", "out.csv").code == 0
    assert sorted(path.name for path in Path().iterdir()) == ["out.csv", "qrels.txt", "run.txt"]
