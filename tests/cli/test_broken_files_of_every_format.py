"""Files of the further formats that are broken or odd: refused with the place, or read rightly."""

from __future__ import annotations

import bz2
import gzip
import io
import tarfile
from contextlib import chdir
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import polars
import pytest

from judged.ingestion import reader
from tests.cli.collections import JUDGMENTS, PACKINGS, RUNS, STREAM, content, put_database
from tests.cli.helpers import BAC, RUN, findings, macro, put, put_collection
from tests.support import Outcome, few, judged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.ingestion.prepared import Prepared
    from judged.store.store import Store


# It has no types that every checker finds.
pa: Any = import_module("pyarrow")


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def evaluate(*words: str, qrels: str = "qrels.txt") -> Outcome:
    options = ("--format", "json", "--db", ":memory:", "--unjudged", "zero")
    return judged("run", qrels, *words, *options)


def parquet(**columns: Any) -> bytes:
    polars.DataFrame(columns).write_parquet("made.parquet")
    return Path("made.parquet").read_bytes()


HEADER = "qid,docno,score\n"
UNSAID = (
    "JSON lists of ids; whether the best or the worst is first is never guessed: say --run-format"
)


def archive() -> bytes:
    """A run in a tar archive."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        info = tarfile.TarInfo("run.txt")
        info.size = len(RUN)
        tar.addfile(info, io.BytesIO(RUN.encode()))
    return made.getvalue()


HIT = '{"qid": "q1", "docid": "a", "score": 1}\n'

# Content of a run file, and what is told of it: its path, with a line where one can be told.
NO_RUNS: dict[str, tuple[str | bytes, str]] = {
    "csv without a header": ("q1,a,1\nq1,b,2\n", ":1: 1 column read ('q1,a,1'), wanted"),
    "csv of unknown names": ("t,d,s\nq1,a,1\n", ":1: 1 column read ('t,d,s'), wanted"),
    "csv without a score": ("qid,docno,text\nq1,a,x\n", ":1: no column is known to hold the score"),
    "csv of two scores": (
        "qid,docno,sim,similarity\nq1,a,1,2\n",
        ":1: the score may be in column 'sim' or 'similarity'; say which with --columns score=NAME",
    ),
    "csv of two columns of one name": (
        "qid,docno,score,score\nq1,a,1,2\n",
        ":1: two columns are called 'score'; give each a name of its own",
    ),
    "csv with an open quotation": (
        HEADER + 'q1,"a,1\nq1,b,2\nq1,c,3\n',
        ":2: the quotation mark that begins a cell here has no end",
    ),
    "csv with a header alone": (HEADER, ": no line with data; wanted"),
    "csv in utf-16": ((HEADER + "q1,a,1\n").encode("utf-16"), ": UTF-16 text; convert it"),
    "json cut short": ('{"q1": {"a": 1, "b"', ":1: not JSON from column 20 on"),
    "json cut short in a later line": ('{"q1": {\n"a": 1,\n"b": }}', ":3: not JSON from column 6"),
    "json with a query twice": (
        '{"q1": {"a": 1}, "q2": {"a": 1}, "q1": {"b": 1}}',
        ": the key 'q1' stands twice in one JSON object",
    ),
    "json with a document twice": (
        '{"q1": {"a": 1, "b": 2, "a": 1}}',
        ": the key 'a' stands twice in the object of 'q1'; each may stand once",
    ),
    "json with many keys twice": (
        '{"q1": {"a": 1, "b": 2}, "q2": {"b": 1, "b": 1, "a": 2, "a": 2}, "q2": {"c": 1, "c": 2}}',
        ": the key 'b' stands twice in the object of 'q2' (and 3 more such places); each may",
    ),
    "json of another shape": (
        '{"q1": {"a": 1}, "q2": "a"}',
        ": the value of 'q2' is \"a\"; wanted {query_id: {doc_id: score}}",
    ),
    "json in latin-1": (b'{"q1": {"\xe9": 1}}', ": not UTF-8; convert it"),
    "a header of unknown names between tabs": (
        "topic_no\tpassage\tbm25\nq1\ta\t9\nq1\tb\t8\n",
        ":1: 3 columns read ('topic_no passage bm25'), wanted",
    ),
    "three columns with a fraction": (
        "q1\ta\t0.9\nq1\tb\t0.8\n",
        ":1: 3 columns read ('q1 a 0.9')",
    ),
    "three columns whose numbers fall": ("q1 a 90\nq1 b 80\n", ":1: 3 columns read ('q1 a 90')"),
    "a tag that is missing": ("q1 Q0 a 1 9\nq1 Q0 b 2 8\n", ":1: 5 columns read ('q1 Q0 a 1 9')"),
    "json lists of pairs": (
        '{"q1": [["a", 2], ["b", 1]]}',
        ":1: JSON lists of objects or of pairs",
    ),
    "json lists of objects": ('{"q1": [{"a": 2}]}', ":1: JSON lists of objects or of pairs"),
    "lines of lists of pairs": ('{"qid": "q1", "hits": [["a", 2]]}\n', ":1: JSON lists of pairs"),
    "json array over lines": (
        f"[\n{HIT.strip()},\n{HIT}]\n",
        ":1: a JSON array; write each of its objects in a line",
    ),
    "json with half a character": (
        '{"q1": {"\\ud800": 1}}',
        ": an escape such as \\ud800, half of a character; write both halves",
    ),
    "a line for excel": (f"sep=,\n{HEADER}q1,a,1\n", ":1: 1 column read ('sep=,'), wanted"),
    "a tar archive": (archive(), ": a tar archive; unpack it, and name the files in it"),
    "a packed tar archive": (gzip.compress(archive()), ": a tar archive; unpack it, and name the"),
    "json array": (f"[{HIT.strip()}]", ":1: a JSON array; write each of its objects in a line"),
    "json of unknown names": ('{"t": "q1", "d": "a"}', ':1: a JSON object whose first key is "t"'),
    "json lists of unsaid order": (
        '{"q1": ["a", "b"]}',
        f":1: {UNSAID} json-best-first or json-worst-first",
    ),
    "lines of lists of unsaid order": (
        '{"qid": "q1", "docs": ["a", "b"]}\n',
        f":1: {UNSAID} jsonl-best-first or jsonl-worst-first",
    ),
    "lines whose keys are two of one meaning": (
        HIT + '{"qid": "q1", "docid": "b", "Score": 1}\n',
        ": the score may be in column 'score' or 'Score'; say which with --columns",
    ),
    "lines without a document": ('{"qid": "q1", "score": 1}\n', ":1: no column is known to hold"),
    "judgments in csv": ("qid,docno,rel\nq1,a,1\n", ":1: 1 column read ('qid,docno,rel')"),
    "a packed file in another": (
        gzip.compress(bz2.compress(HIT.encode())),
        ": a bzip2 file inside",
    ),
    "parquet cut short": (content(RUNS["parquet"])[:-30], ": a damaged Parquet file ("),
    "arrow cut short": (content(RUNS["arrow"])[:-200], ": a damaged Arrow file ("),
    "bz2 with more behind it": (bz2.compress(HIT.encode()) + b"more", ": a damaged bzip2 file ("),
    "bz2 with a second stream that is damaged": (
        bz2.compress(HIT.encode()) + b"XZh9" + bz2.compress(HIT.encode())[4:],
        ": a damaged bzip2 file (",
    ),
    "two streams of arrow": (STREAM * 2, ": more behind the end of an Arrow stream"),
    "a stream of arrow without its end": (STREAM[:-8], ": an Arrow stream without its end mark"),
    "a long line within a cell of several": (
        f'{HEADER}q1,"a\n{"x" * 2_100_000}",1\nq1,b,1\n',
        ":3: a line too long to be read is part of a cell that goes on in others",
    ),
    "json over several lines": (
        '{"qid": "q1",\n"docid": "a",\n"score": 1}\n',
        ":1: a JSON object over several lines, or without a query's id",
    ),
    "a first line that is odd": (
        "q1 Q0 a 1 9\n" + "q1 Q0 b 1 9 t\n" * 3,
        ":1: 5 columns read",
    ),
    "a duckdb database": (b"checksumDUCK" + bytes(100), ": a DuckDB database; name one of its"),
}


def beside(contents: Mapping[str, str | bytes], folder: Path) -> Outcome:
    """A good run evaluated beside a file of each content, which has its name."""
    with chdir(folder):
        put_collection()
        return evaluate(
            *(f"{name}={put(name, text)}" for name, text in contents.items()), "run.txt"
        )


@pytest.fixture(scope="module")
def no_runs(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    contents = {name: text for name, (text, _) in NO_RUNS.items()}
    return beside(contents, tmp_path_factory.mktemp("no-runs"))


@pytest.mark.parametrize("name", NO_RUNS)
def test_a_file_that_is_no_run_is_refused_alone(name: str, no_runs: Outcome) -> None:
    assert no_runs.code == 1
    (found,) = [found for found in findings(no_runs, "unreadable-file") if found["run_id"] == name]
    assert found["message"].startswith(f"{name}{NO_RUNS[name][1]}")
    assert macro(no_runs) == pytest.approx(BAC, abs=1e-12)


def test_files_that_break_off_are_found_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """DuckDB loses the transaction with the first; all is read once more, and not with each."""
    read = []
    original = reader.read

    def counted(store: Store, item: Prepared, source_id: int) -> reader.Counts:
        read.append(item.input.path)
        return original(store, item, source_id)

    monkeypatch.setattr("judged.ingestion.ingest.read", counted)
    names = [f"broken-{number}" for number in range(6)]
    twice = '{"q1": {"a": 1, "a": 2}}'
    words = [f"{name}={put(name, twice)}" for name in names]
    outcome = evaluate("run.txt", *words)
    assert {found["run_id"] for found in findings(outcome, "unreadable-file")} == set(names)
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)
    assert read.count("run.txt") == 2
    assert len(read) == 5  # and the judgments twice, and the first that breaks off


NO_PARQUET: dict[str, tuple[dict[str, Any], str]] = {
    "ids that are doubles": (
        {"qid": [1.0], "docno": ["a"], "score": [1.0]},
        "the query ids, column 'qid', are of type DOUBLE; ids are text",
    ),
    "names that differ in capitals": (
        {"qid": ["q1"], "docno": ["a"], "score": [1.0], "Score": [2.0]},
        "two columns are called 'Score', whatever the capitals",
    ),
    "ids that are truth values": (
        {"qid": ["q1"], "docno": [True], "score": [1.0]},
        "the doc ids, column 'docno', are of type BOOLEAN; ids are text",
    ),
    "lists for ids": (
        {"qid": ["q1"], "docno": [["a"]], "score": [1.0]},
        "the doc ids, column 'docno', are of type VARCHAR[]; ids are text",
    ),
    "no known names": ({"t": ["q1"], "d": ["a"]}, "no column is known to hold the query (there"),
}


@pytest.mark.parametrize("name", NO_PARQUET)
def test_columns_that_are_no_run_are_refused_alone(name: str) -> None:
    columns, told = NO_PARQUET[name]
    outcome = evaluate(f"broken={put('mine', parquet(**columns))}", "run.txt")
    (found,) = findings(outcome, "unreadable-file")
    assert found["message"].startswith(f"mine: {told}")
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)


# A broken row of a run, the rule that it breaks and the line, or row, that it stands in.
BROKEN_ROWS: dict[str, tuple[str | bytes, str, int]] = {
    "csv, a text for a score": (f"{HEADER}q1,a,high\n", "score-finite", 2),
    "csv, nan": (f"{HEADER}q1,a,nan\n", "score-finite", 2),
    "csv, infinity": (f"{HEADER}q1,a,-inf\n", "score-finite", 2),
    "csv, an exponent too large": (f"{HEADER}q1,a,1e400\n", "score-finite", 2),
    "csv, a hexadecimal number": (f"{HEADER}q1,a,0x1p3\n", "score-finite", 2),
    "csv, an underscore": (f"{HEADER}q1,a,1_000\n", "score-finite", 2),
    "csv, a decimal comma": ("qid;docno;score\nq1;a;2,9\n", "score-finite", 2),
    "csv, no score": (f"{HEADER}q1,a,\n", "score-finite", 2),
    "csv, a rank and no score": ("qid,docno,rank,score\nq1,a,1,2\nq1,b,2,\n", "no-score", 3),
    "csv, no document": (f"{HEADER}q1,,1\n", "empty-id", 2),
    "csv, no query": (f'{HEADER}"",a,1\n', "empty-id", 2),
    "csv, a column too few": (f"{HEADER}q1,a,1\nq1,b\n", "column-count", 3),
    "csv, a column too many": (f"{HEADER}q1,a,1\nq1,b,1,2\n", "column-count", 3),
    "csv, text behind a quotation": (f'{HEADER}q1,"a"x,1\nq1,b,1\n', "quoting", 2),
    "csv, latin-1": (f"{HEADER}q1,b,1\nq1,".encode() + b"\xe9,1\n", "encoding", 3),
    "csv, a document twice": (f"{HEADER}q1,a,1\nq1,a,1\n", "duplicate-document", 2),
    "csv, a query with a hash and no number": (f"{HEADER}#q1,a,1\n#q1,b,nan\n", "score-finite", 3),
    "json, a text for a score": ('{"q1": {"a": "high"}}', "score-finite", 1),
    "json, a truth value": ('{"q1": {"b": 1, "a": true}}', "score-finite", 2),
    "json, nan": ('{"q1": {"a": NaN}}', "score-finite", 1),
    "json, infinity": ('{"q1": {"a": -Infinity}}', "score-finite", 1),
    "json, null": ('{"q1": {"a": null}}', "score-finite", 1),
    "json, an object for a score": ('{"q1": {"a": {"score": 1}}}', "score-finite", 1),
    "json, an empty id": ('{"q1": {"": 1}}', "empty-id", 1),
    "json, null for the first list": ('{"q1": null, "q2": {"a": 1}}', "json-record", 1),
    "jsonl, a fraction for the first id": (
        '{"qid": 1.0, "docid": "a", "score": 1}\n',
        "text-id",
        1,
    ),
    "json, null for a list": ('{"q1": {"a": 1}, "q2": null}', "json-record", 2),
    "jsonl, no object": (f"{HIT}[1]\n", "json-record", 2),
    "jsonl, cut short": (f'{HIT}{{"qid": "q1", "docid": "b"', "json-record", 2),
    "jsonl, two objects": (f"{HIT}{HIT.strip()} {HIT}", "json-record", 2),
    "jsonl, a key twice": (f'{HIT}{{"qid": "q1", "docid": "b", "qid": "q2"}}\n', "json-record", 2),
    "jsonl, no document": (f'{HIT}{{"qid": "q1", "score": 1}}\n', "empty-id", 2),
    "jsonl, null for a query": (f'{HIT}{{"qid": null, "docid": "a"}}\n', "empty-id", 2),
    "jsonl, a fraction for an id": (f'{HIT}{{"qid": 1.0, "docid": "a"}}\n', "text-id", 2),
    "jsonl, a list for an id": (f'{HIT}{{"qid": "q1", "docid": ["b"]}}\n', "text-id", 2),
    "jsonl, a text for a score": (HIT.replace("1}", '"high"}'), "score-finite", 1),
    "jsonl, latin-1": (HIT.encode() + HIT.encode().replace(b"a", b"\xe9"), "encoding", 2),
    "lists, no list": (
        '{"qid": "q1", "hits": [{"doc": "a", "score": 1}]}\n{"qid": "q2", "hits": {}}\n',
        "json-record",
        2,
    ),
    "json, a second object": ('{"q1": {"a": 1}}\n{"q1": {"b": 1}}', "json-record", 2),
    "lists, no object": (
        '{"qid": "q1", "hits": [{"doc": "a", "score": 1}, "b"]}\n',
        "json-record",
        1,
    ),
}


@pytest.fixture(scope="module")
def broken_rows(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    contents = {name: text for name, (text, _, _) in BROKEN_ROWS.items()}
    return beside(contents, tmp_path_factory.mktemp("broken-rows"))


@pytest.mark.parametrize("name", BROKEN_ROWS)
def test_a_broken_row_is_told_with_its_line(name: str, broken_rows: Outcome) -> None:
    _, rule_id, line = BROKEN_ROWS[name]
    assert broken_rows.code == 1, broken_rows.stderr
    (found,) = [found for found in findings(broken_rows, rule_id) if found["run_id"] == name]
    (place, *_) = found["examples"]
    assert (place["line_number"], place["file"]) == (line, name)
    assert macro(broken_rows) == pytest.approx(BAC, abs=1e-12)


# Judgments: the text of grades 3, 2, 1 in every format that has numbers, with one of them changed.
GRADED = few(["csv", "json", "tsv", "jsonl", "jsonl-queries"], "csv")
GRADES: list[tuple[str, int, str]] = [
    ("2.0", 0, "grade-written-as-decimal"),
    ("1.5", 1, "grade-integer"),
    ('"1_000"', 1, "grade-integer"),
    ("9223372036854775808", 1, "grade-integer"),
    ("1000000000", 1, "grade-range"),
    ("100000", 1, "grade-range"),
    ("-1", 1, "grade-range"),
    ('"relevant"', 1, "grade-integer"),
    ("true", 1, "grade-integer"),
    ("null", 1, "grade-integer"),
]


@pytest.mark.parametrize(("grade", "code", "rule_id"), few(GRADES, *GRADES[::3]))
@pytest.mark.parametrize("name", GRADED)
def test_grades_are_whole_numbers_in_every_format(
    name: str, grade: str, code: int, rule_id: str
) -> None:
    text = content(JUDGMENTS[name]).decode()
    before = ": 2" if "json" in name else ("\t2" if name == "tsv" else ";2")
    assert text.count(before) == 1
    outcome = evaluate("run.txt", qrels=put("judgments", text.replace(before, before[:-1] + grade)))
    assert outcome.code == code, outcome.stderr
    (found,) = findings(outcome, rule_id)
    assert found["count"] == 1
    if code == 0:
        assert macro(outcome) == pytest.approx(BAC, abs=1e-12)


@pytest.mark.parametrize("name", ["json", "jsonl", "csv", "parquet", "json-lists"])
def test_judgments_that_cannot_be_read_stop_the_call(name: str) -> None:
    broken: dict[str, str | bytes] = {
        "json": '{"q1": {"a": 1',
        "jsonl": '{"qid": "q1", "docid": "a"}\n',
        "csv": 'qid,docno,rel\nq1,"a,1\nq1,b,1\n',
        "parquet": content(JUDGMENTS["parquet"])[:-30],
        "json-lists": '{"q1": ["a"]}',
    }
    outcome = judged("run", put("judgments", broken[name]), "run.txt")
    assert outcome.code == 1
    assert "judged: error: judgments" in outcome.stderr
    with duckdb.connect("judged.duckdb") as connection:
        assert connection.execute("select count(*) from sources").fetchall() == [(0,)]


@pytest.mark.parametrize("packing", ["gzip", "bzip2", "zstd"])
def test_a_packed_file_that_is_cut_short_is_refused(packing: str) -> None:
    packed = PACKINGS[packing](content(RUNS["trec"]) * 1000)
    outcome = evaluate(f"broken={put('mine', packed[:-10])}", "run.txt")
    (found,) = findings(outcome, "unreadable-file")
    assert found["message"].startswith(f"mine: a damaged {packing} file (")
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)


def test_bz2_streams_one_after_another_are_one_text() -> None:
    """As pbzip2 writes them, and cat joins them: of many blocks, and such as end at once."""
    lines = [f"q{number} Q0 d{number} 1 {number}.5 tag\n" for number in range(200_000)]
    parts = ["".join(lines[begin : begin + 30_000]) for begin in range(0, 200_000, 30_000)]
    streams = [bz2.compress(part.encode()) for part in ("", parts[0][:7], parts[0][7:], *parts[1:])]
    put("mine", b"".join(streams))
    put("plain", "".join(lines))
    assert judged("ingest", "mine", "plain").code == 0
    with duckdb.connect("judged.duckdb") as connection:
        assert connection.execute("select rows, sha256 from sources").fetchall()[0][0] == 200_000
        kept = "select query_id, doc_id, score from run_lines where rowid"
        both = f"({kept} < 200000 except {kept} >= 200000)"
        assert connection.execute(f"select count(*) from {both}").fetchall() == [(0,)]
    later = bz2.compress(b"q1 Q0 d 1 1 t\n") + bz2.compress(b"\n" * 30_000_000)
    outcome = evaluate(f"broken={put('later', later)}", "run.txt", "--max-unpacked", "5MB")
    (found,) = findings(outcome, "unreadable-file")
    assert found["message"].startswith("later: the bzip2 file unpacks to more than 5,000,000 bytes")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of POSIX")
def test_a_device_without_an_end_is_read_no_further_than_is_allowed() -> None:
    outcome = judged("run", "qrels.txt", "/dev/zero", "--max-unpacked", "1MB")
    assert outcome.code == 2
    assert "/dev/zero: more than 1,000,000 bytes; allow more with --max" in outcome.stderr


@pytest.mark.parametrize("packing", few(["gzip", "bzip2", "zstd"], "zstd"))
def test_a_small_file_that_unpacks_to_more_than_is_allowed_is_refused(packing: str) -> None:
    put("mine", PACKINGS[packing](b"\n" * 30_000_000))
    outcome = evaluate("broken=mine", "run.txt", "--max-unpacked", "5MB")
    (found,) = findings(outcome, "unreadable-file")
    told = f"mine: the {packing} file unpacks to more than 5,000,000 bytes; look whether"
    assert found["message"].startswith(told)
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)


def test_a_packed_file_of_just_the_size_that_is_allowed_is_read() -> None:
    text = content(RUNS["trec"])
    put("mine", gzip.compress(text))
    assert evaluate("mine", "--max-unpacked", str(len(text))).code == 0
    assert evaluate("mine", "--max-unpacked", str(len(text) - 1)).code == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--max-unpacked", "much"), "--max-unpacked: 'much' is no size; give a number of bytes"),
        (("--columns", "qid"), "--columns: 'qid' is not FIELD=NAME, such as query=qid"),
        (("--columns", "queries=qid"), "--columns: 'queries' is unknown; did you mean 'query'"),
        (("--columns", "doc=a,doc=b"), "--columns: doc is told twice; tell it once"),
        (("--columns", "doc=a"), "--columns: no file whose columns have names is read so"),
        (("--run-columns", "doc=a"), "--run-columns: no file whose columns have names is read so"),
        (("--run-format", "json-first"), "--run-format: 'json-first' is unknown; did you mean"),
    ],
)
def test_options_that_nothing_can_be_read_by_are_told(words: tuple[str, ...], told: str) -> None:
    outcome = evaluate("run.txt", *words)
    assert outcome.code == 2
    assert f"judged: error: {told}" in outcome.stderr


def test_a_column_that_is_told_and_not_there_is_refused_with_the_near_ones() -> None:
    put("mine", "qid,docno,score\nq1,a,1\n")
    outcome = evaluate("broken=mine", "--columns", "doc=docid")
    (found,) = findings(outcome, "unreadable-file")
    told = "mine:1: --columns doc=docid: no such column; did you mean 'docno'?"
    assert found["message"].startswith(told)


@pytest.mark.parametrize("name", ["csv", "parquet", "jsonl-queries", "json"])
def test_a_file_that_is_not_what_was_forced_is_refused(name: str) -> None:
    outcome = evaluate("broken=run.txt", "--run-format", name)
    assert outcome.code == 1
    assert findings(outcome, "unreadable-file")


@pytest.mark.parametrize(
    ("path", "code", "told"),
    [
        ("other.duckdb::hit", 2, "other.duckdb::hit: no table or view 'hit'; did you mean 'hits'?"),
        ("gone.duckdb::hits", 2, "gone.duckdb::hits: no such file"),
        ("run.txt::hits", 2, "run.txt::hits: run.txt is no DuckDB database"),
    ],
)
def test_a_table_that_is_not_there_is_told(path: str, code: int, told: str) -> None:
    put_database()
    outcome = evaluate(f"mine={path}")
    assert outcome.code == code
    assert f"judged: error: {told}" in outcome.stderr


def test_a_view_of_another_database_reads_no_file() -> None:
    """Its SQL is of whoever made the file."""
    put("secret.csv", "qid,docno,score\nq1,a,1\n")
    with duckdb.connect("other.duckdb") as connection:
        connection.execute("create view hits as select * from 'secret.csv'")
    outcome = evaluate("mine=other.duckdb::hits")
    assert outcome.code == 1
    (found,) = findings(outcome, "unreadable-file")
    assert found["message"].startswith("other.duckdb::hits: the table cannot be read (")


def ndcg_at_1(qrels: str, run: str) -> float:
    """Of a file of judgments and one of a run, of any formats."""
    put("odd-qrels", qrels)
    outcome = evaluate(f"broken={put('odd-run', run)}", "-k", "1", qrels="odd-qrels")
    assert outcome.code == 0, outcome.stderr
    return macro(outcome, "broken", 1)


# The first is judged 1, the other 0 and has the higher score.
ORDER = "q1 0 good 1\nq1 0 bad 0\n"
SAME_NAMES = {
    "two ids": "query_id,id,id,doc_id,score,note\nq1,12,12,good,0.9,\nq1,7,7,bad,0.95,\n",
    "two lengths": "query_id,len,doc_id,len,score,\nq1,300,good,5,0.9,\nq1,100,bad,3,0.95,\n",
    "no names": ",,query_id,doc_id,score\n0,0,q1,good,0.9\n1,1,q1,bad,0.95\n",
}


@pytest.mark.parametrize("name", SAME_NAMES)
def test_unused_columns_of_one_name_move_no_other(name: str) -> None:
    assert ndcg_at_1(ORDER, SAME_NAMES[name]) == 0


def test_unused_columns_of_one_name_in_judgments_move_no_other() -> None:
    qrels = "query_id,x,doc_id,x,relevance,\nq1,0,good,0,1,\nq1,0,bad,2,0,\n"
    assert ndcg_at_1(qrels, "q1 Q0 good 1 0.9 t\nq1 Q0 bad 2 0.8 t\n") == 1


def test_quotation_marks_around_cells_of_beir_are_no_part_of_them() -> None:
    qrels = 'query-id\tcorpus-id\tscore\nq1\t"12"" disc"\t1\n"q1"\t"bad"\t0\n'
    assert ndcg_at_1(qrels, '{"q1": {"12\\" disc": 2, "bad": 1}}') == 1


@pytest.mark.parametrize("write", ["write_parquet", "write_ipc"])
def test_nan_beside_equal_values_is_told_with_its_row(write: str) -> None:
    """What a Parquet file notes of a column's least and largest value leaves it out."""
    columns = {"qid": ["q1", "q1", "q2"], "docno": ["a", "b", "a"]}
    nan = float("nan")
    getattr(polars.DataFrame({**columns, "rel": [1.0, 1.0, nan]}), write)("qrels.made")
    getattr(polars.DataFrame({**columns, "score": [1.0, 1.0, nan]}), write)("run.made")
    outcome = evaluate("broken=run.made", qrels="qrels.made")
    for rule_id, file in (("grade-integer", "qrels.made"), ("score-finite", "run.made")):
        (found,) = findings(outcome, rule_id)
        assert [(place["file"], place["line_number"]) for place in found["examples"]] == [(file, 3)]
    skipped = evaluate("broken=run.made", "--on-bad-line", "skip", qrels="qrels.made")
    assert skipped.code == 0


