"""What is in the store of an evaluation: its settings, its sources, and a workspace of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from judged.contract.contract import Contract
from judged.contract.settings import Settings
from judged.evaluation.workspace import Workspace
from judged.ingestion.id_map import KIND
from judged.store import queries
from judged.store.run_versions import RunVersion
from judged.store.sources import Source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from judged.store.store import Store


def evaluation(store: Store, evaluation_id: str) -> dict[str, Any]:
    """An evaluation with the settings that it was validated under.

    `place` grows with the time of validation.
    """
    row = store.dicts(
        "select e.evaluation_id, e.contract_id, e.run_id, e.run_sha256, e.qrels_source_id,"
        " e.queries_sha256, e.status, e.reason, e.rowid as place,"
        " s.contract, s.origins, s.judgments, s.preset, s.on_bad_line from evaluations as e"
        " inner join evaluation_settings as s on e.evaluation_id = s.evaluation_id"
        " where e.evaluation_id = $id",
        id=evaluation_id,
    )[0]
    texts = ("contract", "origins", "judgments")
    return {**row, **{name: json.loads(row[name]) for name in texts}}


def source(store: Store, source_id: int) -> dict[str, Any]:
    """A source as its row has it."""
    return _source(store, "s.source_id = $key", source_id)


def query_list(store: Store, sha256: str | None) -> dict[str, Any] | None:
    """The list of queries with that hash; None where every judged query is evaluated."""
    return None if sha256 is None else _source(store, "kind = 'queries' and sha256 = $key", sha256)


def map_source(store: Store, sha256: str) -> dict[str, Any]:
    """The source of a map of ids, by the hash of its pairs."""
    return _source(store, f"kind = '{KIND}' and sha256 = $key", sha256)


def run_sources(store: Store, run_id: str, run_sha256: str) -> list[dict[str, Any]]:
    """The sources that form a version of a run, in the order in which they were given."""
    rows = store.rows(
        "select source_id from run_sources"
        " where run_id = $run_id and run_sha256 = $run_sha256 order by rowid",
        run_id=run_id,
        run_sha256=run_sha256,
    )
    return [source(store, source_id) for (source_id,) in rows]


def lines_left_out(
    store: Store, settings: Mapping[str, Any], run_id: str | None, source_ids: Sequence[int]
) -> int:
    """How many lines of a run, or of the judgments (None), an evaluation went on without.

    Args:
        store: the database.
        settings: what `evaluation` returns.
        run_id: the run.
        source_ids: what it, or the judgments, are made of.
    """
    if settings["on_bad_line"] != "skip":
        return 0
    query = queries.load("duckdb/bad_lines")
    rows = store.rows(
        f"select count(*) from ({query.sql})", run_id=run_id, source_ids=list(source_ids)
    )
    return int(rows[0][0])


def _source(store: Store, condition: str, key: Any) -> dict[str, Any]:
    return store.dicts(
        "select s.source_id, s.kind, s.name, s.path, s.format, s.compression, s.sha256, s.rows,"
        " s.rejected, o.columns from sources as s"
        f" inner join source_options as o on s.source_id = o.source_id where {condition}",
        key=key,
    )[0]


def workspace_of(store: Store, evaluation_ids: Sequence[str], cutoffs: Any = None) -> Workspace:
    """The workspace of evaluations under one contract and one set of judgments.

    Args:
        store: the database.
        evaluation_ids: at least one.
        cutoffs: others than the contract's, which leave its identifier as it is.
    """
    rows = [evaluation(store, evaluation_id) for evaluation_id in evaluation_ids]
    first = rows[0]
    contract = Contract.of(first["contract"])
    if cutoffs is not None:
        contract = contract.with_cutoffs(cutoffs)
    listed = query_list(store, first["queries_sha256"])
    return Workspace.of(
        store,
        Settings(
            contract,
            first["origins"],
            first["judgments"],
            first["preset"],
            on_bad_line=first["on_bad_line"],
        ),
        _known(source(store, first["qrels_source_id"])),
        [_version(store, row["run_id"], row["run_sha256"]) for row in rows],
        None if listed is None else _known(listed),
    )


def _known(row: dict[str, Any]) -> Source:
    columns = {name: value for name, value in row.items() if name != "compression"}
    return Source(**columns, is_new=False)


def _version(store: Store, run_id: str, run_sha256: str) -> RunVersion:
    parts = run_sources(store, run_id, run_sha256)
    return RunVersion(run_id, run_sha256, tuple(part["source_id"] for part in parts))
