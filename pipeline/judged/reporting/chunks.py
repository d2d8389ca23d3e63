"""What doc_ids did to each run, told: how many lines fell together, which lists are short by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.reporting.blocks import Heading, Table, listed

if TYPE_CHECKING:
    from judged.reporting.blocks import Block


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
