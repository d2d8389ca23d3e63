"""A collection of 90,000 lines, for stages that run out of room or of memory."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks import generate
from tests.support import judged

QUERIES, DOCUMENTS, JUDGED = 300, 300, 20
# The stages in their order, with what they need.
STAGES: dict[str, tuple[str, ...]] = {
    "ingest": ("--qrels", "qrels.txt", "large.txt"),
    "validate": ("--unjudged", "zero", "-k", "5,10,20,100"),
    "score": (),
}
COUNT = "select count(*) as n from runs where run_id = 'run0'"
WHOLE = [{"n": QUERIES * DOCUMENTS}]


def put_large() -> None:
    """Writes qrels.txt, and large.txt, which takes more than a megabyte of a store."""
    generate.write_qrels(Path("qrels.txt"), QUERIES, JUDGED)
    generate.write_run(Path("large.txt"), QUERIES, DOCUMENTS, 0)


def reach(stage: str) -> None:
    """Runs the stages before one."""
    for earlier in list(STAGES)[: list(STAGES).index(stage)]:
        assert judged(earlier, *STAGES[earlier]).code == 0
