"""What the tests of the stages share: one collection, and stages that must succeed."""

from __future__ import annotations

from typing import Any

from tests.cli.helpers import QRELS, RUN, put, rows
from tests.support import Outcome, judged

# Two queries and two runs: one zero-IDCG query, one that the second run misses.
OTHER = "q1 Q0 c 1 9.5 other\nq1 Q0 b 2 8.5 other\n"


def put_files() -> None:
    """Writes the collection into the folder that the test runs in."""
    put("qrels.txt", QRELS + "q2 0 y 0\nq3 0 z 2\n")
    put("run.txt", RUN + "q2 Q0 y 1 3 tag\nq3 Q0 z 1 3 tag\n")
    put("other.txt", OTHER)


def stage(*words: str) -> Outcome:
    outcome = judged(*words)
    assert outcome.code == 0, outcome.stderr
    return outcome


def stored(table: str, *words: str) -> list[dict[str, Any]]:
    """Every row of a table of scores, in one order, whatever database it is in."""
    return rows(f"select * from {table} order by all", *words)


def ingest() -> Outcome:
    return stage("ingest", "--qrels", "qrels.txt", "run.txt", "other.txt")
