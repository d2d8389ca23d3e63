"""Lines that could not be read: they refuse what they stand in, or are left out and counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from judged.evaluation.findings import PLACES_KEPT, Finding, Place, headline, messages
from judged.ingestion.odd_lines import wanted_columns
from judged.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.evaluation.workspace import Workspace
    from judged.store.store import Store

# As many queries that have no other line are named.
NAMED = 3


def rejected_lines(store: Store, workspace: Workspace) -> list[Finding]:
    """A finding for each rule that lines of the judgments, or of a run, broke so as to be no rows.

    A line whose tag names no run is every run's of the file. Where bad lines are to be skipped the
    findings are warnings, unless one of the files would be nothing without them.
    """
    found = []
    for run_id, source_ids in _owners(workspace):
        store.derive("bad_lines", "duckdb/bad_lines", run_id=run_id, source_ids=list(source_ids))
        of_owner = [_finding(store, run_id, *total) for total in _totals(store)]
        if of_owner and workspace.settings.on_bad_line == "skip":
            trouble = _trouble(store)
            of_owner = [_skipped(store, workspace, each, trouble) for each in of_owner]
        elif run_id is None and _are_scores(store, workspace):
            of_owner = [replace(each, message=_swapped(each, workspace)) for each in of_owner]
        found += of_owner
    return found


def comments_of_queries(store: Store, workspace: Workspace) -> list[Finding]:
    """Comments that begin with the id of a query: lines of it that lack a column, perhaps."""
    if not store.rows("select 1 from comment_lines limit 1"):
        return []
    found = []
    for run_id, source_ids in _owners(workspace):
        rows = store.query("duckdb/comments_of_queries", source_ids=list(source_ids))
        if rows:
            places = [
                Place(
                    value=row["line"],
                    source_id=row["source_id"],
                    line_number=row["line_number"],
                )
                for row in rows[:PLACES_KEPT]
            ]
            is_left_out = workspace.settings.on_bad_line == "skip"
            found.append(
                Finding("comment-of-query", run_id, len(rows), places, softened=is_left_out)
            )
    return found


def _owners(workspace: Workspace) -> list[tuple[str | None, Sequence[int]]]:
    """The sources of the judgments, by None, and of each run."""
    of_runs = [(item.run_id, item.run.source_ids) for item in workspace.evaluations]
    return [(None, [workspace.qrels.source_id]), *of_runs]


def _totals(store: Store) -> list[tuple[str, int]]:
    """How many lines broke each rule."""
    rows = store.rows("select rule_id, count(*) from bad_lines group by rule_id order by rule_id")
    return [(rule_id, places) for rule_id, places in rows]


def _finding(store: Store, run_id: str | None, rule_id: str, places: int) -> Finding:
    rows = store.rows(
        "select line, source_id, line_number from bad_lines where rule_id = $rule_id"
        " order by part, line_number limit $most",
        rule_id=rule_id,
        most=PLACES_KEPT,
    )
    examples = [
        Place(value=line, source_id=source_id, line_number=number)
        for line, source_id, number in rows
    ]
    kind, form = store.rows(
        "select kind, format from sources where source_id = $source_id", source_id=rows[0][1]
    )[0]
    return Finding(rule_id, run_id, places, examples, wanted=wanted_columns(kind, form))


def _are_scores(store: Store, workspace: Workspace) -> bool:
    """Whether judgments are all fractions: in some formats a run looks like them but for that."""
    ((are_all, rules),) = store.rows(
        "select bool_and(regexp_matches(line, '[0-9][.eE][-0-9]')), list(distinct rule_id)"
        " from bad_lines"
    )
    return bool(are_all) and rules == ["grade-integer"] and workspace.qrels.rows == 0


def _swapped(finding: Finding, workspace: Workspace) -> str:
    told = headline(finding, workspace.contract)
    return f"{told}; these look like scores: are qrels and run swapped?"


def _skipped(store: Store, workspace: Workspace, finding: Finding, trouble: str | None) -> Finding:
    """The finding of lines that are left out; still an error where there is a trouble with that."""
    (first,) = messages(finding, finding.examples[:1], workspace.contract)
    lines = counted(finding.places, "line")
    if trouble is None:
        which = ", the first" if finding.places > 1 else ""
        told = f"{lines} left out (--on-bad-line skip){which}: {first}{_lost(store, finding)}"
    else:
        told = f"{lines} to be left out (--on-bad-line skip), but {trouble}; the first: {first}"
    return replace(finding, message=told, softened=trouble is None)


def _trouble(store: Store) -> str | None:
    """Why bad lines cannot be left out: a file has no others, or most of it is something else.

    A first line that is bad may be a good one of another format, as which the file is then read;
    the lines that are good in truth are then all bad in the same way.
    """
    rows = store.rows(
        "with widths as (select source_id, count(*) as lines from bad_lines"
        " where rule_id = 'column-count'"
        " group by source_id, len(string_split_regex(trim(line, ' \t'), '[ \t]+')))"
        " select s.path, s.rows, s.format, max(w.lines) from sources as s"
        " left join widths as w on s.source_id = w.source_id"
        " where s.source_id in (select source_id from bad_lines)"
        " group by s.source_id, s.path, s.rows, s.format order by s.source_id"
    )
    for path, good, form, alike in rows:
        if not good:
            return f"{path} has no line that can be read"
        if (alike or 0) > good:
            return (
                f"in {path} {alike:,} lines have another number of columns and {good:,} that of"
                f" the format {form}, as which it was read by its first line"
            )
    return None


def _lost(store: Store, finding: Finding) -> str:
    """What to say of queries that are gone with the lines; a header line is of none."""
    if finding.rule_id == "header-line":
        return ""
    rows = store.query(
        "duckdb/queries_of_bad_lines", rule_id=finding.rule_id, run_id=finding.run_id
    )
    names = [repr(row["query_id"]) for row in rows]
    if not names:
        return ""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    which, verb = ("query", "is") if len(names) == 1 else ("queries", "are")
    became = "not judged now" if finding.run_id is None else "missing now"
    return f"; no line is left of {which} {', '.join(names[:NAMED])}{more}, which {verb} {became}"
