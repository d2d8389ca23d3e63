"""Which evaluations a command is about: the newest, unless a selector names others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.errors import ArgumentError, StateError, near
from judged.store.run_versions import superseded
from judged.text import short_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store.store import Store

# What evaluations have in common that may stand in one report.
SHARED = ("contract_id", "qrels_source_id", "queries_sha256")


def newest_evaluations(
    store: Store, run_ids: Sequence[str] = (), contract_id: str | None = None
) -> list[str]:
    """The evaluations under the contract, judgments and queries that were validated last.

    Args:
        store: the database.
        run_ids: only these runs, in this order, as they were evaluated together last; by default
            every run beside the one that was validated last, but those whose files were mended
            and hold other runs by now.
        contract_id: the beginning of a contract's identifier, to look at that one instead of the
            newest.

    Raises:
        StateError: nothing was evaluated yet.
        ArgumentError: a named run was not evaluated, or never beside the others; or no contract's
            identifier begins so, or several do.
    """
    rows = _evaluations(store, set() if run_ids else superseded(store))
    if contract_id is not None:
        rows = _under(rows, contract_id)
    together: dict[tuple[str, ...], dict[str, str]] = {}
    for row in rows:
        beside = together.setdefault(tuple(row[key] for key in SHARED), {})
        beside.setdefault(row["run_id"], row["evaluation_id"])
    for newest in together.values():
        if all(run_id in newest for run_id in run_ids):
            return [newest[run_id] for run_id in (run_ids or sorted(newest))]
    raise ArgumentError(_why_not(run_ids, {row["run_id"] for row in rows}))


def _why_not(run_ids: Sequence[str], known: set[str]) -> str:
    for run_id in run_ids:
        if run_id not in known:
            return f"no evaluation of run {run_id!r}; {near(run_id, known)}"
    return (
        f"runs {', '.join(map(repr, run_ids))} were never evaluated under one contract on the same"
        " judgments and queries; look at each by itself, or evaluate them together"
    )


def _evaluations(store: Store, passed: set[tuple[str, str]]) -> list[dict[str, Any]]:
    """Every evaluation, the one that was validated last first; none of the versions `passed`."""
    evaluated = store.dicts(
        f"select evaluation_id, run_id, run_sha256, {', '.join(SHARED)}"
        " from evaluations order by rowid desc"
    )
    rows = [row for row in evaluated if (row["run_id"], row["run_sha256"]) not in passed]
    if not rows:
        since = "since files were mended" if evaluated else "yet"
        raise StateError(
            f"{store.path}: nothing was evaluated {since}; `judged validate` is the next stage,"
            " and `judged run` does them all"
        )
    return rows


def _under(rows: Sequence[dict[str, Any]], prefix: str) -> list[dict[str, Any]]:
    """The evaluations of the one contract whose identifier begins so."""
    known = dict.fromkeys(row["contract_id"] for row in rows)
    found = [contract_id for contract_id in known if contract_id.startswith(prefix.lower())]
    if not found:
        raise ArgumentError(
            f"--contract-id {prefix}: no evaluation under such a contract;"
            f" {near(prefix, map(short_id, known))}"
        )
    if len(found) > 1:
        raise ArgumentError(
            f"--contract-id {prefix}: {len(found)} contracts begin so:"
            f" {', '.join(map(short_id, found))}; give more of it"
        )
    return [row for row in rows if row["contract_id"] == found[0]]
