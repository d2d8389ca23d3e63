"""Findings: broken rules with their places, from any kind of check, into the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

from judged.store import queries
from judged.store.lines import line_numbers
from judged.text import shortened
from judged_schemas.rules import RULES, severity_under

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from judged.contract.contract import Contract
    from judged.evaluation.workspace import Workspace
    from judged.store.store import Store
    from judged_schemas.catalogue.rule import Severity

Stage = Literal["validate", "score"]

# How many places of one finding are kept; counts are exact whatever it is.
PLACES_KEPT = 100
# Their places are whole queries, and without scores they are the lists of a report. There are no
# more of them than judged queries, so all are kept.
KEPT_WHOLE = frozenset({"zero-idcg-query", "missing-query", "shortened-list"})


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
class Verdict:
    """What a stage found.

    Attributes:
        findings: of the judgments (run_id None) and of the runs.
        refused: the reason by run_id, of every run that may not be scored.
        withdrawn: the runs that had scores under this contract until now.
    """

    findings: list[Finding]
    refused: dict[str, str]
    withdrawn: Sequence[str] = ()


@dataclass(frozen=True)
class Finding:
    """A rule that the judgments (run_id None) or a run broke, with the places that are kept.

    Attributes:
        places: how many there are.
        examples: the first of them in the order of the lines, as many as `kept` says.
        message: in one sentence; empty for the catalogue's own.
        softened: whether the schema itself says that it is only a warning.
        k: the cutoff that it is about, 0 for all ranks; None where it is about none.
        wanted: of lines that could not be read, the columns of their format.
    """

    rule_id: str
    run_id: str | None
    places: int
    examples: list[Place] = field(default_factory=list)
    message: str = ""
    softened: bool = False
    k: int | None = None
    wanted: str = "the format"

    def severity(self, contract: Mapping[str, object]) -> Severity:
        """How grave it is under a contract, given as its fields in JSON form."""
        return "warning" if self.softened else severity_under(self.rule_id, contract)


def kept(rule_id: str, places: int) -> int:
    """How many of a finding's places are kept."""
    return places if rule_id in KEPT_WHOLE else min(places, PLACES_KEPT)


def collect(
    store: Store,
    rule_id: str,
    sql: str,
    parameters: Mapping[str, Any],
    view: str | None = None,
) -> list[Finding]:
    """Runs a statement that returns offending places, and makes a finding for each run.

    Args:
        store: the database.
        rule_id: the rule that they break.
        sql: returns run_id, query_id, doc_id, value, line_order.
        parameters: of the statement.
        view: what line_order is of; by None `qrels` where run_id is null, and `runs` elsewhere.
    """
    ((places,),) = store.rows(f"create or replace temp table places as {sql}", **parameters)
    if not places:
        return []
    totals = store.rows("select run_id, count(*) from places group by run_id order by run_id")
    return [
        Finding(rule_id, run_id, places, _examples(store, run_id, view, kept(rule_id, places)))
        for run_id, places in totals
    ]


def _examples(store: Store, run_id: str | None, view: str | None, most: int) -> list[Place]:
    rows = store.rows(
        "select query_id, doc_id, value, line_order from places"
        " where run_id is not distinct from $run_id"
        " order by line_order, query_id, doc_id, value limit $most",
        run_id=run_id,
        most=most,
    )
    line_orders = [row[3] for row in rows if row[3] is not None]
    view = view or ("qrels" if run_id is None else "runs")
    lines = line_numbers(store, view, line_orders)
    return [
        Place(query_id, doc_id, value, line_order, *lines.get(line_order, (None, None)))
        for query_id, doc_id, value, line_order in rows
    ]


def check(store: Store, rule_id: str, **parameters: Any) -> list[Finding]:
    """Runs `sql/checks/<rule_id>.sql`."""
    query = queries.load(f"checks/{rule_id}")
    declared = {name: parameters[name] for name in query.params}
    return collect(store, rule_id, query.sql, declared)


def messages(finding: Finding, places: Sequence[Place], contract: Contract) -> list[str]:
    """Each place in the words of the catalogue; a user's own rule is named."""
    rule = RULES.get(finding.rule_id)
    if rule is None:
        read = ["the row" if place.value is None else repr(place.value) for place in places]
        return [f"{what} breaks the rule {finding.rule_id!r}" for what in read]
    words = SimpleNamespace(**contract.as_columns(), deepest=max(contract.ks) or "all")
    return [
        rule.message.format(
            run_id=finding.run_id,
            query_id=place.query_id,
            doc_id=place.doc_id,
            value=shortened(place.value),
            contract=words,
            wanted=finding.wanted,
        )
        for place in places
    ]


