"""The rows of `evaluations`: what was evaluated, under which contract, and with what verdict."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import duckdb

from judged.store import now
from judged.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.selected import Evaluation
    from judged.store import Store
    from judged.workspace import Workspace


def replace_all(store: Store, workspace: Workspace, refused: Mapping[str, str]) -> None:
    """Replaces the evaluations of a workspace after their validation.

    Scores stay where they still hold, and go where the evaluation is refused.

    Args:
        store: the database.
        workspace: what was validated.
        refused: the reason by run_id.
    """
    ids = [item.evaluation_id for item in workspace.evaluations]
    scored = _scored_cutoffs(store, ids)
    gone = [item.evaluation_id for item in workspace.evaluations if item.run_id in refused]
    for table, of_table in (
        ("evaluations", ids),
        ("evaluation_settings", ids),
        ("query_scores", gone),
        ("run_scores", gone),
    ):
        store.rows(f"delete from {table} where array_contains($ids, evaluation_id)", ids=of_table)
    store.insert(
        "evaluations",
        [
            _row(workspace, item, refused.get(item.run_id), scored.get(item.evaluation_id))
            for item in workspace.evaluations
        ],
    )
    store.insert("evaluation_settings", [_settings(workspace, item) for item in ids])


def _scored_cutoffs(store: Store, ids: list[str]) -> dict[str, str]:
    """The cutoffs by evaluation_id, of those that are scored already."""
    return dict(
        store.rows(
            "select evaluation_id, cutoffs from evaluations"
            " where status = 'scored' and array_contains($ids, evaluation_id)",
            ids=ids,
        )
    )


def _row(
    workspace: Workspace, item: Evaluation, reason: str | None, scored_cutoffs: str | None
) -> dict[str, Any]:
    columns = workspace.contract.as_columns()
    status = "refused" if reason else "validated"
    if not reason and scored_cutoffs is not None:
        status, columns["cutoffs"] = "scored", scored_cutoffs
    return {
        "evaluation_id": item.evaluation_id,
        "contract_id": workspace.contract.contract_id,
        "run_id": item.run_id,
        **columns,
        "qrels_source_id": workspace.qrels.source_id,
        "qrels_sha256": workspace.qrels.sha256,
        "run_sha256": item.run.run_sha256,
        "queries_sha256": workspace.queries.sha256 if workspace.queries else None,
        "status": status,
        "reason": reason,
        "judged_version": __version__,
        "duckdb_version": duckdb.__version__,
        "created_at": now(),
    }


def _settings(workspace: Workspace, evaluation_id: str) -> dict[str, str | None]:
    return {
        "evaluation_id": evaluation_id,
        "contract": json.dumps(workspace.contract.as_json()),
        "origins": json.dumps(workspace.settings.origins),
        "judgments": json.dumps(workspace.settings.judgments),
        "preset": workspace.settings.preset,
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


def mark_scored(store: Store, evaluation_id: str) -> None:
    """Notes that an evaluation has scores, and for which cutoffs."""
    ks = store.rows(
        "select k from run_scores where evaluation_id = $id order by k = 0, k", id=evaluation_id
    )
    store.rows(
        "update evaluations set status = 'scored', cutoffs = $cutoffs where evaluation_id = $id",
        id=evaluation_id,
        cutoffs=",".join("all" if k == 0 else str(k) for (k,) in ks),
    )
