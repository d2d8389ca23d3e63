"""Findings: broken rules with their places, from any kind of check, into the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from judged import queries, sources
from judged_schemas.rules import RULES, severity_under

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from judged.store import Store
    from judged.workspace import Workspace
    from judged_schemas.rules import Severity

# How many places of one finding are kept; counts are exact whatever it is.
PLACES_KEPT = 100


@dataclass(frozen=True)
class Place:
    """Where a rule was broken.

    Attributes:
        value: what was read there, as text.
        line_order: the row in qrels or runs, to find the line by.
    """

    query_id: str | None = None
    doc_id: str | None = None
    value: str | None = None
    line_order: int | None = None
    source_id: int | None = None
    line_number: int | None = None


@dataclass(frozen=True)
class Finding:
    """A rule that the judgments (run_id None) or a run broke, with its first places.

    Attributes:
        places: how many there are.
        examples: the first of them, in the order of the lines.
        message: in one sentence; empty for the catalogue's own.
        softened: whether the schema itself says that it is only a warning.
    """

    rule_id: str
    run_id: str | None
    places: int
    examples: list[Place] = field(default_factory=list)
    message: str = ""
    softened: bool = False

    def severity(self, contract: Mapping[str, object]) -> Severity:
        """How grave it is under a contract, given as its fields in JSON form."""
        return "warning" if self.softened else severity_under(self.rule_id, contract)


def collect(
    store: Store, rule_id: str, sql: str, parameters: Mapping[str, Any], view: str | None
) -> list[Finding]:
    """Runs a statement that returns offending places, and makes a finding for each run.

    Args:
        store: the database.
        rule_id: the rule that they break.
        sql: returns run_id, query_id, doc_id, value, line_order.
        parameters: of the statement.
        view: the view that line_order is of, qrels or runs; None where it is always null.
    """
    store.rows(f"create or replace temp table places as {sql}", **parameters)
    totals = store.rows("select run_id, count(*) from places group by run_id order by run_id")
    return [
        Finding(rule_id, run_id, places, _examples(store, run_id, view))
        for run_id, places in totals
    ]


def _examples(store: Store, run_id: str | None, view: str | None) -> list[Place]:
    rows = store.rows(
        "select query_id, doc_id, value, line_order from places"
        " where run_id is not distinct from $run_id"
        f" order by line_order, query_id, doc_id, value limit {PLACES_KEPT}",
        run_id=run_id,
    )
    if view == "runs":
        rows = [_located(store, run_id, row) for row in rows]
    rowids = [row[3] for row in rows if row[3] is not None]
    lines = sources.line_numbers(store, view, rowids) if view else {}
    return [
        Place(query_id, doc_id, value, line_order, *lines.get(line_order, (None, None)))
        for query_id, doc_id, value, line_order in rows
    ]


def _located(store: Store, run_id: str | None, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A place with the line of its document, which what was ranked no longer has."""
    query_id, doc_id, value, line_order = row
    if line_order is not None or doc_id is None:
        return row
    found = store.rows(
        "select min(line_order) from selected_lines"
        " where run_id = $run_id and query_id = $query_id and doc_id = $doc_id",
        run_id=run_id,
        query_id=query_id,
        doc_id=doc_id,
    )
    return query_id, doc_id, value, found[0][0]


def check(store: Store, rule_id: str, view: str | None, **parameters: Any) -> list[Finding]:
    """Runs `sql/checks/<rule_id>.sql`."""
    query = queries.load(f"checks/{rule_id}")
    declared = {name: parameters[name] for name in query.params}
    return collect(store, rule_id, query.sql, declared, view)


def message_of(rule_id: str, finding: Finding, place: Place) -> str:
    """One place in the words of the catalogue; a user's own rule is named."""
    rule = RULES.get(rule_id)
    if rule is None:
        return f"{place.value!r} breaks the rule {rule_id!r}"
    return rule.message.format(
        run_id=finding.run_id, query_id=place.query_id, doc_id=place.doc_id, value=place.value
    )


def headline(finding: Finding) -> str:
    """The finding in a sentence: its own message, or its first place's and how many more."""
    if finding.message or not finding.examples:
        return finding.message or (
            RULES[finding.rule_id].meaning if finding.rule_id in RULES else ""
        )
    first = finding.examples[0]
    message = message_of(finding.rule_id, finding, first)
    if first.query_id is not None:
        message = f"query {first.query_id!r}: {message}"
    return message if finding.places == 1 else f"{message} (and {finding.places - 1:,} more)"


def keep(store: Store, workspace: Workspace, found: Sequence[Finding]) -> None:
    """Replaces the findings of the workspace's judgments and evaluations by these.

    Those of judgments carry the contract and no evaluation; those of a run carry its evaluation.
    """
    contract_id = workspace.contract.contract_id
    ids = [item.evaluation_id for item in workspace.evaluations]
    for table in ("findings", "finding_totals"):
        store.rows(
            f"delete from {table} where evaluation_id in (select unnest(cast($ids as varchar[])))"
            " or (evaluation_id is null and contract_id = $contract_id and run_id is null"
            " and source_id = $source_id)",
            ids=ids,
            contract_id=contract_id,
            source_id=workspace.qrels.source_id,
        )
    add(store, workspace, found)


def add(store: Store, workspace: Workspace, found: Sequence[Finding]) -> None:
    """Writes findings beside those that are there."""
    contract = workspace.contract.as_json()
    by_run = {item.run_id: item for item in workspace.evaluations}
    totals: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    for finding in found:
        item = by_run.get(finding.run_id) if finding.run_id is not None else None
        key = {
            "source_id": item.run.source_ids[0] if item else workspace.qrels.source_id,
            "run_id": finding.run_id,
            "evaluation_id": item.evaluation_id if item else None,
            "contract_id": workspace.contract.contract_id,
            "rule_id": finding.rule_id,
            "severity": finding.severity(contract),
        }
        totals.append({**key, "places": finding.places, "message": headline(finding)})
        rows += [
            {
                **key,
                "source_id": place.source_id or key["source_id"],
                "query_id": place.query_id,
                "doc_id": place.doc_id,
                "value": place.value,
                "line_number": place.line_number,
                "message": message_of(finding.rule_id, finding, place),
            }
            for place in finding.examples
        ]
    store.insert("finding_totals", totals)
    store.insert("findings", rows)
