"""judged sources: every source, what it is part of, and what stands on it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

import judged as api
from tests.cli.helpers import QRELS, RUN, put, put_collection
from tests.support import judged

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = [
    "source_id",
    "kind",
    "name",
    "other_names",
    "path",
    "format",
    "compression",
    "rows",
    "rejected",
    "sha256",
    "ingested_at",
    "runs",
    "is_newest",
    "evaluations",
]
BETTER = "q1 Q0 a 1 9.5 tag\nq1 Q0 b 2 8.5 tag\n"


def listed(*words: str) -> list[dict[str, Any]]:
    outcome = judged("sources", *words, "--format", "json")
    assert outcome.code == 0, outcome.stderr
    found: list[dict[str, Any]] = outcome.json
    return found


def fill() -> None:
    """Judgments under two names, two versions of a run, a file of two runs, a list of queries."""
    put_collection()
    put("pair.txt", RUN.replace("tag", "one") + RUN.replace("tag", "two"))
    put("list.txt", "q1\n")
    assert judged("run", "qrels.txt", "run.txt", "pair.txt").code == 0
    put("run.txt", BETTER)
    put("gold.txt", QRELS)
    assert judged("run", "gold.txt", "run.txt", "--queries", "list.txt").code == 0


def test_every_source_is_listed_with_what_stands_on_it() -> None:
    fill()
    rows = listed()
    assert [list(row) for row in rows] == [COLUMNS] * 5
    shown = ("source_id", "kind", "name", "path", "rows", "runs", "is_newest", "evaluations")
    # Evaluations 1 to 3 are of the first call: of tag as it was, of one and of two; the fourth, of
    # tag as it is, is made with the list of queries.
    assert [tuple(row[key] for key in shown) for row in rows] == [
        (1, "qrels", "gold", "gold.txt", 3, [], True, 4),
        (2, "run", "run", "run.txt", 3, ["tag"], False, 1),
        (3, "run", "pair", "pair.txt", 6, ["one", "two"], True, 2),
        (4, "run", "run", "run.txt", 2, ["tag"], True, 1),
        (5, "queries", "list", "list.txt", 1, [], True, 1),
    ]
    assert rows[0]["other_names"] == ["qrels"]
    assert rows[0]["sha256"] == hashlib.sha256(QRELS.encode()).hexdigest()[:12]
    assert (rows[0]["format"], rows[0]["compression"], rows[0]["rejected"]) == ("trec", "none", 0)


def test_newest_judgments_of_a_name_are_those_that_were_given_last() -> None:
    put_collection()
    assert judged("ingest", "--qrels", "qrels.txt").code == 0
    put("qrels.txt", "q1 0 a 1\n")
    assert judged("ingest", "--qrels", "qrels.txt").code == 0
    assert [row["is_newest"] for row in listed()] == [False, True]
    put("qrels.txt", QRELS)
    assert judged("ingest", "--qrels", "qrels.txt").code == 0
    assert [row["is_newest"] for row in listed()] == [True, False]


def test_sources_are_chosen_by_id_name_or_run() -> None:
    fill()
    for words, ids in (
        (("2",), [2]),
        (("run",), [2, 4]),
        (("tag",), [2, 4]),
        (("two",), [3]),
        (("qrels", "list"), [1, 5]),
        (("gold", "1"), [1]),
    ):
        assert [row["source_id"] for row in listed(*words)] == ids


def test_an_unknown_source_is_2_and_names_the_near_ones() -> None:
    fill()
    outcome = judged("sources", "gald")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "no source 'gald'; did you mean 'gold'?" in outcome.stderr


def test_table_csv_jsonl_and_markdown_agree_with_json() -> None:
    fill()
    rows = listed()
    lines = judged("sources", "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line) for line in lines] == rows
    table = list(csv.DictReader(io.StringIO(judged("sources", "--format", "csv").stdout)))
    assert [row["runs"] for row in table] == ["", '["tag"]', '["one", "two"]', '["tag"]', ""]
    assert [row["path"] for row in table] == [row["path"] for row in rows]
    drawn = judged("sources").stdout.splitlines()
    assert drawn[0].split() == COLUMNS
    assert len(drawn) == 2 + len(rows)
    marked = judged("sources", "--format", "markdown").stdout.splitlines()
    assert [cell.strip() for cell in marked[0].strip("| ").split(" | ")] == COLUMNS
    assert len(marked) == 2 + len(rows)


def test_an_empty_store_has_no_source(folder: Path) -> None:
    api.open_store(folder / "judged.duckdb", read_only=False).close()
    assert listed() == []
    assert "no source 'x'; none is here" in judged("sources", "x").stderr


@pytest.mark.usefixtures("evaluated")
def test_listing_is_no_job_and_writes_nothing(folder: Path) -> None:
    before = (folder / "judged.duckdb").read_bytes()
    assert judged("sources").code == 0
    assert (folder / "judged.duckdb").read_bytes() == before
