"""Which evaluations a command is about: the newest, unless a selector names others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.errors import ArgumentError, StateError, near
from judged.text import short_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store import Store

# What evaluations have in common that may stand in one report.
SHARED = ("contract_id", "qrels_sha256", "queries_sha256")


def newest_evaluations(
    store: Store, run_ids: Sequence[str] = (), contract_id: str | None = None
) -> list[str]:
    """The evaluations under the contract and judgments that were validated last.

    Args:
        store: the database.
        run_ids: only these runs, in this order; all of that contract by default.
        contract_id: the beginning of a contract's identifier, to look at that one instead of the
            newest.

    Raises:
        StateError: nothing was evaluated yet.
        ArgumentError: a named run was not evaluated under that contract; or no contract's
            identifier begins so, or several do.
    """
    rows = _evaluations(store)
    chosen = rows if contract_id is None else _under(rows, contract_id)
    newest: dict[str, str] = {}
    for row in chosen:
        if all(row[key] == chosen[0][key] for key in SHARED):
            newest.setdefault(row["run_id"], row["evaluation_id"])
    for run_id in run_ids:
        if run_id not in newest:
            which = f"{'newest' if contract_id is None else 'named'} contract"
            raise ArgumentError(
                f"no evaluation of run {run_id!r} under the {which}"
                f" {short_id(chosen[0]['contract_id'])};"
                f" {_elsewhere(rows, run_id) or near(run_id, newest)}"
            )
    return [newest[run_id] for run_id in (run_ids or sorted(newest))]


def _evaluations(store: Store) -> list[dict[str, Any]]:
    """Every evaluation, the one that was validated last first."""
    rows = store.dicts(
        f"select evaluation_id, run_id, {', '.join(SHARED)} from evaluations order by rowid desc"
    )
    if not rows:
        raise StateError(f"{store.path}: nothing was evaluated yet; `judged run` does it all")
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


def _elsewhere(rows: Sequence[dict[str, Any]], run_id: str) -> str:
    """The contracts under which a run was evaluated, newest first, as words of a message."""
    known = dict.fromkeys(short_id(row["contract_id"]) for row in rows if row["run_id"] == run_id)
    return f"it has one under --contract-id {' or '.join(known)}" if known else ""
