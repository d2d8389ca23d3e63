"""A job that was done before: what it would make is stored, and only becomes the newest again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb

from judged.evaluation.evaluations import settings_of
from judged.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.evaluation.workspace import Workspace
    from judged.store.store import Store


def are_current(store: Store, workspace: Workspace, schemas: str) -> bool:
    """Whether validating and scoring a workspace would give what is stored of it already.

    Args:
        store: the database.
        workspace: what is to be evaluated.
        schemas: see `Schemas.words`; where a user has some, their rules may be others by now.
    """
    ids = workspace.evaluation_ids
    wanted = {
        **settings_of(workspace),
        "validated_by": schemas,
        "qrels_source_id": workspace.qrels.source_id,
        "judged_version": __version__,
        "duckdb_version": duckdb.__version__,
    }
    rows = store.dicts(
        "select e.status, s.scored_by,"
        " (select list(r.k) from run_scores as r where r.evaluation_id = e.evaluation_id"
        " and r.queries = (select count(*) from query_scores as q"
        " where q.evaluation_id = r.evaluation_id and q.k = r.k)) as ks,"
        f" {', '.join(wanted)} from evaluations as e"
        " inner join evaluation_settings as s on e.evaluation_id = s.evaluation_id"
        " where array_contains($ids, e.evaluation_id)",
        ids=ids,
    )
    return (
        schemas == "[]"
        and len(rows) == len(ids)
        and all(row[name] == value for row in rows for name, value in wanted.items())
        and all(_is_done(row, workspace, schemas) for row in rows)
    )


def _is_done(row: Mapping[str, Any], workspace: Workspace, schemas: str) -> bool:
    """Whether an evaluation was refused, by whatever stage, or has the scores that are wanted."""
    if row["status"] == "scored":
        return row["scored_by"] == schemas and set(workspace.contract.ks) <= set(row["ks"] or [])
    return row["status"] == "refused" and row["scored_by"] in (None, schemas)


def make_newest(store: Store, workspace: Workspace) -> None:
    """Makes evaluations the newest, as validating them again would."""
    for table in ("evaluations", "evaluation_settings"):
        rows = store.dicts(
            f"select * from {table} where array_contains($ids, evaluation_id)"
            " order by list_position($ids, evaluation_id)",
            ids=workspace.evaluation_ids,
        )
        store.rows(
            f"delete from {table} where array_contains($ids, evaluation_id)",
            ids=workspace.evaluation_ids,
        )
        store.insert(table, rows)
