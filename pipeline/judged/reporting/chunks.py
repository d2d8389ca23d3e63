"""What doc_ids did to each run: how many lines fell together, and which lists are short by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.contract.contract import Contract
from judged.contract.doc_ids import IdMap
from judged.evaluation.stored import map_source
from judged.reporting.blocks import Heading, Table, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.reporting.blocks import Block
    from judged.store.store import Store


def id_map(store: Store, contract: dict[str, Any]) -> dict[str, Any] | None:
    """The map that a contract, in JSON form, takes its ids from; None where it has none."""
    rule = Contract.of({"doc_ids": contract["doc_ids"]}).doc_ids
    if not isinstance(rule, IdMap):
        return None
    row = map_source(store, rule.sha256)
    return {key: row[key] for key in ("name", "path", "sha256", "rows")}


def chunks(store: Store, run: dict[str, Any], cutoffs: Sequence[int | str]) -> dict[str, Any]:
    """How a run's lines fell together, over its lists of evaluated queries.

    Args:
        store: the database.
        run: of the JSON report, with its scores.
        cutoffs: the contract's, for a run without scores.

    Returns:
        lines, documents, mean and most lines of a document (None of no document), and the queries
        whose list has at least k lines and fewer than k documents, by k as text.
    """
    (row,) = store.query("report/chunks", evaluation_id=run["evaluation_id"])
    ks = [score["k"] for score in run["scores"]] or cutoffs
    return {
        **row,
        "shortened": {
            str(k): _shortened(store, run["evaluation_id"], int(k)) for k in ks if k != "all"
        },
    }


def _shortened(store: Store, evaluation_id: str, k: int) -> list[str]:
    rows = store.rows(f"{select_shortened(evaluation_id, k)} order by query_id")
    return [query for (query,) in rows]


def select_shortened(evaluation_id: str, k: int | str) -> str:
    """The SELECT of these queries, as it is run and as a person may run it again."""
    return (
        f"select query_id from mapped_lists where evaluation_id = '{evaluation_id}'"
        f" and lines >= {k} and documents < {k}"
    )


def chunk_blocks(report: dict[str, Any], db: str) -> list[Block]:
    """Two tables for a person; nothing where ids are as they are."""
    runs = [run for run in report["runs"] if "chunks" in run]
    if not runs:
        return []
    counts = [
        (
            run["run_id"],
            f"{run['chunks']['lines']:,}",
            f"{run['chunks']['documents']:,}",
            "-" if run["chunks"]["mean_lines"] is None else f"{run['chunks']['mean_lines']:.2f}",
            f"{run['chunks']['most_lines']:,}",
        )
        for run in runs
    ]
    columns = ("run", ">lines", ">documents", ">lines per document", ">most")
    blocks: list[Block] = [Heading("Documents by doc_ids"), Table(columns, counts)]
    short = [
        (run["run_id"], k, f"{len(queries):,}", _listed(run, k, queries, db))
        for run in runs
        for k, queries in run["chunks"]["shortened"].items()
        if queries
    ]
    if short:
        words = "Lists that doc_ids made shorter than k"
        blocks += [Heading(words), Table(("run", ">k", ">queries", "query_id"), short)]
    return blocks


def _listed(run: dict[str, Any], k: str, queries: list[str], db: str) -> str:
    return listed(queries, select_shortened(run["evaluation_id"], k), db)


def chunk_columns(run: dict[str, Any], k: int | str | None) -> dict[str, Any]:
    """The columns of a row of the report; none where ids are as they are."""
    if "chunks" not in run:
        return {}
    counts = {name: value for name, value in run["chunks"].items() if name != "shortened"}
    return {
        **{f"chunk_{name}": value for name, value in counts.items()},
        "shortened_query_ids": run["chunks"]["shortened"].get(str(k), []),
    }
