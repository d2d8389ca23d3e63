"""What the store knows of ids that doc_ids turned: the map, and what fell together in each run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.contract.contract import Contract
from judged.contract.doc_ids import IdMap
from judged.evaluation.stored import map_source
from judged.reporting.chunks import select_shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store.store import Store


def id_map(store: Store, contract: dict[str, Any]) -> dict[str, Any] | None:
    """The map that a contract, in JSON form, takes its ids from; None where it has none."""
    rule = Contract.of({"doc_ids": contract["doc_ids"]}).doc_ids
    if not isinstance(rule, IdMap):
        return None
    row = map_source(store, rule.sha256)
    return {key: row[key] for key in ("name", "path", "sha256", "rows")}


def chunks(store: Store, run: dict[str, Any], cutoffs: Sequence[int | str]) -> dict[str, Any]:
    """How a run's lines fell together, over its lists of evaluated queries.

    Args:
        store: the database.
        run: of the JSON report, with its scores.
        cutoffs: the contract's, for a run without scores.

    Returns:
        lines, documents, mean and most lines of a document (None of no document), and the queries
        whose list has at least k lines and fewer than k documents, by k as text.
    """
    (row,) = store.query("report/chunks", evaluation_id=run["evaluation_id"])
    ks = [score["k"] for score in run["scores"]] or cutoffs
    return {
        **row,
        "shortened": {
            str(k): _shortened(store, run["evaluation_id"], int(k)) for k in ks if k != "all"
        },
    }


def _shortened(store: Store, evaluation_id: str, k: int) -> list[str]:
    rows = store.rows(f"{select_shortened(evaluation_id, k)} order by query_id")
    return [query for (query,) in rows]
