"""Files that cannot be read: an exit code, where it is, what was read, and what to do."""

from __future__ import annotations

import gzip
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from judged.ingestion.looks import DELIMITERS
from tests.cli.helpers import (
    BAC,
    QRELS,
    RUN,
    environment,
    findings,
    macro,
    ndcg,
    put,
    put_collection,
    rows,
    run_of,
)
from tests.support import few, judged


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


# What stands in run.txt, and what the message must hold.
RUNS: dict[str, tuple[str | bytes, tuple[str, ...]]] = {
    "judgments": (
        f"# remark\n\n{QRELS}",
        ("error: run.txt:3: 4 columns", "are qrels and run swapped?"),
    ),
    "five columns": (
        RUN.replace(" tag", ""),
        (
            "error: run.txt:1: 5 columns",
            "'q1 Q0 b 1 9.5'",
            "query_id Q0 doc_id rank score tag (trec)",
        ),
    ),
    "two columns": ("q1 b\nq1 a\n", ("error: run.txt:1: 2 columns", "wanted")),
    "tabs with spaces in ids": (
        "the q\tQ0\tthe b\t1\t9\ttag\n",
        ("error: run.txt:1: 8 columns", "--run-format trec-tab"),
    ),
    "nothing": ("", ("run.txt: the file is empty",)),
    "blank lines": ("\n \n\t\n", ("run.txt: no line with data", "wanted")),
    "comments": ("# nothing\n# here\n", ("run.txt: no line with data", "wanted")),
    "utf-16": (RUN.encode("utf-16"), ("run.txt: UTF-16 text", "iconv -f UTF-16 -t UTF-8")),
    "half a gzip file": (
        gzip.compress((RUN * 50).encode())[:-20],
        ("run.txt: a damaged gzip file", "copy or download it again"),
    ),
    "a broken gzip file": (
        b"\x1f\x8b\x08\x00" + RUN.encode(),
        ("run.txt: a damaged gzip file", "copy or download it again"),
    ),
    "empty gzip file": (gzip.compress(b""), ("run.txt: the file is empty",)),
    "binary": (bytes(range(256)) * 40, ("run.txt",)),
}


@pytest.mark.parametrize("content", few(RUNS, "judgments", "nothing", "half a gzip file", "binary"))
def test_a_run_that_cannot_be_read_is_told_with_what_to_do(content: str) -> None:
    text, told = RUNS[content]
    put("run.txt", text)
    put("other.txt", RUN.replace("tag", "other"))
    outcome = judged("run", "qrels.txt", "run.txt", "other.txt", "--format", "json")
    assert outcome.code == 1
    (error,) = [line for line in outcome.stderr.splitlines() if "error: " in line]
    for words in told:
        assert words in error
    # The reason stands in the report too, and the run beside it is scored.
    refused = run_of(outcome, "run.txt")
    assert (refused["status"], refused["rows"], refused["scores"]) == ("refused", 0, [])
    assert refused["reason"].startswith("unreadable-file: ")
    assert macro(outcome, "other") == pytest.approx(BAC, abs=1e-12)


JUDGMENTS: dict[str, tuple[str | bytes, tuple[str, ...]]] = {
    "a run": (RUN, ("qrels.txt:1: 6 columns", "are qrels and run swapped?")),
    "three columns": (
        "q1 a 3\n",
        ("qrels.txt:1: 3 columns", "needs the header query-id corpus-id score"),
    ),
    "tabs with spaces in ids": ("q1\t0\tthe a\t3\n", ("--qrels-format trec-tab",)),
    "nothing": ("", ("qrels.txt: the file is empty",)),
    "comments": ("#\n", ("qrels.txt: no line with data",)),
    "utf-16": (QRELS.encode("utf-16"), ("qrels.txt: UTF-16 text",)),
    "half a gzip file": (gzip.compress(QRELS.encode())[:-9], ("qrels.txt: a damaged gzip file",)),
    "header alone": ("query-id\tcorpus-id\tscore\n", ("qrels.txt: no line with data",)),
}


