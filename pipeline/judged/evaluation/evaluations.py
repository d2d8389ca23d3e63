"""The rows of `evaluations`: what was evaluated, under which contract, and with what verdict."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import duckdb

from judged.evaluation import findings
from judged.store.store import now
from judged.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from judged.evaluation.selected import Evaluation
    from judged.evaluation.workspace import Workspace
    from judged.store.store import Store


def replace_all(
    store: Store, workspace: Workspace, refused: Mapping[str, str], schemas: Sequence[str]
) -> list[str]:
    """Replaces the evaluations of a workspace after their validation.

    One that is scored stays so, with what scoring found, unless it is refused now or has another
    gate: then it is to be scored again. A refused one loses its scores.

    Args:
        store: the database.
        workspace: what was validated.
        refused: the reason by run_id.
        schemas: see `Schemas.words`.

    Returns:
        The runs that lost scores.
    """
    ids = workspace.evaluation_ids
    before = _scored(store, workspace)
    rate = workspace.contract.min_judged_rate
    scored = {
        each: row
        for each, row in before.items()
        if row["run_id"] not in refused and row["min_judged_rate"] == rate
    }
    gone = [item.evaluation_id for item in workspace.evaluations if item.run_id in refused]
    scored_by = {each: row.pop("scored_by") for each, row in scored.items()}
    findings.remove(store, [each for each in ids if each not in scored], "score")
    for table, of_table in (
        ("evaluations", ids),
        ("evaluation_settings", ids),
        ("mapped_lists", ids),
        ("query_scores", gone),
        ("run_scores", gone),
    ):
        store.rows(f"delete from {table} where array_contains($ids, evaluation_id)", ids=of_table)
    store.insert(
        "evaluations",
        [
            {
                **_row(workspace, item, refused.get(item.run_id)),
                **scored.get(item.evaluation_id, {}),
            }
            for item in workspace.evaluations
        ],
    )
    settings = {**settings_of(workspace), "validated_by": stage_by(schemas)}
    store.insert(
        "evaluation_settings",
        [{"evaluation_id": each, **settings, "scored_by": scored_by.get(each)} for each in ids],
    )
    if workspace.is_mapped:
        store.rows("insert into mapped_lists select * from list_chunks order by all")
    return [row["run_id"] for row in before.values() if row["run_id"] in refused]


def _scored(store: Store, workspace: Workspace) -> dict[str, dict[str, Any]]:
    """What stays of evaluations that are scored, by evaluation_id.

    Scores keep the versions and the time that they were made with.
    """
    rows = store.dicts(
        "select e.evaluation_id, e.run_id, e.status, e.cutoffs, e.min_judged_rate,"
        " e.judged_version, e.duckdb_version, e.created_at, s.scored_by from evaluations as e"
        " inner join evaluation_settings as s on e.evaluation_id = s.evaluation_id"
        " where e.status = 'scored' and array_contains($ids, e.evaluation_id)",
        ids=workspace.evaluation_ids,
    )
    return {row["evaluation_id"]: row for row in rows}


def _row(workspace: Workspace, item: Evaluation, reason: str | None) -> dict[str, Any]:
    return {
        "evaluation_id": item.evaluation_id,
        "contract_id": workspace.contract.contract_id,
        "run_id": item.run_id,
        **workspace.contract.as_columns(),
        "qrels_source_id": workspace.qrels.source_id,
        "qrels_sha256": workspace.qrels.sha256,
        "run_sha256": item.run.run_sha256,
        "queries_sha256": workspace.queries.sha256 if workspace.queries else None,
        "status": "refused" if reason else "validated",
        "reason": reason,
        **_made_by(),
    }


def _made_by() -> dict[str, Any]:
    """The programs at work, and the time."""
    return {
        "judged_version": __version__,
        "duckdb_version": duckdb.__version__,
        "created_at": now(),
    }


def settings_of(workspace: Workspace) -> dict[str, str | None]:
    """What an evaluation was called with, as it is kept."""
    return {
        "contract": json.dumps(workspace.contract.as_json()),
        "origins": json.dumps(workspace.settings.origins),
        "judgments": json.dumps(workspace.settings.judgments),
        "preset": workspace.settings.preset,
        "on_bad_line": workspace.settings.on_bad_line,
    }


def statuses(store: Store, ids: list[str]) -> dict[str, str]:
    """The status by evaluation_id, of those that were validated."""
    return dict(
        store.rows(
            "select evaluation_id, status from evaluations"
            " where array_contains($ids, evaluation_id)",
            ids=ids,
        )
    )


def refuse(store: Store, evaluation_id: str, reason: str) -> None:
    """Refuses an evaluation that was scored, and takes its scores away."""
    for table in ("query_scores", "run_scores"):
        store.rows(f"delete from {table} where evaluation_id = $id", id=evaluation_id)
    store.rows(
        "update evaluations set status = 'refused', reason = $reason where evaluation_id = $id",
        id=evaluation_id,
        reason=reason,
    )


def stage_by(schemas: Sequence[str]) -> str:
    """By what a stage is done, as it is kept: versions and schemas, as JSON."""
    return json.dumps([__version__, duckdb.__version__, list(schemas)])


def mark_scored(store: Store, evaluation_id: str, schemas: Sequence[str]) -> None:
    """Notes that an evaluation has scores, for which cutoffs, and what made the last of them."""
    store.rows(
        "update evaluation_settings set scored_by = $scored_by where evaluation_id = $id",
        id=evaluation_id,
        scored_by=stage_by(schemas),
    )
    ks = store.rows(
        "select k from run_scores where evaluation_id = $id order by k = 0, k", id=evaluation_id
    )
    store.rows(
        "update evaluations set status = 'scored', cutoffs = $cutoffs, created_at = $created_at,"
        " judged_version = $judged_version, duckdb_version = $duckdb_version"
        " where evaluation_id = $id",
        id=evaluation_id,
        **_made_by(),
        cutoffs=",".join("all" if k == 0 else str(k) for (k,) in ks),
    )


def with_scores(store: Store, ids: list[str]) -> set[str]:
    """Those of some evaluations that have scores."""
    rows = store.rows(
        "select distinct evaluation_id from run_scores where array_contains($ids, evaluation_id)",
        ids=ids,
    )
    return {evaluation_id for (evaluation_id,) in rows}
