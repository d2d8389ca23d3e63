"""What is evaluated: the runs, their lines and the judgments, as temporary tables and views."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from judged.errors import ContractError
from judged.evaluation.hints import iteration_hint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.contract.contract import Contract
    from judged.store.run_versions import RunVersion
    from judged.store.sources import Source
    from judged.store.store import Store


@dataclass(frozen=True)
class Evaluation:
    """One run under one contract and one set of judgments."""

    evaluation_id: str
    run: RunVersion

    @property
    def run_id(self) -> str:
        return self.run.run_id


def select(
    store: Store,
    contract: Contract,
    qrels: Source,
    evaluations: Sequence[Evaluation],
    queries: Source | None,
) -> None:
    """Makes selected_*, listed_queries and judgment_lines, which every later step reads.

    Raises:
        ContractError: the contract takes an iteration that no judgment has.
    """
    _select_judgments(store, contract, qrels)
    _select_runs(store, evaluations)
    store.fill("listed_queries", {"query_id": ("varchar", _listed(store, queries))})


def _select_judgments(store: Store, contract: Contract, qrels: Source) -> None:
    duplicates = contract.qrels_duplicates
    iteration = None if isinstance(duplicates, str) else duplicates[1]
    store.fill(
        "selected_qrels",
        {"source_id": ("bigint", [qrels.source_id]), "iteration": ("varchar", [iteration])},
    )
    store.derive_view("judgment_lines", "duckdb/judgment_lines")
    # A slip, not judgments of no query.
    if iteration is not None and qrels.rows and not store.rows("from judgment_lines limit 1"):
        hint = iteration_hint(store, qrels.source_id, iteration)
        raise ContractError(
            f"qrels_duplicates: no judgment of {qrels.path} has the iteration {iteration!r}; {hint}"
        )


def _select_runs(store: Store, evaluations: Sequence[Evaluation]) -> None:
    pairs = [(item, source) for item in evaluations for source in item.run.source_ids]
    store.fill(
        "selected_sources",
        {
            "run_id": ("varchar", [item.run_id for item, _ in pairs]),
            "source_id": ("bigint", [source for _, source in pairs]),
        },
    )
    store.fill(
        "selected_runs",
        {
            "run_id": ("varchar", [item.run_id for item in evaluations]),
            "evaluation_id": ("varchar", [item.evaluation_id for item in evaluations]),
        },
    )
    store.derive("selected_parts", "score/selected_parts")
    store.derive_view("selected_lines", "duckdb/selected_lines")
    store.derive_view("selected_empty_lists", "score/selected_empty_lists")


def _listed(store: Store, queries: Source | None) -> list[str]:
    if queries is None:
        return []
    rows = store.rows(
        "select query_id from queries where source_id = $source_id", source_id=queries.source_id
    )
    return [query for (query,) in rows]