def headline(finding: Finding, contract: Contract) -> str:
    """The finding in a sentence: its own message, or its first place's and how many more."""
    if finding.message or not finding.examples:
        return finding.message or (
            RULES[finding.rule_id].meaning if finding.rule_id in RULES else ""
        )
    first = finding.examples[0]
    (message,) = messages(finding, [first], contract)
    if first.query_id is not None:
        message = f"query {first.query_id!r}: {message}"
    return message if finding.places == 1 else f"{message} (and {finding.places - 1:,} more)"


def refusals(found: Sequence[Finding], workspace: Workspace) -> dict[str, str]:
    """The reason by run_id, of every run that an error of its own or of the judgments stops."""
    contract = workspace.contract
    errors = [finding for finding in found if finding.severity(contract.as_json()) == "error"]
    of_judgments = [finding for finding in errors if finding.run_id is None]
    refused = {}
    for item in workspace.evaluations:
        of_run = of_judgments + [finding for finding in errors if finding.run_id == item.run_id]
        if of_run:
            whose = "judgments: " if of_judgments else ""
            refused[item.run_id] = f"{whose}{of_run[0].rule_id}: {headline(of_run[0], contract)}"
    return refused


def merged(found: Sequence[Finding]) -> list[Finding]:
    """One finding for each rule, run and k, where several files of a run broke it."""
    by_rule: dict[tuple[str, str | None, int | None], list[Finding]] = {}
    for finding in found:
        by_rule.setdefault((finding.rule_id, finding.run_id, finding.k), []).append(finding)
    return [_as_one(parts) for parts in by_rule.values()]


def _as_one(parts: Sequence[Finding]) -> Finding:
    first = parts[0]
    places = sum(part.places for part in parts)
    return Finding(
        first.rule_id,
        first.run_id,
        places,
        [place for part in parts for place in part.examples][: kept(first.rule_id, places)],
        next((part.message for part in parts if part.message), ""),
        all(part.softened for part in parts),
        first.k,
        first.wanted,
    )


def replace_all(store: Store, workspace: Workspace, found: Sequence[Finding], stage: Stage) -> None:
    """Puts findings in the place of all that a stage found earlier of these evaluations."""
    remove(store, workspace.evaluation_ids, stage)
    _add(store, workspace, found, stage)


def remove(store: Store, evaluation_ids: Sequence[str], stage: Stage) -> None:
    """Takes away what a stage found of some evaluations."""
    for table in ("findings", "finding_totals"):
        store.rows(
            f"delete from {table} where array_contains($ids, evaluation_id) and stage = $stage",
            ids=list(evaluation_ids),
            stage=stage,
        )


def _add(store: Store, workspace: Workspace, found: Sequence[Finding], stage: Stage) -> None:
    """Writes findings; one of the judgments is one of every evaluation that rests on them."""
    contract = workspace.contract
    severities = contract.as_json()
    totals: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    for finding in found:
        told = {"places": finding.places, "message": headline(finding, contract)}
        texts = messages(finding, finding.examples, contract)
        for item in workspace.evaluations:
            if finding.run_id not in (None, item.run_id):
                continue
            of_run = finding.run_id is not None
            key = {
                "source_id": item.run.source_ids[0] if of_run else workspace.qrels.source_id,
                "run_id": finding.run_id,
                "evaluation_id": item.evaluation_id,
                "contract_id": workspace.contract.contract_id,
                "rule_id": finding.rule_id,
                "severity": finding.severity(severities),
                "stage": stage,
                "k": finding.k,
            }
            totals.append({**key, **told})
            rows += [
                {**_row(key, place), "message": text}
                for place, text in zip(finding.examples, texts, strict=True)
            ]
    store.insert("finding_totals", totals)
    store.insert("findings", rows)


def _row(key: Mapping[str, Any], place: Place) -> dict[str, Any]:
    return {
        **key,
        "source_id": place.source_id or key["source_id"],
        "query_id": place.query_id,
        "doc_id": place.doc_id,
        "value": place.value,
        "line_number": place.line_number,
    }