@pytest.mark.parametrize("content", few(JUDGMENTS, *list(JUDGMENTS)[:2]))
def test_judgments_that_cannot_be_read_are_told_with_what_to_do(content: str) -> None:
    text, told = JUDGMENTS[content]
    put("qrels.txt", text)
    outcome = judged("run", "qrels.txt", "run.txt")
    assert (outcome.code, outcome.stdout) == (1, "")
    (error,) = [line for line in outcome.stderr.splitlines() if "error: " in line]
    for words in told:
        assert words in error


def test_one_space_in_a_document_id_between_tabs_is_not_misread_silently() -> None:
    put("run.txt", "q1\tQ0\tthe b\t1\t9\ttag\n")
    outcome = judged("run", "qrels.txt", "run.txt")
    assert outcome.code == 1
    assert "--run-format trec-tab" in outcome.stderr


def test_beir_judgments_are_no_run_with_a_header() -> None:
    # Without its header the file would be read as ranks: MS MARCO's three columns.
    put("run.txt", "query-id\tcorpus-id\tscore\nq1\ta\t3\n")
    outcome = judged("run", "qrels.txt", "run.txt")
    assert outcome.code == 1
    assert "error: run.txt:1: 3 columns" in outcome.stderr
    assert "are qrels and run swapped?" in outcome.stderr


def test_judgments_between_tabs_are_not_said_to_be_a_run() -> None:
    put("qrels.txt", "the q\t0\tthe a\t3\n")
    outcome = judged("run", "qrels.txt", "run.txt")
    assert outcome.code == 1
    assert "--qrels-format trec-tab" in outcome.stderr
    assert "swapped" not in outcome.stderr


def test_swapped_arguments_are_told() -> None:
    outcome = judged("run", "run.txt", "qrels.txt")
    assert (outcome.code, outcome.stdout) == (1, "")
    assert "run.txt:1: 6 columns" in outcome.stderr
    assert "are qrels and run swapped?" in outcome.stderr


@pytest.mark.parametrize("words", [("absent.txt", "run.txt"), ("qrels.txt", "mine=absent.txt")])
def test_a_file_that_is_not_there_is_2(words: tuple[str, str]) -> None:
    outcome = judged("run", *words)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "error: absent.txt: no such file" in outcome.stderr


@pytest.mark.parametrize("words", [(".", "run.txt"), ("qrels.txt", "runs")])
def test_a_folder_is_2(words: tuple[str, str]) -> None:
    Path("runs").mkdir()
    outcome = judged("run", *words)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert ": a folder" in outcome.stderr


@pytest.mark.parametrize("option", ["--qrels-format", "--run-format"])
def test_an_unknown_format_is_2_and_names_the_known_ones(option: str) -> None:
    outcome = judged("run", "qrels.txt", "run.txt", option, "xml")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert f"{option}: 'xml' is unknown; known: trec, trec-tab, " in outcome.stderr


@pytest.mark.parametrize(
    "words", [("-", "-"), ("qrels.txt", "-", "b=-"), ("qrels.txt", "-", "--queries", "-")]
)
def test_standard_input_twice_is_2(words: tuple[str, ...]) -> None:
    outcome = judged("run", *words, stdin=RUN.encode())
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "error: -: standard input can be only one of judgments, runs and" in outcome.stderr


def test_latin_1_lines_are_findings_with_their_numbers() -> None:
    lines = [
        "q1 Q0 b 1 9.5 tag",
        "",
        "q1 Q0 caf\xe9 2 9 tag",
        "q1 Q0 a 3 8 tag",
        "q1 Q0 \xfc 4 7 tag",
    ]
    put("run.txt", "\n".join(lines).encode("latin-1"))
    outcome = judged("run", "qrels.txt", "run.txt")
    assert outcome.code == 1
    assert "error: run.txt:3: tag:" in outcome.stderr
    assert "also at run.txt:5" in outcome.stderr
    assert "iconv -f LATIN1 -t UTF-8" in outcome.stderr
    found = rows("select line_number, reason from rejected_lines order by line_number")
    assert found == [{"line_number": n, "reason": "encoding"} for n in (3, 5)]


