"""The Python and SQL examples of the READMEs run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support import PROJECT, judged

if TYPE_CHECKING:
    from pathlib import Path


def blocks(readme: str, language: str) -> list[str]:
    text = (PROJECT / readme).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The demo's database."""
    path = tmp_path / "demo.duckdb"
    assert judged("demo", "--db", path).code == 0
    return path


@pytest.mark.parametrize("query", blocks("sql/README.md", "sql"))
def test_a_query_to_start_from_returns_rows(query: str, store: Path) -> None:
    done = judged("sql", query, "--db", store, "--format", "json")
    assert done.code == 0, done.stderr
    assert done.json


def test_there_are_five_queries_to_start_from() -> None:
    assert len(blocks("sql/README.md", "sql")) == 5


def test_the_python_example_runs(tmp_path: Path) -> None:
    (example,) = blocks("README.md", "python")
    script = tmp_path / "example.py"
    # In the example: gains 2 of d1 at rank 2 and nothing else; the ideal ranking is d1, d3.
    script.write_text(
        example + "\nprint([round(row, 4) for row in result.query_scores['ndcg']])\n",
        encoding="utf-8",
    )
    paths = os.pathsep.join(str(PROJECT / folder) for folder in ("pipeline", "schemas"))
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    # k = 1: 0; k = 10: (2 / log2(3)) / (2 + 1 / log2(3)) = 1.26186 / 2.63093
    assert done.stdout == "[0.0, 0.4796]\n", done.stderr


def test_the_example_schema_refuses_other_ids(tmp_path: Path) -> None:
    (example,) = blocks("schemas/README.md", "python")
    rules = tmp_path / "my_rules.py"
    rules.write_text(example, encoding="utf-8")
    qrels, run = tmp_path / "qrels.txt", tmp_path / "run.txt"
    qrels.write_text("q1 0 doc1 1\nq1 0 page2 0\n", encoding="utf-8")
    run.write_text("q1 Q0 doc1 1 2.0 t\nq1 Q0 page2 2 1.0 t\n", encoding="utf-8")
    schema = f"{rules}:MyQrels"
    done = judged("run", qrels, run, "--schema", schema, "--db", ":memory:", "--format", "json")
    assert done.code == 1
    (finding,) = [f for f in done.json["findings"] if f["rule_id"] == "our-ids"]
    assert finding["count"] == 1
    assert finding["examples"][0]["line_number"] == 2
    assert finding["examples"][0]["value"] == "page2"


def keys_of(value: object) -> set[str]:
    """The keys of a report, at any depth, but for those that stand for fields and grades."""
    if isinstance(value, list):
        return {key for item in value for key in keys_of(item)}
    if not isinstance(value, dict):
        return set()
    named = {"contract", "origins", "grades", "scores", "differs"}
    below = {key for name, item in value.items() if name not in named for key in keys_of(item)}
    return below | set(value)


def test_the_keys_of_the_json_report_are_those_that_are_listed(tmp_path: Path) -> None:
    listed = tmp_path / "queries.txt"
    listed.write_text("q01\nq02\nunknown\n", encoding="utf-8")
    judged("demo", "--files", tmp_path)
    files = [tmp_path / name for name in ("qrels.txt", "keywords.txt")]
    words = ("--unjudged", "zero", "--queries", listed, "--db", ":memory:", "--format", "json")
    report = judged("run", *files, *words).json
    (block,) = [text for text in blocks("pipeline/README.md", "text") if "judged_version" in text]
    # Without remarks in brackets, and what stands for fields, grades and columns of run_scores.
    keys = re.sub(r"\([^()]*\)|\{(field|grade): .*?\}+|(?<=scores )\[\{.*?\}\]", "", block)
    told = set(re.findall(r"[a-z_0-9]+", keys))
    assert told == keys_of(report)
