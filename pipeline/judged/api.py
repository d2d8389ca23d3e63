"""The Python API: evaluate what is in memory or in files, and open stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from judged import frames
from judged.contract import FIELDS, Contract
from judged.errors import ArgumentError, RefusedError
from judged.ingest import ingest
from judged.inputs import Input
from judged.queries import among
from judged.schemas import Schemas
from judged.score import score
from judged.settings import Origin, Settings
from judged.store import MEMORY, Store
from judged.validate import validate
from judged.workspace import Workspace

if TYPE_CHECKING:
    import polars

    PathText: TypeAlias = str | PathLike[str]


@dataclass(frozen=True)
class Result:
    """What an evaluation gave.

    Attributes:
        contract: what the scores mean.
        contract_id: its identifier.
        query_scores: one row per run, query and k, with the columns of table `query_scores`.
        run_scores: one row per run and k, with the columns of table `run_scores`.
        findings: one row per broken rule and run, with how many places broke it.
    """

    contract: Contract
    contract_id: str
    query_scores: polars.DataFrame
    run_scores: polars.DataFrame
    findings: polars.DataFrame


def evaluate(
    qrels: Any,
    runs: Any,
    contract: Contract | str | None = None,
    *,
    store: Store | PathText | None = None,
) -> Result:
    """Validates and scores runs against judgments.

    Args:
        qrels: a path; `{query_id: {doc_id: grade}}`; or a pandas, polars or Arrow frame with the
            columns query_id, doc_id, grade and, if wanted, iteration.
        runs: one run or several. A run is a path; `{query_id: {doc_id: score}}`;
            `{query_id: [doc_id, ...]}` best first, where the position gives rank and score; or a
            frame with the columns query_id, doc_id, score and, if wanted, rank and run_id. Several
            are a list of paths, or a dict of runs by name.
        contract: a `Contract`, a preset's name, or None for strict.
        store: where to keep everything; by None nothing is kept.

    Returns:
        Scores and findings. Warnings are findings too; look at them.

    Raises:
        RefusedError: findings of severity error. Its `findings` lists their places (up to 100 a
            rule and run), its `result` has the scores of the runs that were not refused.
        ContractError, InputError, ArgumentError: all are ValueErrors, as RefusedError is.
    """
    chosen = Contract.preset(contract) if isinstance(contract, str) else contract or Contract()
    if not isinstance(chosen, Contract):
        raise ArgumentError(f"contract: {chosen!r} is no Contract and no preset's name")
    settings = Settings(chosen, _origins(chosen))
    if isinstance(store, Store):
        return _evaluate(store, qrels, runs, settings)
    with Store.open(MEMORY if store is None else fspath(store)) as opened:
        return _evaluate(opened, qrels, runs, settings)


def _origins(contract: Contract) -> dict[str, Origin]:
    """A field that has its default is not known to be chosen."""
    default = Contract()
    return {
        name: "default" if getattr(contract, name) == getattr(default, name) else "option"
        for name in FIELDS
    }


def open_store(path: PathText, *, read_only: bool = True) -> Store:
    """Opens a store to query it: `open_store("judged.duckdb").sql("from latest_run_scores")`.

    Raises:
        MissingStoreError: read_only, and there is no such file.
        StateError: locked, no DuckDB file, or of a newer version.
    """
    return Store.open(fspath(path), read_only=read_only)


def _evaluate(store: Store, qrels: Any, runs: Any, settings: Settings) -> Result:
    schemas = Schemas.of()
    ingested = ingest(store, qrels=_qrels_input(qrels), runs=_run_inputs(runs))
    assert ingested.qrels is not None
    workspace = Workspace.of(store, settings, ingested.qrels, ingested.runs)
    refused = validate(store, workspace, schemas).refused
    score(store, workspace, schemas)
    result = _result(store, workspace)
    if refused:
        told = "; ".join(f"{run_id}: {reason}" for run_id, reason in refused.items())
        places = _findings(store, workspace, "findings")
        raise RefusedError(f"refused: {told}", places.to_dicts(), result)
    return result


def _result(store: Store, workspace: Workspace) -> Result:
    contract = workspace.contract
    return Result(
        contract=contract,
        contract_id=contract.contract_id,
        query_scores=_scores(store, workspace, "query_scores", "evaluation_id, query_id, k"),
        run_scores=_scores(store, workspace, "run_scores", "run_id, k"),
        findings=_findings(store, workspace, "finding_totals"),
    )


def _scores(store: Store, workspace: Workspace, table: str, order: str) -> polars.DataFrame:
    return store.sql(
        f"select * from {table} where {among('evaluation_id')}"
        f" and {among('k', 'ks', 'bigint')} order by {order}",
        {
            "ids": [item.evaluation_id for item in workspace.evaluations],
            "ks": workspace.contract.ks,
        },
    )


def _findings(store: Store, workspace: Workspace, table: str) -> polars.DataFrame:
    """Findings, each once: one of the judgments stands in the store for every evaluation."""
    return store.sql(
        "select * replace (case when run_id is not null then evaluation_id end as evaluation_id)"
        f" from {table} where {among('evaluation_id')}"
        " group by all order by severity, rule_id, run_id nulls first, min(rowid)",
        {"ids": [item.evaluation_id for item in workspace.evaluations]},
    )


def _qrels_input(qrels: Any) -> Input:
    if isinstance(qrels, str | PathLike):
        return Input(fspath(qrels))
    return Input("qrels", frame=frames.qrels_frame(qrels))


def _run_inputs(runs: Any) -> list[Input]:
    if isinstance(runs, str | PathLike):
        return [Input.of(fspath(runs))]
    if isinstance(runs, Mapping) and _are_named(runs):
        return [_named_run(str(name), run) for name, run in runs.items()]
    if isinstance(runs, Sequence):
        if not runs:
            raise ArgumentError("runs: the list is empty; give at least one run")
        for run in runs:
            if not isinstance(run, str | PathLike):
                raise ArgumentError(
                    f"a list of runs holds paths, not {type(run).__name__};"
                    " pass runs in memory as a dict by name"
                )
        return [Input.of(fspath(run)) for run in runs]
    return [_named_run("run", runs)]


def _are_named(runs: Mapping[Any, Any]) -> bool:
    """Whether a dict holds runs by name, rather than being one run by query."""
    if not runs:
        return False
    if any(isinstance(run, str | Path) or frames.is_frame(run) for run in runs.values()):
        return True
    inner = [value for run in runs.values() if isinstance(run, Mapping) for value in run.values()]
    return bool(inner) and all(isinstance(value, Mapping | list | tuple) for value in inner)


def _named_run(name: str, run: Any) -> Input:
    if isinstance(run, str | PathLike):
        return Input(fspath(run), name)
    frame = frames.run_frame(run)
    return Input(name, None if frame.has_names else name, frame)
