"""The identifiers of runs and evaluations in stores of version 3, for those of version 2.

Until then the hash of a run, and of judgments, was that of their bytes; from then on it tells how
they were read too. This is what version 3 did; it stays as it is, whatever a later one does.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judged.store.store import Store


def prepare(store: Store) -> None:
    """Fills renamed_runs and renamed_evaluations with old and new identifiers.

    A version of a run is what the store says of it now. Where the same bytes had been read in
    several ways, version 2 did not know which of them an evaluation was made of either.
    """
    runs = _runs(store)
    store.fill(
        "renamed_runs",
        {
            "run_id": ("varchar", [run_id for run_id, _ in runs]),
            "old_sha256": ("varchar", [sha256 for _, sha256 in runs]),
            "new_sha256": ("varchar", list(runs.values())),
        },
    )
    evaluations = _evaluations(store, runs)
    store.fill(
        "renamed_evaluations",
        {"old_id": ("varchar", list(evaluations)), "new_id": ("varchar", [*evaluations.values()])},
    )


def _way(sha256: str, form: str, is_whole: bool) -> str:
    """The bytes of a source, and how they were read where that is not the usual way."""
    return sha256 + (f" {form}" if form != "trec" else "") + (" whole" if is_whole else "")


def _runs(store: Store) -> dict[tuple[str, str], str]:
    """The new hash of each version of a run, by name and old hash."""
    ways: dict[tuple[str, str], list[str]] = {}
    for run_id, run_sha256, sha256, form, is_whole in store.rows(
        "select r.run_id, r.run_sha256, s.sha256, s.format, o.run_name is not null"
        " from run_sources as r inner join sources as s on r.source_id = s.source_id"
        " inner join source_options as o on s.source_id = o.source_id"
    ):
        ways.setdefault((run_id, run_sha256), []).append(_way(sha256, form, is_whole))
    return {
        key: hashlib.sha256("\n".join(sorted(of_run)).encode("ascii")).hexdigest()
        for key, of_run in ways.items()
    }


def _evaluations(store: Store, runs: dict[tuple[str, str], str]) -> dict[str, str]:
    """The new identifier of each evaluation by its old one."""
    rows = store.rows(
        "select e.evaluation_id, e.contract_id, s.sha256, s.format,"
        " coalesce(e.queries_sha256, ''), e.run_sha256, e.run_id from evaluations as e"
        " inner join sources as s on e.qrels_source_id = s.source_id"
    )
    found = {}
    for old_id, contract_id, sha256, form, listed, run_sha256, run_id in rows:
        run = runs.get((run_id, run_sha256), run_sha256)
        parts = (contract_id, _way(sha256, form, is_whole=False), listed, run, run_id)
        found[old_id] = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return found
