"""Stage 2: rules against rows; findings with file and line, and a verdict on every evaluation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from judged.errors import UnreadableError
from judged.evaluation import evaluations, findings
from judged.evaluation.findings import Finding, Place, Verdict, check, headline
from judged.evaluation.hints import id_hint, listed_hint, padding_hint, suffix_hint
from judged.text import counted
from judged.validation.bad_lines import comments_of_queries, rejected_lines
from judged.validation.glance import is_fulfilled
from judged.validation.look_alikes import ids_over_lines, look_alikes
from judged.validation.mapped import mapped_findings, maps_judgments
from judged.validation.schema_checks import QRELS, RUNS, validate_natively, validate_pushed_down
from judged.validation.stretches import are_in_rank_order, stretches
from judged_schemas.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.evaluation.workspace import Workspace
    from judged.store.store import Store
    from judged.validation.schema_findings import Validated
    from judged.validation.schemas import Schemas


def validate(store: Store, workspace: Workspace, schemas: Schemas) -> Verdict:
    """Validates judgments and runs under a contract, in one transaction.

    Findings of these evaluations are replaced. An error in the judgments refuses every run, an
    error in a run refuses that run; a refused evaluation keeps no scores.
    """
    with store.transaction():
        workspace.judge()
        workspace.cut()
        unreadable = _unreadable_files(store, workspace)
        found = [
            *unreadable,
            *rejected_lines(store, workspace),
            *comments_of_queries(store, workspace),
            *_schema_findings(store, workspace, schemas),
            *_judgment_checks(store, workspace),
            *(mapped_findings(store, workspace.contract) if workspace.is_mapped else []),
            *_run_checks(store, workspace, {finding.run_id for finding in unreadable}),
            *look_alikes(store),
            *ids_over_lines(store),
        ]
        found = _in_order(findings.merged(found), workspace)
        refused = findings.refusals(found, workspace)
        findings.replace_all(store, workspace, found, "validate")
        withdrawn = evaluations.replace_all(store, workspace, refused, schemas.words)
    return Verdict(found, refused, withdrawn)


def _unreadable_files(store: Store, workspace: Workspace) -> list[Finding]:
    """Files that should be part of a run, and of which nothing could be read."""
    found = []
    for item in workspace.evaluations:
        files = store.rows(
            "select source_id, path, line_number, reason from unreadable_files"
            " where array_contains($ids, source_id) order by source_id, path",
            ids=list(item.run.source_ids),
        )
        if files:
            (_, path, line, reason), *others = files
            more = f" (and {', '.join(other[1] for other in others)})" if others else ""
            places = [
                Place(value=reason, source_id=source_id, line_number=line)
                for source_id, _, line, reason in files
            ]
            message = f"{UnreadableError(path, reason, line)}{more}"
            found.append(Finding("unreadable-file", item.run_id, len(files), places, message))
    return found


def _schema_findings(store: Store, workspace: Workspace, schemas: Schemas) -> list[Finding]:
    contract = workspace.contract.as_json()
    formats = dict(store.rows("select source_id, format from sources"))
    run_sources = {source for item in workspace.evaluations for source in item.run.source_ids}
    found = []
    for relation, source_ids in ((QRELS, {workspace.qrels.source_id}), (RUNS, run_sources)):
        frames = {source for source in source_ids if formats[source] == "frame"}
        if frames:
            schema = schemas.model(relation.origin).for_contract(contract)
            found += validate_natively(store, schema, relation.of(frames))
        if source_ids > frames:
            found += _findings_in_files(store, schemas, relation.of(source_ids - frames), contract)
    return found


def _findings_in_files(
    store: Store, schemas: Schemas, relation: Validated, contract: Mapping[str, Any]
) -> list[Finding]:
    """What is wrong with rows of files, which may be many."""
    is_ours = relation.origin not in schemas.own
    if is_ours and _holds(store, relation, contract):
        return []
    schema = schemas.model(relation.origin).for_contract(contract)
    return validate_pushed_down(store, schema, relation)


def _holds(store: Store, relation: Validated, contract: Mapping[str, Any]) -> bool:
    """Whether a glance at judgments, or at each stretch of runs, shows that our schema holds."""
    if relation.origin == "qrels":
        return is_fulfilled(store, "qrels", relation.view, contract)
    rows = f"(select * from {relation.view} where line_order between $first and $last)"
    return all(
        is_fulfilled(store, "runs", rows, contract, first=first, last=last)
        for first, last in stretches(store)
    )


def _judgment_checks(store: Store, workspace: Workspace) -> list[Finding]:
    found: list[Finding] = []
    if not isinstance(workspace.contract.qrels_duplicates, str):
        found += check(store, "other-iteration")
    for rule_id in ("conflicting-judgment", "grade-written-as-decimal", "grade-without-gain"):
        found += check(store, rule_id)
    found += check(store, "zero-idcg-query")
    for finding in check(store, "listed-query-unjudged"):
        hint = listed_hint(store)
        told = f"{headline(finding, workspace.contract)}{hint}" if hint else ""
        found.append(replace(finding, message=told))
    return found


def _run_checks(store: Store, workspace: Workspace, unreadable: set[str | None]) -> list[Finding]:
    contract = workspace.contract
    found = _no_common_query(store, workspace) + _unknown_queries(store, workspace)
    # Nobody knows which queries are in a file that cannot be read.
    found += [f for f in check(store, "missing-query") if f.run_id not in unreadable]
    found += check(store, "no-score", order_by=contract.order)
    if contract.order != "line" and not are_in_rank_order(store):
        found += check(store, "rank-order") + check(store, "rank-integer")
    if contract.order == "rank" and contract.ties not in ("average", "error"):
        found += check(store, "repeated-rank")
    if contract.order == "score" and contract.ties != "average":
        found += check(store, "all-tied", score_precision=contract.score_precision)
    if "line" in (contract.order, contract.ties):
        found += check(store, "list-in-several-files")
    found += check(store, "short-list", longest_cutoff=max(contract.ks))
    found += _nothing_judged(store, suggests=not maps_judgments(contract))
    if contract.unjudged == "error":
        found += _unjudged(store, workspace)
    return found + _ties(store, workspace)


def _no_common_query(store: Store, workspace: Workspace) -> list[Finding]:
    """Runs that meet no judgment; those without a single good line have a finding of that."""
    if not workspace.qrels.rows:
        return []
    return [
        Finding(f.rule_id, f.run_id, f.places, f.examples, id_hint(store, str(f.run_id)))
        for f in check(store, "no-common-query")
        if f.examples[0].value != "0"
    ]


def _unknown_queries(store: Store, workspace: Workspace) -> list[Finding]:
    """Queries without a judgment, with what would make some of them others that are missing."""
    found = []
    for finding in check(store, "unknown-query"):
        hint = padding_hint(store, str(finding.run_id))
        told = f"{headline(finding, workspace.contract)}{hint}" if hint else ""
        found.append(replace(finding, message=told))
    return found


def _ties(store: Store, workspace: Workspace) -> list[Finding]:
    """Ties that the contract forbids, that it cannot average, or that decide at a cutoff."""
    contract = workspace.contract
    if contract.order == "line" or (contract.ties == "average" and contract.depth is None):
        return []
    if contract.ties in ("error", "average"):
        workspace.rank_whole()
        if contract.ties == "error":
            return check(store, "tied-documents")
        return check(store, "tie-across-depth", depth=contract.depth)
    workspace.rank()
    return check(store, "ties-across-cutoff")


def _nothing_judged(store: Store, *, suggests: bool) -> list[Finding]:
    lists = dict(
        store.rows(
            "select r.run_id, count(*) from run_queries as r"
            " inner join judged_queries as q on r.query_id = q.query_id"
            " where r.documents > 0 group by r.run_id"
        )
    )
    found = []
    for finding in check(store, "nothing-judged"):
        message = ""
        if finding.places == lists[finding.run_id]:
            hint = suffix_hint(store, str(finding.run_id)) if suggests else ""
            message = f"not one document of the run is judged for its query{hint}"
        found.append(
            Finding(finding.rule_id, finding.run_id, finding.places, finding.examples, message)
        )
    return found


def _unjudged(store: Store, workspace: Workspace) -> list[Finding]:
    """The refusal that strict gives most real runs: it shows how much is unjudged, and teaches."""
    contract = workspace.contract
    store.derive("later_copies", "score/later_copies")
    found = check(store, "unjudged-document")
    if not found:
        return []
    workspace.rank()
    k = max(contract.ks) or 10
    rows = store.query("report/unjudged_summary", k=k)
    summaries = {row["run_id"]: row for row in rows}
    return [
        Finding(
            f.rule_id,
            f.run_id,
            f.places,
            f.examples,
            _unjudged_message(summaries[f.run_id], k) + _beside_bad_lines(workspace),
        )
        for f in found
    ]


def _unjudged_message(row: dict[str, Any], k: int) -> str:
    return (
        f"{row['unjudged']:,} of {row['retrieved']:,} retrieved documents have no judgment"
        f" (top {k}: {row['top_unjudged']:,} of {row['top_retrieved']:,};"
        f" whole lists: {100 * row['unjudged'] / row['retrieved']:.1f} %)"
    )


def _beside_bad_lines(workspace: Workspace) -> str:
    """What to say where judgments could not be read: some may be of these very documents."""
    if not workspace.qrels.rejected:
        return ""
    lines = counted(workspace.qrels.rejected, "line")
    return f"; {lines} of the judgments could not be read, which may be theirs: mend those first"


def _in_order(found: list[Finding], workspace: Workspace) -> list[Finding]:
    """Judgments first, then runs as given; errors before warnings; causes before consequences.

    The catalogue lists rules in that order: lines, values, groups of lines, judgments with runs.
    """
    contract = workspace.contract.as_json()
    runs = {item.run_id: place for place, item in enumerate(workspace.evaluations)}
    rules = {rule_id: place for place, rule_id in enumerate(RULES)}

    def key(finding: Finding) -> tuple[int, bool, int, str]:
        owner = -1 if finding.run_id is None else runs[finding.run_id]
        is_warning = finding.severity(contract) == "warning"
        return owner, is_warning, rules.get(finding.rule_id, len(rules)), finding.rule_id

    return sorted(found, key=key)
