"""What a stage tells people: of files that it read, and of what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged import diagnostics
from judged.evaluation.findings import kept
from judged.ingestion.odd_lines import wanted_columns
from judged.reporting.document import place
from judged.text import counted, shortened, sql_command
from judged_schemas.rules import RULES, advice

if TYPE_CHECKING:
    from judged.evaluation.findings import Verdict
    from judged.ingestion.ingest import Ingested
    from judged.store.sources import Source
    from judged.store.store import Store

# As many lines of a source that could not be read are told, and further ones of a finding.
LINES_TOLD = 10


def tell_ingested(ingested: Ingested) -> None:
    """A line for each source: its format, its rows, lines passed over as comments, its runs."""
    for text in ingested.notes:
        diagnostics.note(text)
    for source in ingested.sources:
        known = "" if source.is_new else "; the same bytes were there already"
        comments = f", {counted(source.comments, 'comment line')}" if source.comments else ""
        runs = f", run {', '.join(source.run_ids[:3])}" if source.run_ids else ""
        diagnostics.note(
            f"{source.path}: {_what(source)}, {counted(source.rows, 'row')}{comments}{runs}{known}"
        )
        for text in source.notes:
            diagnostics.note(f"  {text}")


def tell_map(store: Store, source_id: int | None) -> None:
    """The map of ids that an evaluation uses, where it uses one."""
    for path, rows in store.rows(
        "select path, rows from sources where source_id = $source_id", source_id=source_id
    ):
        diagnostics.note(f"{path}: map of ids, {counted(rows, 'id')}")


def _what(source: Source) -> str:
    return source.kind if source.format == source.kind else f"{source.format} {source.kind}"


def tell_rejected(store: Store, source: Source) -> None:
    """What of a source could not be read: all, or its first lines and how to see the others."""
    if source.trouble is not None:
        rule = RULES["unreadable-file"]
        diagnostics.error(f"{source.trouble}; {rule.what_to_do} [{rule.rule_id}]")
    wanted = wanted_columns(source.kind, source.format)
    for line, reason, text in store.rows(
        "select line_number, reason, line from rejected_lines where source_id = $source_id"
        " order by line_number limit $most",
        source_id=source.source_id,
        most=LINES_TOLD,
    ):
        rule = RULES[reason]
        told = rule.message.format(value=shortened(text), wanted=wanted)
        diagnostics.error(f"{source.path}:{line}: {told}; {rule.what_to_do} [{reason}]")
    if source.rejected > LINES_TOLD:
        more = sql_command(
            f"select * from rejected_lines where source_id = {source.source_id}", store.path
        )
        diagnostics.error(f"{source.path}: {source.rejected:,} lines in all: {more}")


def tell_withdrawn(verdict: Verdict) -> None:
    """A line for each run that had scores and is refused now."""
    for run_id in verdict.withdrawn:
        diagnostics.note(f"run {run_id!r}: refused now, its earlier scores are withdrawn")


def tell_findings(report: dict[str, Any], db: str) -> None:
    """Every finding of a report: an error with its first places, a warning in one line.

    Args:
        report: the JSON report.
        db: the database that it is of, for the commands that show more.
    """
    skips = report["on_bad_line"] == "skip"
    for finding in report["findings"]:
        what_to_do = advice(finding["rule_id"], finding["severity"], skips=skips)
        about = finding["run_id"] or "judgments"
        say = diagnostics.warning if finding["severity"] == "warning" else diagnostics.error
        told = f"{finding['message']}; {what_to_do}" if what_to_do else finding["message"]
        # Of a file that is no run the message begins with its path, as its run may do.
        whose = "" if told.startswith(f"{about}:") else f"{about}: "
        say(f"{place(finding)}{whose}{told} [{finding['rule_id']}]")
        if finding["severity"] != "warning":
            _other_places(finding, db)


def _other_places(finding: dict[str, Any], db: str) -> None:
    """Further lines of an error, so that a person need not fix them one by one."""
    lines = [
        f"{example['file']}:{example['line_number']}"
        for example in finding["examples"][1 : LINES_TOLD + 1]
        if example["line_number"]
    ]
    if lines:
        diagnostics.note(f"  also at {', '.join(lines)}")
    if finding["examples"] and finding["count"] > len(lines) + 1:
        diagnostics.note(f"  {_extent(finding)}: {sql_command(_select_places(finding), db)}")


def _extent(finding: dict[str, Any]) -> str:
    """How many places there are, and how many of them the database has."""
    count = finding["count"]
    if _are_bad_lines(finding):
        return f"all {count:,} lines"
    most = kept(finding["rule_id"], count)
    return (
        f"all {count:,} places"
        if most == count
        else f"the first {most:,} of {count:,} places are kept"
    )


def _select_places(finding: dict[str, Any]) -> str:
    """The SELECT of a finding's places; a rule may be broken by judgments and by a run."""
    if _are_bad_lines(finding):
        return _select_lines(finding)
    rule_id = finding["rule_id"].replace("'", "''")
    whose = "is null" if finding["run_id"] is None else "is not null"
    k = 0 if finding["k"] == "all" else finding["k"]
    cutoff = "" if k is None else f" and k = {k}"
    return (
        "select source_id, line_number, query_id, doc_id, value from findings"
        f" where evaluation_id = '{finding['evaluation_id']}' and rule_id = '{rule_id}'"
        f" and run_id {whose}{cutoff}"
    )


def _are_bad_lines(finding: dict[str, Any]) -> bool:
    """Whether there are more places than findings keep, and all of them in `rejected_lines`."""
    rule = RULES.get(finding["rule_id"])
    is_of_lines = rule is not None and rule.skips and finding["examples"][0]["query_id"] is None
    return is_of_lines and kept(finding["rule_id"], finding["count"]) < finding["count"]


def _select_lines(finding: dict[str, Any]) -> str:
    """The SELECT of such lines; of a file with several runs, of all of them."""
    of_judgments = "select qrels_source_id from evaluations"
    of_run = "select source_id from evaluations inner join run_sources using (run_id, run_sha256)"
    sources = of_judgments if finding["run_id"] is None else of_run
    return (
        f"select * from rejected_lines where reason = '{finding['rule_id']}' and source_id in"
        f" ({sources} where evaluation_id = '{finding['evaluation_id']}')"
    )