def test_an_arrow_file_with_types_that_are_not_supported_is_not_called_damaged() -> None:
    table = pa.table(
        {"qid": ["q1"], "docno": ["a"], "score": [1.0]}
        | {"more": pa.array([[1]], pa.list_view(pa.int64()))}
    )
    with pa.ipc.new_file("mine", table.schema) as file:
        file.write_table(table)
    (found,) = findings(evaluate("broken=mine", "run.txt"), "unreadable-file")
    assert "a column of a type that is not supported, or two of one name" in found["message"]
    assert "write the columns that are wanted as Parquet" in found["message"]


ADVICE = {
    "t\tp\tbm25\nq1\ta\t9\nq1\tb\t8\n": "header line with known names, or --columns",
    "t\tp\tx\ty\nq1\ta\t9\t1\nq1\tb\t8\t2\n": "header line with known names, or --columns",
    "q1\ta\t0.9\nq1\tb\t0.8\n": "'0.9' is no rank; as scores are: give the columns a header",
    "q1 a 90\nq1 b 80\n": "falls from line to line; as scores are",
    "q1 Q0 a 1 9\nq1 Q0 b 2 8\n": "the tag, its last column, seems to be missing",
    f"sep=,\n{HEADER}q1,a,1\n": "this line is for Excel alone: take it out",
}


