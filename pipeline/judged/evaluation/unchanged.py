"""A job that was done before: what it would make is stored, and only becomes the newest again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.evaluation.evaluations import settings_of, stage_by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from judged.evaluation.workspace import Workspace
    from judged.store.store import Store

# What holds an evaluation, in the order in which it is told.
ORDERED = ("evaluations", "evaluation_settings", "finding_totals", "findings")


def are_current(store: Store, workspace: Workspace, schemas: Sequence[str]) -> bool:
    """Whether validating and scoring a workspace would give what is stored of it already.

    Args:
        store: the database.
        workspace: what is to be evaluated.
        schemas: see `Schemas.words`; where a user has some, their rules may be others by now.
    """
    if schemas or _has_bad_lines(store, workspace):
        return False
    ids = workspace.evaluation_ids
    made_by = stage_by(schemas)
    wanted = {
        **settings_of(workspace),
        "validated_by": made_by,
        "qrels_source_id": workspace.qrels.source_id,
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
        len(rows) == len(ids)
        and all(row[name] == value for row in rows for name, value in wanted.items())
        and all(_is_done(row, workspace, made_by) for row in rows)
    )


def _has_bad_lines(store: Store, workspace: Workspace) -> bool:
    """Whether something could not be read: messages on that name files as they were called."""
    of_runs = [source for item in workspace.evaluations for source in item.run.source_ids]
    rows = store.rows(
        "select source_id from sources where rejected > 0 and array_contains($ids, source_id)"
        " union all select source_id from unreadable_files where array_contains($ids, source_id)",
        ids=[workspace.qrels.source_id, *of_runs],
    )
    return bool(rows)


def _is_done(row: Mapping[str, Any], workspace: Workspace, scored_by: str) -> bool:
    """Whether an evaluation was refused, by whatever stage, or has the scores that are wanted."""
    if row["status"] == "scored":
        return row["scored_by"] == scored_by and set(workspace.contract.ks) <= set(row["ks"] or [])
    return row["status"] == "refused" and row["scored_by"] in (None, scored_by)


def make_newest(store: Store, workspace: Workspace) -> None:
    """Makes evaluations the newest, in their order; when they were made stays as it is."""
    ids = workspace.evaluation_ids
    of_these = "where array_contains($ids, evaluation_id)"
    for table in ORDERED:
        store.rows(
            f"create or replace temp table moved as select * from {table} {of_these}"
            " order by list_position($ids, evaluation_id), rowid",
            ids=ids,
        )
        store.rows(f"delete from {table} {of_these}", ids=ids)
        store.rows(f"insert into {table} select * from moved")
    store.forget("moved")