def test_nothing_of_a_call_is_kept_where_the_judgments_cannot_be_read() -> None:
    put("bad.txt", "")
    assert judged("ingest", "--qrels", "bad.txt", "run.txt").code == 1
    assert rows("select * from sources") == []
    assert rows("select * from runs") == []


def test_the_stage_that_reads_says_what_cannot_be_read_and_keeps_the_rest() -> None:
    put("bad.txt", "")
    outcome = judged("ingest", "--qrels", "qrels.txt", "run.txt", "bad.txt")
    assert outcome.code == 1
    assert "error: bad.txt: the file is empty; give the file that was meant; " in outcome.stderr
    assert rows("select name, format, rows, rejected from sources order by name") == [
        {"name": "bad", "format": "unreadable", "rows": 0, "rejected": 0},
        {"name": "qrels", "format": "trec", "rows": 3, "rejected": 0},
        {"name": "run", "format": "trec", "rows": 3, "rejected": 0},
    ]
    again = judged("ingest", "bad.txt")
    assert (again.code, len(rows("select * from sources"))) == (1, 3)
    assert "error: bad.txt: the file is empty" in again.stderr
    assert "1 of 2 runs may be scored" in judged("validate").stderr
    (finding,) = rows("select * from findings where rule_id = 'unreadable-file'")
    assert (finding["run_id"], finding["line_number"]) == ("bad.txt", None)
    assert finding["value"] == "the file is empty; give the file that was meant"


def test_a_run_of_two_files_is_refused_where_one_cannot_be_read() -> None:
    put("bad.txt", "")
    outcome = judged("run", "qrels.txt", "mine=run.txt", "mine=bad.txt", "--format", "json")
    assert outcome.code == 1
    assert run_of(outcome, "mine")["status"] == "refused"
    assert run_of(outcome, "mine")["reason"].startswith("unreadable-file: bad.txt: the file is ")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_what_shows_only_while_it_is_read_leaves_no_row_behind(pack: type[bytes]) -> None:
    # Tabs beside blanks are read line by line, for which no delimiter is left.
    text = RUN + "".join(f"q1\tQ0 d{sign} 9 1 tag\n" for sign in DELIMITERS)
    put("run.txt", pack(text.encode()))
    outcome = judged("run", "qrels.txt", "run.txt")
    assert outcome.code == 1
    assert "error: run.txt: binary data; wanted lines of text in UTF-8" in outcome.stderr
    assert rows("select * from runs") == []
    assert rows("select * from rejected_lines") == []


def test_tags_that_name_no_runs_leave_no_row_behind() -> None:
    lines = [f"q{number % 2} Q0 d{number} {number} {9 - number} t{number}" for number in range(9)]
    put("run.txt", "\n".join([*lines, "broken line", ""]))
    put("other.txt", RUN)
    outcome = judged("run", "qrels.txt", "run.txt", "other.txt", "--format", "json")
    assert outcome.code == 1
    assert (
        "error: run.txt: 9 tags in 9 lines (such as 't0'), fewer than two docum" in outcome.stderr
    )
    assert [run["run_id"] for run in outcome.json["runs"]] == ["run.txt", "tag"]
    assert rows("select count(*) as n from runs") == [{"n": 3}]
    assert rows("select * from rejected_lines") == []
    # Named, the same bytes are read; what is wrong with a line is told then.
    named = judged("run", "qrels.txt", "mine=run.txt")
    assert named.code == 1
    assert "error: run.txt:10: mine: 'broken line' has not the columns" in named.stderr


