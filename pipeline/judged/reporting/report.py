"""Stage 4: what is stored of an evaluation, brought together as one dictionary.

Every form of the report (JSON, table, Markdown, CSV) is made from it, so they cannot disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.contract.contract import NOTE, Contract
from judged.contract.fields import FIELDS
from judged.contract.settings import JUDGMENT_KEYS
from judged.evaluation.findings import PLACES_KEPT
from judged.evaluation.stored import (
    evaluation,
    lines_left_out,
    query_list,
    run_sources,
    source,
)
from judged.reporting.hidden import hidden_queries
from judged.reporting.turned_ids import chunks, id_map
from judged.text import counted
from judged.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store.store import Store

FILE_KEYS = ("path", "format", "compression", "sha256", "rows", "rejected")


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
    rows = [evaluation(store, evaluation_id) for evaluation_id in evaluation_ids]
    store.derive("lists", "report/lists", evaluation_ids=list(evaluation_ids))
    newest = max(rows, key=lambda row: row["place"])
    hidden = hidden_queries(store, {row["evaluation_id"]: row["status"] for row in rows})
    runs = [{**_run(store, row, cutoffs), **hidden[row["evaluation_id"]]} for row in rows]
    if newest["contract"]["doc_ids"] != "as_is":
        for row, run in zip(rows, runs, strict=True):
            run["chunks"] = chunks(store, run, row["contract"]["cutoffs"])
    contract = _shown_contract(newest["contract"], runs)
    for row, run in zip(rows, runs, strict=True):
        run["differs"] = _differences(contract, row["contract"])
    qrels = _qrels(store, newest)
    return {
        "judged_version": __version__,
        "contract": contract,
        "contract_id": newest["contract_id"],
        "origins": newest["origins"],
        "preset": newest["preset"],
        "on_bad_line": newest["on_bad_line"],
        "judgments": {key: newest["judgments"].get(key) for key in JUDGMENT_KEYS},
        "qrels": qrels,
        "queries": _queries(store, newest["queries_sha256"]),
        "doc_id_map": id_map(store, newest["contract"]),
        "runs": runs,
        "findings": _findings(store, list(evaluation_ids), cutoffs),
        "remarks": [*_remarks(store, contract, runs), *_left_out(qrels, runs)],
        "note": NOTE,
    }


def _shown_contract(validated: dict[str, Any], runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The contract that was validated last, with the cutoffs whose scores are shown."""
    ks = {score["k"] for run in runs for score in run["scores"]}
    if not ks:
        return validated
    return {**validated, "cutoffs": [*sorted(ks - {"all"}), *sorted(ks & {"all"})]}


def _differences(contract: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The fields in which a run's contract differs, of those that are not in its identifier."""
    return {
        name: other[name]
        for name, field in FIELDS.items()
        if not field.identifies and name != "cutoffs" and other[name] != contract[name]
    }


def _run(store: Store, row: dict[str, Any], cutoffs: Sequence[int] | None) -> dict[str, Any]:
    parts = run_sources(store, row["run_id"], row["run_sha256"])
    return {
        "run_id": row["run_id"],
        "sha256": row["run_sha256"],
        "rows": _rows(store, row["run_id"], parts),
        "lines_left_out": lines_left_out(
            store, row, row["run_id"], [part["source_id"] for part in parts]
        ),
        "sources": [{key: part[key] for key in FILE_KEYS} for part in parts],
        "evaluation_id": row["evaluation_id"],
        "status": row["status"],
        "reason": row["reason"],
        "list_lengths": store.query("report/list_lengths", evaluation_id=row["evaluation_id"])[0],
        "scores": _scores(store, row, cutoffs),
    }


def _rows(store: Store, run_id: str, parts: Sequence[dict[str, Any]]) -> int:
    """How many lines a run has in its sources, which may hold other runs too."""
    ((count,),) = store.rows(
        "select count(*) from runs where run_id = $run_id"
        " and array_contains($source_ids, source_id)",
        run_id=run_id,
        source_ids=[part["source_id"] for part in parts],
    )
    return int(count)


def _scores(
    store: Store, evaluated: dict[str, Any], cutoffs: Sequence[int] | None
) -> list[dict[str, Any]]:
    if evaluated["status"] != "scored":
        return []
    rows = store.dicts(
        "select * exclude (evaluation_id, run_id) from run_scores"
        " where evaluation_id = $id order by k = 0, k",
        id=evaluated["evaluation_id"],
    )
    return [
        {**row, "k": row["k"] or "all"} for row in rows if cutoffs is None or row["k"] in cutoffs
    ]


def _qrels(store: Store, evaluated: dict[str, Any]) -> dict[str, Any]:
    source_id = evaluated["qrels_source_id"]
    row = source(store, source_id)
    grades = store.rows(
        "select grade, count(*) from qrels where source_id = $source_id"
        " group by grade order by grade",
        source_id=source_id,
    )
    queries = store.rows(
        "select count(distinct query_id) from qrels where source_id = $source_id",
        source_id=source_id,
    )[0][0]
    return {
        **{key: row[key] for key in ("name", *FILE_KEYS)},
        "lines_left_out": lines_left_out(store, evaluated, None, [source_id]),
        "queries": queries,
        "grades": {str(grade): n for grade, n in grades},
    }


def _queries(store: Store, sha256: str | None) -> dict[str, Any] | None:
    row = query_list(store, sha256)
    return None if row is None else {key: row[key] for key in ("name", "path", "sha256", "rows")}


def _findings(store: Store, ids: list[str], cutoffs: Sequence[int] | None) -> list[dict[str, Any]]:
    return [
        {
            "rule_id": total["rule_id"],
            "severity": total["severity"],
            "run_id": total["run_id"],
            "evaluation_id": total["evaluation_id"],
            "k": "all" if total["k"] == 0 else total["k"],
            "count": total["places"],
            "message": total["message"],
            "examples": store.query("duckdb/finding_examples", **total, most=PLACES_KEPT),
        }
        for total in store.query("duckdb/findings", evaluation_ids=ids, ks=cutoffs)
    ]


def _remarks(store: Store, contract: dict[str, Any], runs: list[dict[str, Any]]) -> list[str]:
    """What a reader has to know before comparing numbers."""
    told = [
        f"{run['run_id']} was evaluated with {name}"
        f" {FIELDS[name].kind.text(getattr(Contract.of({name: value}), name))}."
        for run in runs
        for name, value in run["differs"].items()
    ]
    if contract["universe"] == "retrieved" and not _are_of_one_depth(store, contract["depth"]):
        told.append(
            "Runs of unequal depth are not comparable under [retrieved]:"
            " each is measured against its own documents."
        )
    return told


def _left_out(qrels: dict[str, Any], runs: list[dict[str, Any]]) -> list[str]:
    """What the scores are without, where lines that cannot be read were to be skipped."""
    numbers = {"The judgments": qrels["lines_left_out"]}
    numbers |= {run["run_id"]: run["lines_left_out"] for run in runs}
    return [
        f"{whose}: {counted(number, 'line')} could not be read and left out (--on-bad-line skip)."
        for whose, number in numbers.items()
        if number
    ]


def _are_of_one_depth(store: Store, depth: int | None) -> bool:
    """Whether every query has as many documents in each run that has a list for it."""
    (found,) = store.query("report/unequal_depths", depth=depth)
    return not found["queries"]
