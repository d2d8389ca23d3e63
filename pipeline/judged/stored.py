"""Workspaces of evaluations that are in the store already."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from judged.contract import Contract
from judged.settings import Settings
from judged.sources import RunVersion, Source
from judged.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store import Store


def workspace_of(store: Store, evaluation_ids: Sequence[str], cutoffs: Any = None) -> Workspace:
    """The workspace of evaluations under one contract and one set of judgments.

    Args:
        store: the database.
        evaluation_ids: at least one.
        cutoffs: others than the contract's, which leave its identifier as it is.
    """
    rows = [_evaluation(store, evaluation_id) for evaluation_id in evaluation_ids]
    first = rows[0]
    contract = Contract.of(json.loads(first["contract"]))
    if cutoffs is not None:
        contract = contract.with_cutoffs(cutoffs)
    settings = Settings(contract, json.loads(first["origins"]), json.loads(first["judgments"]))
    return Workspace.of(
        store,
        settings,
        _source(store, "source_id = $key", first["qrels_source_id"]),
        [_run(store, row["run_id"], row["run_sha256"]) for row in rows],
        _source(store, "kind = 'queries' and sha256 = $key", first["queries_sha256"])
        if first["queries_sha256"]
        else None,
    )


def _evaluation(store: Store, evaluation_id: str) -> dict[str, Any]:
    return store.dicts(
        "select e.run_id, e.run_sha256, e.qrels_source_id, e.queries_sha256,"
        " s.contract, s.origins, s.judgments"
        " from evaluations as e"
        " inner join evaluation_settings as s on e.evaluation_id = s.evaluation_id"
        " where e.evaluation_id = $evaluation_id",
        evaluation_id=evaluation_id,
    )[0]


def _source(store: Store, condition: str, key: Any) -> Source:
    row = store.dicts(
        "select source_id, kind, name, path, format, sha256, rows, rejected from sources"
        f" where {condition}",
        key=key,
    )[0]
    return Source(**row, is_new=False)


def _run(store: Store, run_id: str, run_sha256: str) -> RunVersion:
    parts = store.rows(
        "select source_id from run_sources"
        " where run_id = $run_id and run_sha256 = $run_sha256 order by rowid",
        run_id=run_id,
        run_sha256=run_sha256,
    )
    return RunVersion(run_id, run_sha256, tuple(source for (source,) in parts))