def test_bytes_that_are_no_run_may_be_one_in_another_format() -> None:
    put("run.txt", "q1\tQ0\tthe b\t1\t9\ttag\nq1\tQ0\ta\t2\t8\ttag\n")
    assert judged("run", "qrels.txt", "run.txt").code == 1
    words = ("--run-format", "trec-tab", "--unjudged", "zero", "--format", "json")
    outcome = judged("run", "qrels.txt", "run.txt", *words)
    assert outcome.code == 0
    # a, of grade 3, at rank 2 behind an unjudged document.
    assert macro(outcome) == pytest.approx(ndcg([0, 3], [3, 2, 1]), abs=1e-12)


def test_a_file_that_was_mended_is_no_longer_waited_for() -> None:
    put("bad.txt", "")
    assert judged("run", "qrels.txt", "bad.txt", "run.txt").code == 1
    put("bad.txt", RUN.replace("tag", "mended"))
    assert judged("ingest", "bad.txt").code == 0
    assert judged("report", "--format", "csv").code == 0
    validated = judged("validate")
    assert (validated.code, "2 of 2 runs may be scored" in validated.stderr) == (0, True)
    # What was refused stays on record, and can be named.
    assert rows("select status from evaluations where run_id = 'bad.txt'") == [
        {"status": "refused"}
    ]
    assert judged("report", "bad.txt").code == 1
    assert judged("validate", "bad.txt").code == 1


def test_a_file_of_the_same_name_elsewhere_mends_nothing() -> None:
    put("a/bad.txt", "")
    put("b/bad.txt", RUN)
    assert judged("ingest", "--qrels", "qrels.txt", "a/bad.txt", "b/bad.txt").code == 1
    validated = judged("validate")
    assert (validated.code, "1 of 2 runs may be scored" in validated.stderr) == (1, True)


JUNK_TAGS = "q1 Q0 a 1 9 x1\nq1 Q0 b 2 8 x2\nq1 Q0 c 3 7 x3\n"


def test_bytes_that_were_scored_by_a_name_keep_their_score_without_it() -> None:
    put("run.txt", JUNK_TAGS)
    assert judged("run", "qrels.txt", "bm25=run.txt").code == 0
    scored = rows("select run_id, macro_ndcg from latest_run_scores")
    assert judged("ingest", "run.txt").code == 1
    assert judged("score").code == 0
    assert rows("select run_id, macro_ndcg from latest_run_scores") == scored
    assert scored == [{"run_id": "bm25", "macro_ndcg": 1.0}]


def test_a_run_in_another_format_is_another_version() -> None:
    put("run.txt", "q1\tQ0\ta\t1\t9\ttag\nq1\tQ0\tthe b\t2\t8\ttag\n")
    words = ("--run-format", "trec-tab", "--unjudged", "zero")
    assert judged("run", "qrels.txt", "mine=run.txt", *words).code == 0
    scored = rows("select macro_ndcg from latest_run_scores")
    assert judged("ingest", "mine=run.txt").code == 1
    assert judged("score").code == 0
    assert rows("select macro_ndcg from latest_run_scores") == scored
    # The newest version is the one that cannot be read.
    assert judged("validate", "--unjudged", "zero").code == 1


@pytest.mark.parametrize("path", ["out.txt", "-"])
def test_a_named_run_is_mended_by_nothing_but_itself(path: str) -> None:
    good = RUN.encode()
    put("out.txt", "")
    assert judged("ingest", "--qrels", "qrels.txt", f"bm25={path}", stdin=b"").code == 1
    put("out.txt", RUN)
    for run in (f"dense={path}", path):
        assert judged("ingest", run, stdin=good).code == 0
        assert judged("validate").code == 1
        assert "bm25: " in judged("validate").stderr
    assert judged("ingest", f"bm25={path}", stdin=good).code == 0
    assert judged("validate").code == 0


def test_a_part_of_a_run_that_is_read_by_itself_does_not_mend_the_run() -> None:
    put("part.txt", "")
    assert judged("run", "qrels.txt", "mine=run.txt", "mine=part.txt").code == 1
    put("part.txt", RUN.replace("tag", "part"))
    assert judged("ingest", "part.txt").code == 0
    assert judged("validate").code == 1


