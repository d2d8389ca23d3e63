"""What the tests of the command line share: small files, hand arithmetic, real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.support import PROJECT, judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.support import Outcome

# One query whose best two documents stand in the wrong order, so that no score is a round number.
QRELS = "q1 0 a 3\nq1 0 b 2\nq1 0 c 1\n"
RUN = "q1 Q0 b 1 9.5 tag\nq1 Q0 a 2 8.5 tag\nq1 Q0 c 3 7.5 tag\n"

# Every command, as it succeeds on a database that holds an evaluation.
COMMANDS: dict[str, tuple[str, ...]] = {
    "run": ("run", "qrels.txt", "run.txt"),
    "demo": ("demo", "--db", "judged.duckdb"),
    "init": ("init",),
    "ingest": ("ingest", "--qrels", "qrels.txt", "run.txt"),
    "validate": ("validate",),
    "score": ("score",),
    "report": ("report",),
    "sql": ("sql", "select 1"),
    "explain": ("explain", "tag", "q1"),
    "convert": ("convert", "run.txt", "converted.parquet", "--force"),
    "sources": ("sources",),
    "migrate": ("migrate",),
    # The last, for it takes the evaluation with it.
    "forget": ("forget", "run", "--yes"),
}
ON_DATABASE = [name for name in COMMANDS if name not in ("init", "convert")]


def put(name: str, text: str | bytes) -> str:
    """Writes a file in the current folder, byte for byte."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def put_collection() -> None:
    """qrels.txt and run.txt with QRELS and RUN."""
    put("qrels.txt", QRELS)
    put("run.txt", RUN)


def dcg(gains: Sequence[float]) -> float:
    """The definition: sum over ranks i = 1.. of gain_i / log2(i + 1)."""
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def ndcg(gains: Sequence[float], judged_gains: Sequence[float], k: int = 10) -> float:
    """DCG@k of a ranking over DCG@k of the judgments in the best order."""
    return dcg(gains[:k]) / dcg(sorted(judged_gains, reverse=True)[:k])


# (2/log2(2) + 3/log2(3) + 1/log2(4)) / (3/log2(2) + 2/log2(3) + 1/log2(4))
BAC = ndcg([2, 3, 1], [3, 2, 1])


def rows(statement: str, *words: str) -> list[dict[str, Any]]:
    """The rows of a SELECT on the store, through the command line."""
    outcome = judged("sql", statement, "--format", "json", *words)
    assert outcome.code == 0, outcome.stderr
    result: list[dict[str, Any]] = outcome.json
    return result


def run_of(outcome: Outcome, run_id: str) -> dict[str, Any]:
    """A run of a JSON report."""
    (run,) = [run for run in outcome.json["runs"] if run["run_id"] == run_id]
    result: dict[str, Any] = run
    return result


def macro(outcome: Outcome, run_id: str = "tag", k: int | str = 10) -> float:
    """A run's macro mean at k in a JSON report."""
    (score,) = [score for score in run_of(outcome, run_id)["scores"] if score["k"] == k]
    return float(score["macro_ndcg"])


def findings(outcome: Outcome, rule_id: str) -> list[dict[str, Any]]:
    """The findings of a rule in a JSON report."""
    return [found for found in outcome.json["findings"] if found["rule_id"] == rule_id]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a process that finds the checkout without an installation."""
    path = os.pathsep.join(str(PROJECT / folder) for folder in ("pipeline", "schemas"))
    return {**os.environ, "PYTHONPATH": path, **changes}


def start(
    *words: str, stdin: int | None = None, stdout: int = subprocess.PIPE, bufsize: int = -1
) -> subprocess.Popen[bytes]:
    """A real process of the command line, for what only a process can show."""
    return subprocess.Popen(
        [sys.executable, "-m", "judged", *words],
        bufsize=bufsize,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(),
    )
