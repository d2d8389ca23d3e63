"""Stage 4: what is stored of an evaluation, brought together as one dictionary.

Every form of the report (JSON, table, Markdown, CSV) is made from it, so they cannot disagree.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from judged.contract import NOTE, Contract
from judged.errors import ArgumentError, StateError, near
from judged.fields import FIELDS
from judged.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store import Store

EXAMPLES = 10


def report(
    store: Store,
    evaluation_ids: Sequence[str],
    cutoffs: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Everything that the store knows of evaluations under one contract and one set of judgments.

    Args:
        store: the database.
        evaluation_ids: in the order in which runs are shown.
        cutoffs: the k to show (0 for whole lists); all that are stored by None.

    Returns:
        The JSON report, as described in pipeline/README.md.
    """
    rows = [_evaluation(store, evaluation_id) for evaluation_id in evaluation_ids]
    newest = max(rows, key=lambda row: row["place"])
    runs = [_run(store, row, cutoffs) for row in rows]
    contract = _shown_contract(newest, runs)
    for row, run in zip(rows, runs, strict=True):
        run["differs"] = _differences(contract, json.loads(row["contract"]))
    return {
        "judged_version": __version__,
        "contract": contract,
        "contract_id": newest["contract_id"],
        "origins": json.loads(newest["origins"]),
        "judgments": json.loads(newest["judgments"]),
        "qrels": _qrels(store, newest["qrels_source_id"]),
        "queries": _queries(store, newest["queries_sha256"]),
        "runs": runs,
        "findings": _findings(store, list(evaluation_ids)),
        "remarks": _remarks(contract, runs),
        "note": NOTE,
    }


