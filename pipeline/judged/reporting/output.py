"""Results to standard output, in the form that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.reporting.chunks import chunk_columns
from judged.reporting.document import document
from judged.reporting.drawing import draw
from judged.reporting.markdown import as_markdown
from judged.reporting.rows import as_json, rows_text, text_table
from judged.reporting.stdout import write_data
from judged.text import short_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.reporting.blocks import Block

FORMS = ("table", "json", "jsonl", "csv", "markdown")
# The fields that rule what is counted, named as in table evaluations.
POLICIES = ("zero_idcg", "missing_queries", "unjudged")
# The columns of run_scores but the ids, which a refused run has too, as null.
SCORE_KEYS = (
    "k",
    "measure",
    "queries",
    "scored_queries",
    "zero_idcg_queries",
    "missing_queries",
    "unknown_queries",
    "macro_ndcg",
    "macro_ndcg_zero_idcg_as_zero",
    "macro_ndcg_zero_idcg_excluded",
    "pooled_ndcg",
    "mean_ceiling",
    "retrieved",
    "unjudged",
    "unjudged_rate",
    "mean_unjudged_rate",
)


def write_report(report: dict[str, Any], form: str, db: str) -> None:
    """Writes a report on a database, as one of FORMS."""
    if form == "table":
        draw(document(report, db))
    else:
        write_data(report_text(report, form, db))


def report_text(report: dict[str, Any], form: str, db: str) -> str:
    """A report as text: json, markdown, or one row a run and k as csv or jsonl."""
    if form == "json":
        return as_json(report)
    if form == "markdown":
        return as_markdown(document(report, db))
    rows = score_rows(report)
    return rows_text(list(rows[0]), [[*row.values()] for row in rows], form)


def score_rows(report: dict[str, Any]) -> list[dict[str, Any]]:
    """One row a run and k, or a run that was refused, each with what it was made under and of.

    Lists of queries, the contract and the origins of its fields are JSON in a cell, and the counts
    have their rules beside them. The note is the last column: a line of its own would be a row of
    another width to any reader.
    """
    policies = {f"{name}_policy": report["contract"][name] for name in POLICIES}
    shared = {
        "qrels_sha256": report["qrels"]["sha256"],
        "queries_sha256": (report["queries"] or {}).get("sha256"),
        **report["judgments"],
        "contract": report["contract"],
        "origins": report["origins"],
        "remarks": " ".join(report["remarks"]) or None,
    }
    return [
        {
            "contract_id": short_id(report["contract_id"]),
            "run_id": run["run_id"],
            "status": run["status"],
            "reason": run["reason"],
            **dict.fromkeys(SCORE_KEYS),
            **score,
            **policies,
            **{f"{name}_list": length for name, length in run["list_lengths"].items()},
            **chunk_columns(run, score.get("k")),
            "zero_idcg_query_ids": run["zero_idcg_queries"],
            "missing_query_ids": run["missing_queries"],
            "unknown_query_ids": run["unknown_queries"],
            "run_sha256": run["sha256"],
            **shared,
            "note": report["note"],
        }
        for run in report["runs"]
        for score in (run["scores"] or [{}])
    ]


def write_rows(columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str) -> None:
    """Writes rows as table, json, jsonl, csv or markdown."""
    if form == "table":
        draw([text_table(columns, rows)])
    else:
        write_data(rows_text(columns, rows, form))


def write_blocks(blocks: Sequence[Block], form: str) -> None:
    """Writes headings, paragraphs and tables as table (drawn) or markdown."""
    if form == "table":
        draw(blocks)
    else:
        write_data(as_markdown(blocks))
