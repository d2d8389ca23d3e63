"""The report as headings, paragraphs and tables, to be drawn on a terminal or as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.contract.contract import Contract
from judged.contract.fields import FIELDS
from judged.reporting.advised import advice_lines
from judged.reporting.blocks import Heading, Paragraph, Table, listed
from judged.reporting.chunks import chunk_blocks
from judged.reporting.hidden import QUERY_LISTS, select_queries
from judged.text import short_id

if TYPE_CHECKING:
    from judged.reporting.blocks import Block


def document(report: dict[str, Any], db: str) -> list[Block]:
    """The report for a person: scores first, then what stands behind them.

    Args:
        report: the JSON report.
        db: the database that it is of, for the commands that show more.
    """
    return [
        Heading(f"nDCG under contract {short_id(report['contract_id'])}"),
        *_scores(report),
        *_refused(report),
        *[Paragraph(remark) for remark in report["remarks"]],
        *chunk_blocks(report, db),
        *_lists(report, db),
        *_findings(report),
        Heading("Contract"),
        _contract(report),
        Paragraph(f"Preset: {report['preset'] or 'none'}"),
        *_on_bad_line(report),
        Paragraph(_judgments(report)),
        Heading("Sources"),
        _sources(report),
        Paragraph(report["note"]),
    ]


def _scores(report: dict[str, Any]) -> list[Block]:
    """What was scored, and out of how much."""
    waiting = [run["run_id"] for run in report["runs"] if run["status"] == "validated"]
    told = f"Not scored yet: {', '.join(waiting)}; `judged score` is the next stage."
    next_stage: list[Block] = [Paragraph(told)] if waiting else []
    if not any(run["scores"] for run in report["runs"]):
        return next_stage or [Paragraph("Nothing was scored.")]
    return [_aggregates(report), Heading("Counts"), _counts(report), *next_stage]


def _aggregates(report: dict[str, Any]) -> Table:
    """Both aggregates, and the macro mean under the other policy for zero IDCG."""
    policy = report["contract"]["zero_idcg"]
    other = "excluded" if policy == "zero" else "as_zero"
    rows = [
        (
            run["run_id"],
            score["measure"],
            number(score["macro_ndcg"]),
            number(score["pooled_ndcg"]),
            number(score["mean_ceiling"]),
            number(score[f"macro_ndcg_zero_idcg_{other}"]),
        )
        for run in report["runs"]
        for score in run["scores"]
    ]
    words = "zero-IDCG excluded" if other == "excluded" else "zero-IDCG as 0"
    return Table(("run", "measure", ">macro", ">pooled", ">ceiling", f">macro, {words}"), rows)


def _refused(report: dict[str, Any]) -> list[Block]:
    """What was refused and why, and what can be done about each broken rule."""
    rows = [
        (run["run_id"], run["reason"] or "") for run in report["runs"] if run["status"] == "refused"
    ]
    if not rows:
        return []
    errors = [found["rule_id"] for found in report["findings"] if found["severity"] == "error"]
    what_to_do = [Paragraph(line) for line in advice_lines(errors)]
    return [Heading("Refused"), Table(("run", "reason"), rows), *what_to_do]


def _counts(report: dict[str, Any]) -> Table:
    rows = [
        (
            run["run_id"],
            str(score["k"]),
            f"{score['scored_queries']:,} of {score['queries']:,}",
            f"{score['zero_idcg_queries']:,}",
            f"{score['missing_queries']:,}",
            f"{score['unknown_queries']:,}",
            f"{score['unjudged']:,} of {score['retrieved']:,}",
            percent(score["unjudged_rate"]),
            percent(score["mean_unjudged_rate"]),
            _lengths(run["list_lengths"]),
        )
        for run in report["runs"]
        for score in run["scores"]
    ]
    return Table(_count_columns(report["contract"]), rows)


def _count_columns(contract: dict[str, Any]) -> tuple[str, ...]:
    """The headings of the counts, each with the rule that says how it counts."""
    return (
        "run",
        ">k",
        ">scored queries",
        f">zero-IDCG ({contract['zero_idcg']})",
        f">missing ({contract['missing_queries']})",
        ">unknown",
        f">unjudged in top k ({contract['unjudged']})",
        ">rate",
        ">mean rate",
        ">list length",
    )


def _lengths(lengths: dict[str, Any]) -> str:
    if lengths["shortest"] is None:
        return "-"
    return f"{lengths['shortest']:,} / {lengths['median']:,g} / {lengths['longest']:,}"


def _lists(report: dict[str, Any], db: str) -> list[Block]:
    """The queries that a mean hides: named, and where there are many, how to see the rest."""
    blocks: list[Block] = []
    for view, words in QUERY_LISTS.items():
        rows = [
            (
                run["run_id"],
                f"{len(run[view]):,}",
                listed(run[view], select_queries(view, run["evaluation_id"], run["status"]), db),
            )
            for run in report["runs"]
            if run[view]
        ]
        if rows:
            blocks += [Heading(words), Table(("run", ">queries", "query_id"), rows)]
    return blocks


def _findings(report: dict[str, Any]) -> list[Block]:
    rows = [
        (
            finding["severity"],
            finding["rule_id"],
            finding["run_id"] or "judgments",
            f"{finding['count']:,}",
            f"{place(finding)}{finding['message']}",
        )
        for finding in report["findings"]
    ]
    if not rows:
        return []
    return [Heading("Findings"), Table(("severity", "rule", "about", ">places", "first"), rows)]


def place(finding: dict[str, Any]) -> str:
    """The file and line of a finding's first place, to stand before a message without them."""
    first = finding["examples"][0] if finding["examples"] else {}
    told = f"{first['file']}:{first['line_number']}: " if first.get("line_number") else ""
    return "" if finding["message"].startswith(told) else told


