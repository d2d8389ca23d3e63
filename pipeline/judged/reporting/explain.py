"""Where the score of one query comes from, rank by rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.contract.contract import NOTE
from judged.errors import ArgumentError, RefusedError, near
from judged.evaluation.discounts import SCALE
from judged.evaluation.selection import newest_evaluations
from judged.evaluation.stored import evaluation, workspace_of
from judged.reporting import output
from judged.reporting.explained import explained_blocks, explained_rows
from judged.reporting.rows import as_json
from judged.reporting.stdout import write_data
from judged.scoring.score import derive
from judged.store.interrupts import interruptible

if TYPE_CHECKING:
    from judged.evaluation.workspace import Workspace
    from judged.store.database import Database
    from judged.store.store import Store


def explain_command(
    db: Database, run: str, query: str, cutoff: str | None, contract_id: str | None, form: str
) -> int:
    """Explains a query of an evaluated run on standard output."""
    with db.reading() as store, interruptible(store):
        told = explain(store, run, query, cutoff, contract_id)
    if form == "json":
        write_data(as_json(told))
    elif form in ("csv", "jsonl"):
        rows = explained_rows(told)
        output.write_rows(list(rows[0]), [[*row.values()] for row in rows], form)
    else:
        output.write_blocks(explained_blocks(told, db.path), form)
    return 0


def explain(
    store: Store,
    run: str,
    query: str,
    cutoff: str | None = None,
    contract_id: str | None = None,
) -> dict[str, Any]:
    """The ranking of a query beside its ideal ranking, with every contribution.

    Args:
        store: the database.
        run: an evaluated run.
        query: a query of it.
        cutoff: k or "all"; the first of the contract's by None.
        contract_id: the beginning of a contract's identifier; the newest contract by None.

    Returns:
        The columns of query_scores, contract_id, and the lists `ranking` (with the size of each
        document's tie), `ideal` (with the rank at which the run has the document), `missed`
        (relevant documents not in the ranking) and `dropped` (documents of the run's own top k
        that `unjudged = drop` took out, with their ranks there: retrieved less judged of them).
        Where doc_ids is not as_is (`is_mapped`), each document of `ranking` and `dropped` has the
        id of the line that stands for it, `file_doc_id`, and out of how many lines, `chunks`.

    Raises:
        ArgumentError: the run was not evaluated, or the query is not among the evaluated ones.
        RefusedError: the evaluation was refused. One that waits for its scores is explained.
    """
    (evaluation_id,) = newest_evaluations(store, [run], contract_id)
    workspace = _workspace(store, evaluation_id, cutoff)
    workspace.judge()
    known = [row[0] for row in store.rows("select query_id from judged_queries order by 1")]
    if query not in known:
        raise ArgumentError(
            f"query {query!r} is not among the evaluated ones; {near(query, known)}"
        )
    return _told(store, workspace, query)


def _workspace(store: Store, evaluation_id: str, cutoff: str | None) -> Workspace:
    """The workspace of an evaluation that was not refused, at one cutoff."""
    row = evaluation(store, evaluation_id)
    if row["status"] == "refused":
        raise RefusedError(
            f"run {row['run_id']!r} was refused, so there is no score: {row['reason']}", []
        )
    first = row["contract"]["cutoffs"][0]
    return workspace_of(store, [evaluation_id], [first if cutoff is None else _integer(cutoff)])


def _integer(cutoff: str) -> int | str:
    return int(cutoff) if cutoff.isascii() and cutoff.isdigit() else cutoff


def _told(store: Store, workspace: Workspace, query: str) -> dict[str, Any]:
    contract = workspace.contract
    k = contract.ks[0]
    workspace.focus(query)
    derive(store, workspace, workspace.evaluations)
    score = store.dicts("select * from new_scores")[0]
    parameters = {
        "query_id": query,
        "k": k,
        "scale": workspace.scale,
        "discount_scale": float(SCALE),
        "is_averaged": contract.ties == "average",
        "universe": contract.universe,
    }
    ranking = store.query("report/explained_ranking", **parameters)
    shown = {row["doc_id"] for row in ranking}
    relevant = store.query("report/explained_missed", **parameters)
    dropped = store.query("report/explained_dropped", **parameters)
    if workspace.is_mapped:
        _tell_chunks(store, query, [*ranking, *dropped])
    return {
        **score,
        "k": k or "all",
        "contract_id": contract.contract_id,
        "is_mapped": workspace.is_mapped,
        "ranking": ranking,
        "ideal": store.query("report/explained_ideal", **parameters),
        "missed": [row for row in relevant if row["doc_id"] not in shown],
        "dropped": dropped,
        "note": NOTE,
    }


def _tell_chunks(store: Store, query: str, rows: list[dict[str, Any]]) -> None:
    """Adds to each document the line that stands for it, and out of how many it does."""
    found = {row["doc_id"]: row for row in store.query("report/explained_chunks", query_id=query)}
    for row in rows:
        row.update(found[row["doc_id"]])
