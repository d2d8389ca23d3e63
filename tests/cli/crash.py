"""The stages, what they leave in the database, and the state before each of them."""

from __future__ import annotations

import shutil
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.helpers import rows
from tests.support import judged

STAGES: dict[str, tuple[str, ...]] = {
    "ingest": ("ingest", "--qrels", "qrels.txt", "run0.txt", "run1.txt"),
    "validate": ("validate", "--unjudged", "zero", "-k", "10,all"),
    "score": ("score",),
}
TABLES = ("sources", "run_sources", "evaluations", "findings", "query_scores", "run_scores")
LARGE_VIEWS = ("qrels", "runs")
TIMES = ("ingested_at", "created_at")


def contents() -> dict[str, list[dict[str, Any]]]:
    """What is in the public tables, but for the times at which it was written."""
    return {
        table: [
            {key: value for key, value in row.items() if key not in TIMES}
            for row in rows(f"select * from {table} order by all")
        ]
        for table in TABLES
    } | {
        view: rows(f"select count(*) as n, sum(hash(v)) as total from {view} as v")
        for view in LARGE_VIEWS
    }


def run_stage(stage: str) -> dict[str, list[dict[str, Any]]]:
    outcome = judged(*STAGES[stage])
    assert outcome.code == 0, outcome.stderr
    return contents()


@dataclass(frozen=True)
class Fresh:
    """A collection whose stages were run without trouble.

    Attributes:
        folder: the collection, and the database as it was after each stage, named after it.
        contents: the tables before the first stage, and after each.
    """

    folder: Path
    contents: list[dict[str, list[dict[str, Any]]]]

    def restore(self, before: str) -> int:
        """Brings the database to where it was before a stage; which of the stages it is."""
        place = list(STAGES).index(before)
        shutil.copytree(self.folder, Path.cwd(), dirs_exist_ok=True)
        if place:
            shutil.copy(f"{list(STAGES)[place - 1]}.duckdb", "judged.duckdb")
        return place


def fresh(folder: Path) -> Fresh:
    """Runs every stage on the files in a folder, and keeps each state."""
    nothing: dict[str, list[dict[str, Any]]] = {table: [] for table in TABLES}
    empty: list[dict[str, Any]] = [{"n": 0, "total": None}]
    states = [nothing | dict.fromkeys(LARGE_VIEWS, empty)]
    with chdir(folder):
        for stage in STAGES:
            states.append(run_stage(stage))
            shutil.copy("judged.duckdb", f"{stage}.duckdb")
        Path("judged.duckdb").unlink()
    return Fresh(folder, states)
