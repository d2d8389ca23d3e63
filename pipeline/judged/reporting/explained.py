"""An explanation as headings, paragraphs and tables for a person, and as one row a rank."""

from __future__ import annotations

import shlex
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from judged.reporting.blocks import LISTED, Heading, Paragraph, Table
from judged.reporting.document import number
from judged.text import command, short_id

if TYPE_CHECKING:
    from judged.reporting.blocks import Block

COLUMNS = (
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
CHUNK_COLUMNS = ("stood for by", ">lines")
CHUNK = ("file_doc_id", "chunks")
RANKED = ("doc_id", "grade", "gain", "discount", "contribution", "sort_key", "tied")
IDEAL = ("doc_id", "grade", "gain", "contribution", "run_rank")


def explained_rows(told: dict[str, Any]) -> list[dict[str, Any]]:
    """One row a rank: the document that the run has there beside the one that is ideal there.

    Where there is neither (no line and no positive gain) one row says so by its nulls.
    """
    query = {name: told[name] for name in ("run_id", "query_id", "k", "measure", "ndcg")}
    return [
        {
            "contract_id": short_id(told["contract_id"]),
            **query,
            "rank": (ranked or ideal or {}).get("rank"),
            **{name: (ranked or {}).get(name) for name in _ranked_keys(told)},
            **{f"ideal_{name}": (ideal or {}).get(name) for name in IDEAL},
            "note": told["note"],
        }
        for ranked, ideal in _pairs(told) or [(None, None)]
    ]


def explained_blocks(told: dict[str, Any], db: str) -> list[Block]:
    """The explanation for a person.

    Args:
        told: what `explain` returns.
        db: the database that it is of, for the command that shows more.
    """
    rows = [
        (*_ranked_cells(ranked, is_mapped=told["is_mapped"]), *_ideal_cells(ideal))
        for ranked, ideal in _pairs(told)
    ]
    columns = (*COLUMNS[:2], *CHUNK_COLUMNS, *COLUMNS[2:]) if told["is_mapped"] else COLUMNS
    return [
        Heading(
            f"{told['measure']} of query {told['query_id']} in run {told['run_id']}"
            f" under contract {short_id(told['contract_id'])}"
        ),
        Paragraph(_summary(told)),
        Table(columns, rows),
        *_dropped(told),
        *_missed(told, db),
        Paragraph(f"Contract {short_id(told['contract_id'])}. {told['note']}"),
    ]


def _pairs(told: dict[str, Any]) -> list[tuple[dict[str, Any] | None, dict[str, Any] | None]]:
    """Both rankings side by side; both count their ranks from 1 without a gap."""
    return list(zip_longest(told["ranking"], told["ideal"]))


def _summary(told: dict[str, Any]) -> str:
    parts = [
        f"nDCG {number(told['ndcg'])} = DCG {told['dcg']:.6g} / IDCG {told['idcg']:.6g}",
        f"ceiling {number(told['ceiling'])}",
        f"{told['judged']} of {told['retrieved']} retrieved documents are judged",
        f"{told['relevant']} relevant of {told['judgments']} judgments",
    ]
    if told["missing"]:
        parts.append("the run has no line for this query")
    if told["zero_idcg"]:
        parts.append("the judgments hold no positive gain")
    return "; ".join(parts)


def _dropped(told: dict[str, Any]) -> list[Block]:
    """The documents of the run's own top k that are not ranked, where it has them."""
    mapped = CHUNK if told["is_mapped"] else ()
    rows = [
        (str(row["rank"]), row["doc_id"], *(str(row[name]) for name in mapped))
        for row in told["dropped"]
    ]
    if not rows:
        return []
    columns = (">rank in the run", "document", *(CHUNK_COLUMNS if mapped else ()))
    return [Heading("Dropped: no judgment"), Table(columns, rows)]


def _missed(told: dict[str, Any], db: str) -> list[Block]:
    """The relevant documents that are not in the ranking, the best first; not all of many."""
    missed = told["missed"]
    if not missed:
        return []
    rows = [
        (row["doc_id"], str(row["grade"]), f"{row['gain']:g}", str(row["rank"] or "not retrieved"))
        for row in missed[:LISTED]
    ]
    blocks: list[Block] = [
        Heading(f"Relevant documents missed: {len(missed):,}"),
        Table(("document", ">grade", ">gain", ">rank"), rows),
    ]
    if len(missed) > LISTED:
        more = f"The first {LISTED} of {len(missed):,}; all of them: {_command(told, db)}"
        blocks.append(Paragraph(more))
    return blocks


def _command(told: dict[str, Any], db: str) -> str:
    """The command that explains the same with nothing left out."""
    words = f"-k {told['k']} --contract-id {short_id(told['contract_id'])} --format json"
    names = shlex.join(["--", told["run_id"], told["query_id"]])
    return command("explain", f"{words} {names}", db)


def _ranked_keys(told: dict[str, Any]) -> tuple[str, ...]:
    return (RANKED[0], *CHUNK, *RANKED[1:]) if told["is_mapped"] else RANKED


def _ranked_cells(row: dict[str, Any] | None, *, is_mapped: bool) -> tuple[str, ...]:
    if row is None:
        return ("",) * (9 if is_mapped else 7)
    grade = "unjudged" if row["grade"] is None else str(row["grade"])
    return (
        str(row["rank"]),
        row["doc_id"],
        *((row["file_doc_id"], str(row["chunks"])) if is_mapped else ()),
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