@pytest.mark.parametrize("text", ADVICE)
def test_what_can_be_done_is_said(text: str) -> None:
    (found,) = findings(evaluate(f"broken={put('mine', text)}", "run.txt"), "unreadable-file")
    assert ADVICE[text] in found["message"]


def test_a_falling_third_column_is_ranks_where_that_is_said_or_none_is_left_out() -> None:
    put("mine", "q1 c 3\nq1 b 2\nq1 a 1\n")
    assert macro(evaluate("mine", "--order", "rank"), "mine") == 1
    put("mine", "q1 c 9\nq1 b 7\nq1 a 6\n")
    outcome = evaluate("mine", "--run-format", "msmarco", "--order", "rank")
    assert macro(outcome, "mine") == 1


def test_tags_that_are_scores_are_told_of_blanks_in_ids() -> None:
    put("mine", "q1 Q0 page 1 1 9.5 t\nq1 Q0 page 2 2 8.5 t\n")
    (found,) = findings(evaluate("mine", "run.txt"), "unreadable-file")
    assert (
        "where ids hold blanks, which shift the columns, --run-format trec-tab" in found["message"]
    )


def test_skipping_is_not_advised_where_lines_are_skipped() -> None:
    put("mine", f"{HEADER}q1,a,\nq1,b,\n")
    outcome = evaluate("mine", "run.txt", "--on-bad-line", "skip")
    assert "(--on-bad-line skip), but mine has no line that can be read" in outcome.stderr
    assert "goes on without such lines" not in outcome.stderr