def test_a_mended_run_stays_mended_where_its_bytes_come_by_another_path() -> None:
    put("bad.txt", "")
    assert judged("ingest", "--qrels", "qrels.txt", "bad.txt").code == 1
    for path in ("bad.txt", "archive/bad.txt"):
        put(path, RUN)
        assert judged("ingest", path).code == 0
        assert judged("validate").code == 0
    put("bad.txt", "")
    assert judged("ingest", "bad.txt").code == 1
    assert judged("validate").code == 1


def test_files_of_one_name_that_cannot_be_read_leave_the_others_alone() -> None:
    for folder in "ab":
        put(f"{folder}/tag.txt", "")
    outcome = judged("run", "qrels.txt", "a/tag.txt", "b/tag.txt", "run.txt", "--format", "json")
    assert outcome.code == 1
    assert {run["run_id"]: run["status"] for run in outcome.json["runs"]} == {
        "a/tag.txt": "refused",
        "b/tag.txt": "refused",
        "tag": "scored",
    }


def test_each_file_of_a_run_that_cannot_be_read_is_told() -> None:
    for name in "ab":
        put(f"{name}.txt", "")
    outcome = judged("run", "qrels.txt", "mine=a.txt", "mine=b.txt", "--format", "json")
    assert outcome.code == 1
    (finding,) = findings(outcome, "unreadable-file")
    assert (finding["run_id"], finding["count"]) == ("mine", 2)
    assert "error: mine: a.txt: the file is empty; give the file that was meant (and b.txt); " in (
        outcome.stderr
    )


def test_a_file_that_was_mended_is_not_told_with_the_others_of_its_run() -> None:
    for name in "ab":
        put(f"{name}.txt", "")
    assert judged("run", "qrels.txt", "mine=a.txt", "mine=b.txt").code == 1
    put("b.txt", RUN)
    outcome = judged("run", "qrels.txt", "mine=a.txt", "mine=b.txt")
    assert outcome.code == 1
    assert "error: mine: a.txt: the file is empty; give the file that was meant; mend" in (
        outcome.stderr
    )


def test_of_a_file_that_cannot_be_read_nobody_says_which_queries_it_lacks() -> None:
    put("run.txt", "")
    outcome = judged("run", "qrels.txt", "run.txt", "--missing-queries", "error")
    assert outcome.code == 1
    assert "missing-query" not in outcome.stderr + outcome.stdout


def test_a_report_on_nothing_but_a_file_that_was_mended_names_the_next_stage() -> None:
    put("bad.txt", "")
    assert judged("run", "qrels.txt", "bad.txt").code == 1
    put("bad.txt", RUN)
    assert judged("ingest", "bad.txt").code == 0
    outcome = judged("report")
    assert (outcome.code, outcome.stdout) == (4, "")
    assert (
        "nothing was evaluated since files were mended; `judged validate` is the next stage"
        in outcome.stderr
    )


def test_a_temporary_file_that_cannot_be_written_is_not_blamed_on_the_run() -> None:
    put("run.txt.gz", gzip.compress((RUN * 20_000).encode(), compresslevel=1))
    # The shell's limit for one file, in units of 512 or 1,024 bytes, is below the unpacked text.
    size = Path("run.txt.gz").stat().st_size // 512 + 64
    words = "-m judged run qrels.txt run.txt.gz --db :memory:"
    done = subprocess.run(
        ["sh", "-c", f"ulimit -f {size}; exec {shlex.quote(sys.executable)} {words}"],
        capture_output=True,
        check=False,
        env=environment(),
    )
    assert done.returncode == 4
    told = done.stderr.decode()
    assert "a temporary file cannot be written: File too large" in told
    assert "TMPDIR" in told


@pytest.mark.parametrize("schema", ["absent.py:Runs", "rules.py:Absent", "rules.py:NotOne"])
def test_a_schema_that_cannot_be_used_is_told_before_anything_is_read(schema: str) -> None:
    put("rules.py", "NotOne = 1\n")
    outcome = judged("run", "qrels.txt", "run.txt", "--schema", schema)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert rows("select * from sources") == []
