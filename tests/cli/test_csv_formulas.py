"""Cells that a spreadsheet would run: as they are, or behind an apostrophe where that is asked."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.cli.helpers import put
from tests.support import judged

FORMULAS = ["=cmd|'/C'!A0", "+1+1", "-1", "@SUM(A1)", "\uff1dcmd"]
HARMLESS = ["d1", "a=b", "'=x", "1-1"]


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    documents = FORMULAS + HARMLESS
    put("qrels.txt", "".join(f"=q1 0 {doc} 1\n" for doc in documents))
    put("run.txt", "".join(f"=q1 Q0 {doc} 1 -{n} @run\n" for n, doc in enumerate(documents)))
    assert judged("run", "qrels.txt", "run.txt").code == 0


def cells(text: str, column: str) -> list[str]:
    return [row[column] for row in csv.DictReader(io.StringIO(text, newline=""))]


def escaped(documents: list[str]) -> list[str]:
    return [f"'{doc}" if doc in FORMULAS else doc for doc in documents]


def test_they_are_as_they_are_by_default() -> None:
    select = "select doc_id from runs order by line_order"
    for words in ((), ("--csv-formulas", "keep")):
        written = judged("sql", select, "--format", "csv", *words).stdout
        assert cells(written, "doc_id") == FORMULAS + HARMLESS


def test_sql_escapes_them_and_leaves_numbers_alone() -> None:
    select = 'select doc_id, score, -1::decimal(4, 2) as "=cost" from runs order by line_order'
    words = ("--format", "csv", "--csv-formulas", "escape")
    written = judged("sql", select, *words).stdout
    assert cells(written, "doc_id") == escaped(FORMULAS + HARMLESS)
    assert cells(written, "score") == [f"-{n}.0" for n in range(9)]
    assert set(cells(written, "'=cost")) == {"-1.00"}


def test_report_explain_and_the_files_of_a_folder_escape_them() -> None:
    words = ("--format", "csv", "--csv-formulas", "escape")
    assert cells(judged("report", *words).stdout, "run_id") == ["'@run"]
    told = judged("explain", *words, "@run", "=q1", "-k", "all").stdout
    assert set(cells(told, "doc_id")) == set(escaped(FORMULAS + HARMLESS))
    judged("report", "--csv-formulas", "escape", "--out", "out")
    for name in ("report.csv", "query_scores.csv"):
        assert set(cells(Path("out", name).read_text(encoding="utf-8"), "run_id")) == {"'@run"}
    assert set(cells(Path("out/query_scores.csv").read_text(encoding="utf-8"), "query_id")) == {
        "'=q1"
    }


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_other_forms_hold_ids_as_they_are(form: str) -> None:
    told = judged("report", "--format", form, "--csv-formulas", "escape").stdout
    assert '"@run"' in told


def test_json_escapes_what_steers_a_terminal_and_means_the_same() -> None:
    outcome = judged(
        "sql", "select '\x9b31m' || chr(127) || '\u202e\xe9' as word", "--format", "json"
    )
    assert outcome.stdout.count("\\u009b31m\\u007f\\u202e\xe9") == 1
    assert outcome.json == [{"word": "\x9b31m\x7f\u202e\xe9"}]


def test_no_cell_and_no_message_begins_a_line_of_its_own() -> None:
    table = judged("sql", "select 'a' || chr(10) || 'b' as word").stdout
    assert table.splitlines()[-1] == "a\\nb"
    stderr = judged("sql", 'select "a\njudged: error: b"').stderr
    assert [line for line in stderr.splitlines() if line.startswith("judged: error: b")] == []


def test_a_word_between_colons_is_no_picture() -> None:
    put("run.txt", "=q1 Q0 d1 1 1 :smile:\n")
    judged("run", "qrels.txt", "run.txt", "--unjudged", "zero")
    assert ":smile:" in judged("explain", ":smile:", "=q1").stdout.splitlines()[0]
