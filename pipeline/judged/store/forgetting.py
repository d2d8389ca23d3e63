"""Sources taken out of the store, with all that depends on them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store.listing import Listed
    from judged.store.store import Store

OF_SOURCES = (
    "qrel_lines",
    "queries",
    "rejected_lines",
    "skipped_lines",
    "comment_lines",
    "doc_id_map",
    "row_lines",
    "empty_lists",
    "unreadable_files",
    "source_names",
    "source_options",
    "run_parts",
    "sources",
)
OF_EVALUATIONS = (
    "query_scores",
    "run_scores",
    "findings",
    "finding_totals",
    "evaluation_settings",
    "mapped_lists",
    "evaluations",
)
COUNTED = ("query_scores", "run_scores", "findings")


@dataclass(frozen=True)
class Loss:
    """What goes with some sources.

    Attributes:
        sources: the sources, as listed.
        runs: rows of `report/dependent_runs`; a version of a run goes even if parts of it stay.
        evaluations: rows of `report/dependent_evaluations`.
        orphans: sources that stay, and are no longer part of any run.
        counts: rows that go with the evaluations, by table.
    """

    sources: list[Listed]
    runs: list[dict[str, Any]]
    evaluations: list[dict[str, Any]]
    orphans: list[int]
    counts: dict[str, int]

    @property
    def source_ids(self) -> list[int]:
        return [row["source_id"] for row in self.sources]

    @property
    def evaluation_ids(self) -> list[str]:
        return [row["evaluation_id"] for row in self.evaluations]


def loss_of(store: Store, sources: Sequence[Listed]) -> Loss:
    """What would go with some sources."""
    ids = [row["source_id"] for row in sources]
    evaluations = store.query("report/dependent_evaluations", source_ids=ids)
    gone = [row["evaluation_id"] for row in evaluations]
    return Loss(
        sources=list(sources),
        runs=store.query("report/dependent_runs", source_ids=ids),
        evaluations=evaluations,
        orphans=[
            row["source_id"] for row in store.query("report/orphaned_sources", source_ids=ids)
        ],
        counts={table: _count(store, table, gone) for table in COUNTED},
    )


def _count(store: Store, table: str, evaluation_ids: Sequence[str]) -> int:
    rows = store.rows(
        f"select count(*) from {table} where array_contains($ids, evaluation_id)",
        ids=list(evaluation_ids),
    )
    return int(rows[0][0])


def forget(store: Store, loss: Loss) -> None:
    """Removes what a loss names, within the caller's transaction.

    The numbers of the jobs that wrote an evaluation stay; so do columns of table queries.
    """
    for table in OF_EVALUATIONS:
        store.rows(
            f"delete from {table} where array_contains($ids, evaluation_id)",
            ids=loss.evaluation_ids,
        )
    for run in loss.runs:
        store.rows(
            "delete from run_sources where run_id = $run_id and run_sha256 = $run_sha256",
            run_id=run["run_id"],
            run_sha256=run["run_sha256"],
        )
    store.rows(
        "delete from run_lines where part_id in"
        " (select part_id from run_parts where array_contains($ids, source_id))",
        ids=loss.source_ids,
    )
    _wait_again(store, loss)
    for table in OF_SOURCES:
        store.rows(
            f"delete from {table} where array_contains($ids, source_id)", ids=loss.source_ids
        )


def _wait_again(store: Store, loss: Loss) -> None:
    """Takes back that a file was mended where only sources that go stood in its place."""
    readable = store.rows(
        "select s.source_id, s.path, max(n.rowid) from sources as s"
        " inner join source_names as n on s.source_id = n.source_id"
        " where s.kind = 'run' and s.format not in ('unreadable', 'frame') group by all"
    )
    waiting = store.rows(
        "select u.source_id, u.waiting_at, max(n.rowid) from unreadable_files as u"
        " inner join source_names as n on u.source_id = n.source_id"
        " where u.is_mended and u.waiting_at is not null group by all"
    )
    for source_id, place, given in waiting:
        there = {
            number for number, path, later in readable if later > given and _lies_at(path, place)
        }
        if there and there <= set(loss.source_ids):
            store.rows(
                "update unreadable_files set is_mended = false"
                " where source_id = $source_id and waiting_at = $place",
                source_id=source_id,
                place=place,
            )


def _lies_at(path: str, place: str) -> bool:
    """Whether a path as it was given may be the absolute one."""
    given = str(PurePath(path))
    return place == given or place.endswith(f"/{given}")
