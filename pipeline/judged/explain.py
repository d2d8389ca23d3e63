"""Where the score of one query comes from, rank by rank."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from judged import output
from judged.contract import NOTE
from judged.document import Heading, Paragraph, Table, number
from judged.errors import ArgumentError, RefusedError, near
from judged.interrupts import interruptible
from judged.score import derive
from judged.selection import newest_evaluations
from judged.store import Store
from judged.stored import workspace_of

if TYPE_CHECKING:
    from judged.document import Block
    from judged.workspace import Workspace


def explain_command(db: str, run: str, query: str, cutoff: str | None, form: str) -> int:
    """Explains a query of an evaluated run on standard output."""
    with Store.open(db, read_only=True) as store, interruptible(store):
        told = explain(store, run, query, cutoff)
    if form == "json":
        output.write(output.as_json(told))
    else:
        output.write_blocks(_document(told), form)
    return 0


def explain(store: Store, run: str, query: str, cutoff: str | None = None) -> dict[str, Any]:
    """The ranking of a query beside its ideal ranking, with every contribution.

    Args:
        store: the database.
        run: an evaluated run, under the newest contract.
        query: a query of it.
        cutoff: k or "all"; the first of the contract's by None.

    Returns:
        The columns of query_scores, contract_id, and the lists `ranking` (with the size of each
        document's tie), `ideal` and `missed` (relevant documents not in the ranking).

    Raises:
        ArgumentError: the run was not evaluated, or the query is not among the evaluated ones.
        RefusedError: the evaluation was refused, so that there is no score.
    """
    ids = newest_evaluations(store, [run])
    status, reason = store.rows(
        "select status, reason from evaluations where evaluation_id = $id", id=ids[0]
    )[0]
    if status == "refused":
        raise RefusedError(f"run {run!r} was refused, so there is no score: {reason}", [])
    cutoffs = None if cutoff is None else ["all" if cutoff == "all" else _integer(cutoff)]
    workspace = workspace_of(store, ids, cutoffs)
    if cutoffs is None:
        workspace = workspace_of(store, ids, workspace.contract.cutoffs[:1])
    workspace.judge()
    known = [row[0] for row in store.rows("select query_id from judged_queries")]
    if query not in known:
        raise ArgumentError(
            f"query {query!r} is not among the evaluated ones; {near(query, known)}"
        )
    return _told(store, workspace, query)


def _integer(cutoff: str) -> int | str:
    return int(cutoff) if cutoff.isascii() and cutoff.isdigit() else cutoff


def _told(store: Store, workspace: Workspace, query: str) -> dict[str, Any]:
    contract, item = workspace.contract, workspace.evaluations[0]
    k = contract.ks[0]
    workspace.focus(query)
    derive(store, workspace, [item])
    score = store.dicts("select * from new_scores")[0]
    parameters = {"query_id": query, "k": k, "scale": workspace.scale}
    is_averaged = contract.ties == "average"
    ranking = store.query("report/explained_ranking", is_averaged=is_averaged, **parameters)
    ideal = store.query("report/explained_ideal", universe=contract.universe, **parameters)
    shown = {row["doc_id"] for row in ranking}
    return {
        **score,
        "k": k or "all",
        "contract_id": contract.contract_id,
        "ranking": ranking,
        "ideal": ideal,
        "missed": [
            row
            for row in store.query("report/explained_missed", query_id=query, scale=workspace.scale)
            if row["doc_id"] not in shown
        ],
        "note": NOTE,
    }


def _document(told: dict[str, Any]) -> list[Block]:
    title = f"{told['measure']} of query {told['query_id']} in run {told['run_id']}"
    summary = (
        f"nDCG {number(told['ndcg'])} = DCG {told['dcg']:.6g} / IDCG {told['idcg']:.6g};"
        f" ceiling {number(told['ceiling'])}; {told['judged']} of {told['retrieved']} retrieved"
        f" documents are judged; {told['relevant']} relevant of {told['judgments']} judgments"
    )
    if told["missing"]:
        summary += "; the run has no line for this query"
    if told["zero_idcg"]:
        summary += "; the judgments hold no positive gain"
    rows = [
        (*_ranked_cells(ranked), *_ideal_cells(ideal))
        for ranked, ideal in zip_longest(told["ranking"], told["ideal"])
    ]
    columns = (
        ">rank",
        "document",
        ">grade",
        ">gain",
        ">discount",
        ">contribution",
        "tie",
        "ideal document",
        ">grade",
        ">gain",
        ">contribution",
    )
    blocks: list[Block] = [Heading(title), Paragraph(summary), Table(columns, rows)]
    if told["missed"]:
        missed = [
            (
                row["doc_id"],
                str(row["grade"]),
                f"{row['gain']:g}",
                str(row["rank"] or "not retrieved"),
            )
            for row in told["missed"]
        ]
        blocks += [
            Heading("Relevant documents missed"),
            Table(("document", ">grade", ">gain", ">rank"), missed),
        ]
    return [*blocks, Paragraph(f"Contract {told['contract_id'][:12]}. {told['note']}")]


def _ranked_cells(row: dict[str, Any] | None) -> tuple[str, ...]:
    if row is None:
        return ("",) * 7
    grade = "unjudged" if row["grade"] is None else str(row["grade"])
    return (
        str(row["rank"]),
        row["doc_id"],
        grade,
        f"{row['gain']:g}",
        f"{row['discount']:.4f}",
        f"{row['contribution']:.4f}",
        f"{row['tied']} tie" if row["tied"] > 1 else "",
    )


def _ideal_cells(row: dict[str, Any] | None) -> tuple[str, ...]:
    if row is None:
        return ("",) * 4
    return (row["doc_id"], str(row["grade"]), f"{row['gain']:g}", f"{row['contribution']:.4f}")