def _contract(report: dict[str, Any]) -> Table:
    contract = Contract.of(report["contract"])
    return Table(
        ("field", "value", "from"),
        [
            (name, field.kind.text(getattr(contract, name)) or "none", report["origins"][name])
            for name, field in FIELDS.items()
        ],
    )


def _on_bad_line(report: dict[str, Any]) -> list[Block]:
    """That lines which cannot be read were to be skipped; to refuse them needs no word."""
    if report["on_bad_line"] == "refuse":
        return []
    return [Paragraph("Lines that cannot be read: left out (--on-bad-line skip)")]


def _judgments(report: dict[str, Any]) -> str:
    told = report["judgments"]
    parts = [f"pool: {told.get('pool') or 'not documented'}"]
    parts += [f"{key}: {told[key]}" for key in ("entity", "revision") if told.get(key)]
    qrels = report["qrels"]
    grades = ", ".join(f"{grade}: {n:,}" for grade, n in qrels["grades"].items())
    parts.append(f"{qrels['rows']:,} judgments of {qrels['queries']:,} queries (grade {grades})")
    return "Judgments: " + "; ".join(parts)


def _sources(report: dict[str, Any]) -> Table:
    rows = [_source("judgments", report["qrels"])]
    if report["queries"]:
        rows.append(_source("queries", report["queries"]))
    if report["doc_id_map"]:
        rows.append(_source("doc_ids", {"format": "doc_ids", **report["doc_id_map"]}))
    rows += [_source(run["run_id"], part) for run in report["runs"] for part in run["sources"]]
    return Table(("what", "file", "format", ">rows", ">rejected", "SHA-256"), rows)


def _source(what: str, source: dict[str, Any]) -> tuple[str, ...]:
    return (
        what,
        source["path"],
        source.get("format", "queries"),
        f"{source['rows']:,}",
        f"{source.get('rejected', 0):,}",
        source["sha256"][:16],
    )


def number(value: float | None) -> str:
    """A score with four decimals; "-" where there is none."""
    return "-" if value is None else f"{value:.4f}"


def percent(value: float | None) -> str:
    """A rate in 0..1 with one decimal of a percent; "-" where there is none."""
    return "-" if value is None else f"{100 * value:.1f} %"
