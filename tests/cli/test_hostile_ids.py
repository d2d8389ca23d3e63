"""Ids come from strangers: whatever they hold stays text, in every form."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from tests.cli.helpers import put, rows
from tests.support import Outcome, judged

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = [
    "<script>alert(1)</script>",
    "a|b|c",
    "\x1b[31mred\x1b[0m",
    "=cmd|'/C'!A0",
    "+1+1",
    "@SUM(A1)",
    "[bold]x[/bold]",
    "![i](http://example.com/i.png)",
    "`code`",
    "**strong**",
    "_slanted_",
    "__strong__",
    "~~struck~~",
    '"quoted",cell',
    "';drop/**/table/**/qrels;--",
    "$(rm)",
    "&amp;",
    "\\",
    "{query_id}",
    "%s",
    "né",
    "\u202egnp",
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each id is a judged query that the run misses, an unknown query, and a document."""
    folder = tmp_path_factory.mktemp("hostile")
    with chdir(folder):
        put_collection()
        assert evaluate("json").code == 0
    return folder


@pytest.fixture(autouse=True)
def _collection(folder: Path, made: Path) -> None:
    shutil.copytree(made, folder, dirs_exist_ok=True)


def put_collection() -> None:
    lines = "".join(f"q1 0 {word} 1\n{word} 0 a 1\n" for word in HOSTILE)
    put("qrels.txt", lines + "q1 0 a 3\n")
    documents = "".join(f"q1 Q0 {word} {rank} 1 <t|ag>\n" for rank, word in enumerate(HOSTILE))
    unknown = "".join(f"{word}? Q0 {word} 1 1 <t|ag>\n" for word in HOSTILE)
    put("run.txt", documents + unknown)


def evaluate(form: str) -> Outcome:
    outcome = judged("run", "qrels.txt", "run.txt", "--format", form, "--out", "out")
    assert outcome.code == 0, outcome.stderr
    return outcome


def test_json_holds_them_as_they_are() -> None:
    (run,) = judged("report", "--format", "json").json["runs"]
    assert run["run_id"] == "<t|ag>"
    assert run["missing_queries"] == sorted(HOSTILE, key=str.encode)
    assert run["unknown_queries"] == sorted((f"{word}?" for word in HOSTILE), key=str.encode)


def test_csv_holds_them_as_they_are() -> None:
    with open("out/query_scores.csv", encoding="utf-8", newline="") as file:  # noqa: PTH123
        found = {row["query_id"] for row in csv.DictReader(file)}
    assert found == {*HOSTILE, "q1"}
    statement = "select distinct doc_id from qrels order by 1"
    written = judged("sql", statement, "--format", "csv").stdout
    assert [row[0] for row in csv.reader(io.StringIO(written))][1:] == sorted(
        [*HOSTILE, "a"], key=str.encode
    )


@pytest.mark.parametrize("words", [(), ("sql",), ("explain",)])
def test_a_table_steers_no_terminal_and_knows_no_markup(words: tuple[str, ...]) -> None:
    if words == ("sql",):
        outcome = judged("sql", "select distinct doc_id from qrels")
    elif words:
        outcome = judged("explain", "<t|ag>", "q1", "-k", "all")
    else:
        outcome = evaluate("table")
    assert "\x1b" not in outcome.stdout + outcome.stderr
    assert "\u202e" not in outcome.stdout + outcome.stderr
    if words:  # the report names only the first ten
        for word in ("[bold]x[/bold]", "\\x1b[31mred\\x1b[0m", "\\u202egnp", "né", "<script>"):
            assert word in outcome.stdout


MARKDOWN = [
    ("report",),
    ("sql", "select doc_id, query_id from qrels"),
    ("explain", "<t|ag>", "q1", "-k", "all"),
]


@pytest.mark.parametrize("words", MARKDOWN, ids=lambda words: words[0])
def test_markdown_has_whole_rows_and_no_markup_of_theirs(words: tuple[str, ...]) -> None:
    text = judged(*words, "--format", "markdown").stdout
    assert "<script>" not in text
    assert "<t" not in text
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert tables
    for table in tables:
        signs = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table.splitlines()}
        assert len(signs) == 1, table
    assert not re.search(r"(?<!\\)[`*\[~]|(?<![\\\w])_\w|\w_(?!\w)", text.replace("\\\\", ""))


@pytest.mark.parametrize("words", MARKDOWN, ids=lambda words: words[0])
def test_markdown_steers_no_terminal(words: tuple[str, ...]) -> None:
    assert "\x1b" not in judged(*words, "--format", "markdown").stdout


def test_a_message_steers_no_terminal() -> None:
    put("run.txt", "q1 Q0 \x1b[31mred 1 high <t|ag>\nq1 Q0 \x1b]0;title\x07 2 1 <t|ag>\n")
    outcome = judged("run", "qrels.txt", "run.txt")
    assert outcome.code == 1
    assert "\x1b" not in outcome.stdout + outcome.stderr
    assert "\x07" not in outcome.stdout + outcome.stderr
    assert "\\x1b[31mred" in outcome.stderr


def test_an_id_is_never_part_of_a_statement() -> None:
    name = "';drop/**/table/**/qrels;--"
    told = json.loads(judged("explain", "<t|ag>", name, "--format", "json").stdout)
    assert (told["query_id"], told["missing"]) == (name, True)
    assert rows("select count(*) as n from qrels") == [{"n": 2 * len(HOSTILE) + 1}]