def _shown_contract(newest: dict[str, Any], runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The contract that was validated last, with the cutoffs whose scores are shown."""
    contract: dict[str, Any] = json.loads(newest["contract"])
    ks = {score["k"] for run in runs for score in run["scores"]}
    if ks:
        contract["cutoffs"] = [*sorted(ks - {"all"}), *sorted(ks & {"all"})]
    return contract


def _differences(contract: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The fields in which a run's contract differs, of those that are not in its identifier."""
    return {
        name: other[name]
        for name, field in FIELDS.items()
        if not field.identifies and name != "cutoffs" and other[name] != contract[name]
    }


def newest_evaluations(store: Store, run_ids: Sequence[str] = ()) -> list[str]:
    """The evaluations under the contract and judgments that were validated last.

    Args:
        store: the database.
        run_ids: only these runs, in this order; all of that contract by default.

    Raises:
        StateError: nothing was evaluated yet.
        ArgumentError: a named run was not evaluated under that contract.
    """
    rows = store.dicts(
        "select evaluation_id, run_id, contract_id, qrels_sha256, queries_sha256 from evaluations"
        " order by rowid desc"
    )
    if not rows:
        raise StateError(f"{store.path}: nothing was evaluated yet; `judged run` does it all")
    keys = ("contract_id", "qrels_sha256", "queries_sha256")
    newest: dict[str, str] = {}
    for row in rows:
        if all(row[key] == rows[0][key] for key in keys):
            newest.setdefault(row["run_id"], row["evaluation_id"])
    for run_id in run_ids:
        if run_id not in newest:
            raise ArgumentError(
                f"no evaluation of run {run_id!r} under the newest contract; {near(run_id, newest)}"
            )
    return [newest[run_id] for run_id in (run_ids or sorted(newest))]


def _evaluation(store: Store, evaluation_id: str) -> dict[str, Any]:
    return store.dicts(
        "select e.evaluation_id, e.contract_id, e.run_id, e.run_sha256, e.qrels_source_id,"
        " e.queries_sha256, e.status, e.reason, e.rowid as place,"
        " s.contract, s.origins, s.judgments from evaluations as e"
        " inner join evaluation_settings as s on e.evaluation_id = s.evaluation_id"
        " where e.evaluation_id = $id",
        id=evaluation_id,
    )[0]


def _run(store: Store, row: dict[str, Any], cutoffs: Sequence[int] | None) -> dict[str, Any]:
    parts = store.dicts(
        "select s.source_id, s.path, s.format, s.compression, s.sha256, s.rows, s.rejected"
        " from run_sources as r inner join sources as s on r.source_id = s.source_id"
        " where r.run_id = $run_id and r.run_sha256 = $run_sha256 order by r.rowid",
        run_id=row["run_id"],
        run_sha256=row["run_sha256"],
    )
    rows = store.rows(
        "select count(*) from runs where run_id = $run_id"
        " and source_id in (select unnest(cast($source_ids as bigint[])))",
        run_id=row["run_id"],
        source_ids=[part.pop("source_id") for part in parts],
    )[0][0]
    lengths = store.query("report/list_lengths", evaluation_id=row["evaluation_id"])[0]
    return {
        "run_id": row["run_id"],
        "sha256": row["run_sha256"],
        "rows": rows,
        "sources": parts,
        "evaluation_id": row["evaluation_id"],
        "status": row["status"],
        "reason": row["reason"],
        "list_lengths": lengths,
        "scores": _scores(store, row["evaluation_id"], cutoffs),
        **{
            view: _query_ids(store, view, row["evaluation_id"])
            for view in ("zero_idcg_queries", "missing_queries", "unknown_queries")
        },
    }


def _scores(
    store: Store, evaluation_id: str, cutoffs: Sequence[int] | None
) -> list[dict[str, Any]]:
    rows = store.dicts(
        "select * exclude (evaluation_id, run_id) from run_scores"
        " where evaluation_id = $id order by k = 0, k",
        id=evaluation_id,
    )
    return [
        {**row, "k": row["k"] or "all"} for row in rows if cutoffs is None or row["k"] in cutoffs
    ]


def _query_ids(store: Store, view: str, evaluation_id: str) -> list[str]:
    rows = store.rows(
        f"select query_id from {view} where evaluation_id = $id order by query_id", id=evaluation_id
    )
    return [query for (query,) in rows]


def _qrels(store: Store, source_id: int) -> dict[str, Any]:
    source = store.dicts(
        "select name, path, format, compression, sha256, rows, rejected"
        " from sources where source_id = $source_id",
        source_id=source_id,
    )[0]
    queries = store.rows(
        "select count(distinct query_id) from qrels where source_id = $source_id",
        source_id=source_id,
    )[0][0]
    grades = store.rows(
        "select grade, count(*) from qrels where source_id = $source_id"
        " group by grade order by grade",
        source_id=source_id,
    )
    return {**source, "queries": queries, "grades": {str(grade): n for grade, n in grades}}


def _queries(store: Store, sha256: str | None) -> dict[str, Any] | None:
    if sha256 is None:
        return None
    return store.dicts(
        "select name, path, sha256, rows from sources where kind = 'queries' and sha256 = $sha256",
        sha256=sha256,
    )[0]


def _findings(store: Store, ids: list[str]) -> list[dict[str, Any]]:
    return [
        {
            "rule_id": total["rule_id"],
            "severity": total["severity"],
            "run_id": total["run_id"],
            "count": total["places"],
            "message": total["message"],
            "examples": store.query("duckdb/finding_examples", **total, most=EXAMPLES),
        }
        for total in store.query("duckdb/findings", evaluation_ids=ids)
    ]


def _remarks(contract: dict[str, Any], runs: list[dict[str, Any]]) -> list[str]:
    """What a reader has to know before comparing numbers."""
    told = [
        f"{run['run_id']} was evaluated with {name}"
        f" {FIELDS[name].kind.text(getattr(Contract.of({name: value}), name))}."
        for run in runs
        for name, value in run["differs"].items()
    ]
    if contract["universe"] == "retrieved" and not _are_of_one_depth(runs):
        told.append(
            "Runs of unequal depth are not comparable under [retrieved]:"
            " each is measured against its own documents."
        )
    return told


def _are_of_one_depth(runs: list[dict[str, Any]]) -> bool:
    lengths = [run["list_lengths"] for run in runs if run["scores"]]
    return len({tuple(length.values()) for length in lengths}) < 2
