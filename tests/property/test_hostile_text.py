"""Text from strangers stays text through every stage, in every form, file name and option."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import judged as library
from tests.property.contracts import deterministic
from tests.property.hostile import names, texts, words
from tests.support import Outcome, judged

if TYPE_CHECKING:
    from collections.abc import Sequence

SCHEMA = "from judged_schemas.qrels import Qrels\n\n\nclass Mine(Qrels):\n    pass\n"
# What bold headings are made of on a terminal, and nothing else.
STYLES = re.compile(r"\x1b\[[01]m")
FORMS = ("table", "markdown", "csv", "jsonl", "json")


class Hostile(NamedTuple):
    """What one example is made of.

    Attributes:
        queries: two ids; the run has the first only.
        docs: two ids.
        run: the name of the run.
        option: what stands in options, cells and values.
        file: the name of a file.
    """

    queries: Sequence[str]
    docs: Sequence[str]
    run: str
    option: str
    file: str


def examples(ids: st.SearchStrategy[str]) -> st.SearchStrategy[Hostile]:
    two = st.lists(ids, min_size=2, max_size=2, unique=True)
    run = ids.filter(lambda text: "=" not in text)
    return st.builds(Hostile, two, two, run, texts, names)


def ran(*arguments: str) -> Outcome:
    """A command with its rights: an exit code that is none of a bug, nothing that steers."""
    outcome = judged(*arguments)
    assert outcome.code in range(5), outcome.stderr
    assert_steers_nothing(outcome.stderr)
    return outcome


def assert_steers_nothing(text: str) -> None:
    odd = {sign for sign in text if not sign.isprintable() and sign != "\n"}
    assert odd == set(), odd


def assert_whole_tables(markdown: str) -> None:
    assert_steers_nothing(markdown)
    assert "<script" not in markdown
    for table in re.findall(r"(?:^\|.*\n)+", markdown, re.MULTILINE):
        cells = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table.splitlines()}
        assert len(cells) == 1, table


def in_rows(text: str, form: str) -> list[dict[str, Any]]:
    """What a standard parser makes of rows; in CSV everything is text."""
    if form == "csv":
        return list(csv.DictReader(io.StringIO(text, newline="")))
    return list(map(json.loads, text.split("\n")[:-1])) if form == "jsonl" else json.loads(text)


def put_files(found: Hostile) -> None:
    """Judgments of both queries, a run of the first; the first line of each file is tame."""
    (first, second), (one, other) = found.queries, found.docs
    Path("qrels.txt").write_bytes(
        f"tame 0 tame 1\n{first} 0 {one} 2\n{first} 0 {other} 1\n{second} 0 {one} 1\n".encode()
    )
    lines = [f"{first} Q0 {doc} {rank} {9 - rank} t" for rank, doc in enumerate((one, other), 1)]
    Path(found.file).write_bytes("\n".join(["tame Q0 tame 1 1 t", *lines, ""]).encode())
    folder = Path("folder" + found.file)
    folder.mkdir()
    (folder / "mine.py").write_text(SCHEMA, encoding="utf-8")
    # TOML escapes as JSON does, but for halves of pairs, and DEL.
    pool = json.dumps(found.option, ensure_ascii=False)
    Path("judged.toml").write_text(
        f"[judgments]\npool = {pool}\nrevision = {pool}\n".replace("\x7f", "\\u007f"),
        encoding="utf-8",
    )
    with Path("queries.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["query_id", "title " + re.sub(r"\s", "", found.option)])
        writer.writerows([[query, "x"] for query in ("tame", first, second)])


def assert_forms_hold(found: Hostile, run: str) -> None:
    """Every report, explanation and SELECT gives the ids as they are, or harmless."""
    query, doc = found.queries[0], found.docs[0]
    explain = ("explain", "--format")
    select = "select query_id, doc_id from qrels"
    for form in FORMS:
        report = ran("report", "--format", form)
        explained = ran(*explain, form, "--", run, query)
        selected = ran("sql", "--format", form, select)
        jobs = ran("sql", "--format", form, "from jobs")
        told = [each.stdout for each in (report, explained, selected, jobs)]
        if form in ("table", "markdown"):
            for text in told:
                assert_steers_nothing(text)
                if form == "markdown":
                    assert_whole_tables(text)
            continue
        if form == "json":
            assert report.json["runs"][0]["run_id"] == run
            assert report.json["runs"][0]["missing_queries"] == [found.queries[1]]
            assert explained.json["query_id"] == query
            assert explained.json["ranking"][0]["doc_id"] == doc
        else:
            assert {row["run_id"] for row in in_rows(told[0], form)} == {run}
            assert in_rows(told[1], form)[0]["doc_id"] == doc
        pairs = {(row["query_id"], row["doc_id"]) for row in in_rows(told[2], form)}
        assert {(query, doc), (query, found.docs[1]), (found.queries[1], doc)} <= pairs
        assert len(in_rows(told[3], form)) >= 1


def check_files(found: Hostile, folder: Path) -> None:
    with chdir(folder):
        put_files(found)
        outcome = ran(
            "run",
            "--unjudged=zero",
            "--format=json",
            "--out=out",
            f"--label={found.option}",
            "--queries=queries.csv",
            f"--schema=folder{found.file}/mine.py:Mine",
            "--",
            "qrels.txt",
            f"{found.run}=./{found.file}",
        )
        assert outcome.code == 0, outcome.stderr
        assert outcome.json["judgments"]["pool"] == found.option
        assert outcome.json["runs"][0]["sources"][0]["path"] == f"./{found.file}"
        assert_forms_hold(found, found.run)
        (job,) = ran("sql", "--format=json", "select label, command from jobs").json
        assert job["label"] == found.option
        assert_whole_tables(Path("out/report.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("count", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_files_names_and_options(tmp_path_factory: pytest.TempPathFactory, count: int) -> None:
    @deterministic(count)
    @given(examples(words))
    def check(found: Hostile) -> None:
        check_files(found, tmp_path_factory.mktemp("files"))

    check()


@pytest.mark.parametrize("count", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_text_that_no_file_can_hold_comes_from_memory(
    tmp_path_factory: pytest.TempPathFactory, count: int
) -> None:
    @deterministic(count)
    @given(examples(texts))
    def check(found: Hostile) -> None:
        (first, second), (one, other) = found.queries, found.docs
        qrels = {first: {one: 2, other: 1}, second: {one: 1}}
        with chdir(tmp_path_factory.mktemp("memory")):
            contract = library.Contract(unjudged="zero")
            runs = {found.run: {first: {one: 2.0, other: 1.0}}}
            result = library.evaluate(qrels, runs, contract, store="judged.duckdb")
            assert set(result.query_scores["query_id"]) == {first, second}
            assert_forms_hold(found, found.run)

    check()


@deterministic(4)
@given(st.lists(texts, min_size=1, max_size=8))
def test_arguments_end_in_no_bug(arguments: list[str]) -> None:
    ran("sql", "--db=:memory:", "--", *arguments)
    ran(*arguments)


class Terminal(io.TextIOWrapper):
    """Standard output as a terminal has it, that keeps what is written."""

    def __init__(self) -> None:
        self.written = io.BytesIO()
        super().__init__(self.written, encoding="utf-8", newline="", write_through=True)

    def isatty(self) -> bool:
        return True


def test_a_table_on_a_terminal(tmp_path_factory: pytest.TempPathFactory) -> None:
    from judged.cli import main

    @deterministic(4)
    @given(examples(words))
    def check(found: Hostile) -> None:
        with chdir(tmp_path_factory.mktemp("terminal")), pytest.MonkeyPatch.context() as patched:
            put_files(found)
            assert judged("run", "--unjudged=zero", "--", "qrels.txt", found.file).code in range(5)
            patched.setenv("TERM", "xterm")
            patched.setenv("COLUMNS", "100")
            for arguments in (["report"], ["explain", "--", "t", found.queries[0]]):
                terminal = Terminal()
                patched.setattr(sys, "stdout", terminal)
                main(arguments)
                assert_steers_nothing(STYLES.sub("", terminal.written.getvalue().decode()))

    check()
