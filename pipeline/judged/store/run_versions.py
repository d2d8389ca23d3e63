"""The runs in the store: versions of each, made of the sources that were given for it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judged.errors import ArgumentError, StateError, near

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store.sources import Source
    from judged.store.store import Store


@dataclass(frozen=True)
class RunVersion:
    """A run as ingested: its sources in order, and their common hash."""

    run_id: str
    run_sha256: str
    source_ids: tuple[int, ...]

    @classmethod
    def of(cls, run_id: str, sources: Sequence[Source]) -> RunVersion:
        """The run that these sources form; its hash is that of their sorted hashes.

        The same bytes read in another way are another run.
        """
        text = "\n".join(sorted(source.version for source in sources))
        digest = hashlib.sha256(text.encode()).hexdigest()
        return cls(run_id, digest, tuple(source.source_id for source in sources))


def newest(store: Store, run_ids: Sequence[str] = ()) -> list[RunVersion]:
    """The version of each run that was given last; all runs, or the named ones in that order.

    All are those that files still stand for (see `report/superseded_runs`).

    Raises:
        StateError: no run was ingested.
        ArgumentError: no run has one of the names; the message has the near ones.
    """
    newest_of = {version.run_id: version for version in versions(store).values()}
    if not newest_of:
        raise StateError(f"{store.path}: no run in the database; `judged ingest` reads them")
    for run_id in run_ids:
        if run_id not in newest_of:
            raise ArgumentError(f"no run {run_id!r}; {near(run_id, newest_of)}")
    if run_ids:
        return [newest_of[run_id] for run_id in run_ids]
    passed = superseded(store)
    every = [newest_of[run_id] for run_id in sorted(newest_of)]
    return [version for version in every if (version.run_id, version.run_sha256) not in passed]


def superseded(store: Store) -> set[tuple[str, str]]:
    """Versions of runs, by name and hash, that gave way to what their files hold by now."""
    rows = store.query("report/superseded_runs")
    return {(row["run_id"], row["run_sha256"]) for row in rows}


def versions(store: Store) -> dict[tuple[str, str], RunVersion]:
    """Every version of every run by name and hash, in the order in which they were given."""
    found: dict[tuple[str, str], RunVersion] = {}
    for run_id, sha256, source_id in store.rows(
        "select run_id, run_sha256, source_id from run_sources order by rowid"
    ):
        key = (run_id, sha256)
        parts = found[key].source_ids if key in found else ()
        found[key] = RunVersion(run_id, sha256, (*parts, source_id))
    return found


def make_newest(store: Store, found: Sequence[Source]) -> tuple[tuple[RunVersion, ...], list[str]]:
    """The runs of sources that one call gave; each becomes the newest version of its run.

    Returns:
        The runs, and a line for each of which there was another version.
    """
    parts: dict[str, dict[int, Source]] = {}
    for source in found:
        for run_id in source.run_ids:
            parts.setdefault(run_id, {})[source.source_id] = source
    given = tuple(RunVersion.of(run_id, [*of_run.values()]) for run_id, of_run in parts.items())
    known = versions(store)
    newest_of = {version.run_id: version for version in known.values()}
    for version in given:
        if newest_of.get(version.run_id) != version:
            _keep(store, version)
    names = {run_id for run_id, _ in known}
    newer = [
        f"run {version.run_id!r}: a new version; earlier ones stay beside it"
        " (another run needs another name: NAME=PATH)"
        for version in given
        if version.run_id in names and (version.run_id, version.run_sha256) not in known
    ]
    return given, newer


def _keep(store: Store, version: RunVersion) -> None:
    """Writes a version down as the newest, also in the place of the same bytes read otherwise."""
    key = {"run_id": version.run_id, "run_sha256": version.run_sha256}
    store.rows("delete from run_sources where run_id = $run_id and run_sha256 = $run_sha256", **key)
    store.insert("run_sources", [{**key, "source_id": part} for part in version.source_ids])
