"""Stage 3: NDCG of every query, in SQL; every score is kept under its evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb

from judged.errors import ContractError, OutputError, StateError
from judged.evaluation import evaluations, findings
from judged.evaluation.findings import Verdict
from judged.scoring.aggregates import run_scores
from judged.store import queries
from judged.validation.coverage import validate_coverage
from judged.validation.frame_checks import failures
from judged.validation.glance import is_fulfilled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.evaluation.selected import Evaluation
    from judged.evaluation.workspace import Workspace
    from judged.store.store import Store
    from judged.validation.schemas import Schemas


def score(store: Store, workspace: Workspace, schemas: Schemas) -> Verdict:
    """Scores the evaluations that validation did not refuse, in one transaction.

    Scores of the same evaluation and k are replaced; other cutoffs of it stay. Then their coverage
    is checked, of all cutoffs: rule `judged-coverage` is a gate and leaves the scores, an error of
    a user's own rule takes them away.

    Returns:
        The findings of coverage, and the runs that they refuse.

    Raises:
        StateError: an evaluation was not validated under this contract.
        ContractError: gains so large, or averaged ties so long, that an exact sum overflows.
        OutputError: our own scores broke a rule: a bug.
    """
    with store.transaction():
        chosen = _accepted(store, workspace)
        before = evaluations.with_scores(store, workspace.evaluation_ids)
        try:
            derive(store, workspace, chosen)
        except (duckdb.OutOfRangeException, duckdb.ConversionException) as error:
            raise ContractError(
                "gain: the gains of a list, or of the documents of one averaged tie, add up to"
                " more than exact sums hold; choose smaller gains with --gain, or other --ties"
                f" ({str(error).splitlines()[0]})"
            ) from None
        _keep(store, workspace, schemas, _check_output(store, workspace, schemas))
        ids = [item.evaluation_id for item in chosen]
        found = validate_coverage(store, schemas, ids, workspace.contract.as_json())
        findings.replace_all(store, workspace, found, "score")
        refused = findings.refusals(found, workspace)
        for item in chosen:
            if item.run_id in refused:
                evaluations.refuse(store, item.evaluation_id, refused[item.run_id])
        withdrawn = [item.run_id for item in chosen if item.evaluation_id in before]
    return Verdict(found, refused, [run_id for run_id in withdrawn if run_id in refused])


def _accepted(store: Store, workspace: Workspace) -> list[Evaluation]:
    """The evaluations that were validated and not refused."""
    statuses = evaluations.statuses(store, workspace.evaluation_ids)
    for item in workspace.evaluations:
        if item.evaluation_id not in statuses:
            raise StateError(
                f"run {item.run_id!r} was not validated under this contract;"
                " run `judged validate` with the same options first"
            )
    return [item for item in workspace.evaluations if statuses[item.evaluation_id] != "refused"]


def derive(store: Store, workspace: Workspace, chosen: Sequence[Evaluation]) -> None:
    """Makes new_scores of the chosen evaluations, step by step."""
    contract = workspace.contract
    store.fill(
        "scored_runs",
        {
            "run_id": ("varchar", [item.run_id for item in chosen]),
            "evaluation_id": ("varchar", [item.evaluation_id for item in chosen]),
        },
    )
    workspace.rank()
    workspace.discount()
    store.derive("dcg", "score/expected_dcg" if contract.ties == "average" else "score/dcg")
    for table in ("ideal", "ideal_retrieved", "list_counts"):
        store.derive(table, f"score/{table}")
    store.derive(
        "new_scores",
        "score/query_scores",
        universe=contract.universe,
        zero_idcg=contract.zero_idcg,
        missing_queries=contract.missing_queries,
        scale=workspace.scale,
    )


def _check_output(store: Store, workspace: Workspace, schemas: Schemas) -> list[dict[str, Any]]:
    """The new scores as rows, after our own schema found nothing wrong with them."""
    contract = workspace.contract.as_json()
    if is_fulfilled(store, "query_scores", "new_scores", contract):
        return store.dicts("select * from new_scores")
    frame = store.sql("select * from new_scores")
    schema = schemas.model("query_scores").for_contract(contract)
    broken = failures(schema, frame, "duplicate-score")
    if broken:
        first = broken[0]
        raise OutputError(
            f"{len(broken)} scores broke our own rules, first {first.rule_id}: {first.row}"
        )
    return frame.to_dicts()


def _keep(store: Store, workspace: Workspace, schemas: Schemas, rows: list[dict[str, Any]]) -> None:
    contract = workspace.contract
    ids = sorted({row["evaluation_id"] for row in rows})
    for table in ("query_scores", "run_scores"):
        store.rows(
            f"delete from {table} where array_contains($ids, evaluation_id)"
            " and array_contains($ks, k)",
            ids=ids,
            ks=contract.ks,
        )
    store.rows(
        "insert into query_scores select * from new_scores order by evaluation_id, query_id, k"
    )
    unknown = dict(
        store.rows(
            "select run_id, count(*) from"
            f" ({queries.load('checks/unknown-query').sql}) group by run_id"
        )
    )
    store.insert("run_scores", run_scores(rows, unknown, contract))
    for evaluation_id in ids:
        evaluations.mark_scored(store, evaluation_id, schemas.words)
