"""The ids that are scored: those of the files, or what the contract's doc_ids makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.contract.doc_ids import IdMap, IdPattern
from judged.ingestion.id_map import keep_map

if TYPE_CHECKING:
    from judged.contract.contract import Contract
    from judged.store.store import Store


def keep_map_of(store: Store, contract: Contract) -> int | None:
    """The source of a contract's map, which is in the store from then on; None where it has none.

    Raises:
        ArgumentError: it is not in the store, and there is no file to read it from.
        InputError: the file holds another map by now.
    """
    rule = contract.doc_ids
    if not isinstance(rule, IdMap):
        return None
    return keep_map(store, rule.sha256, rule.path, rule.pairs)


def derive_scored(store: Store, contract: Contract, map_source_id: int | None) -> None:
    """Makes scored_lines and scored_judgments, which every score is of.

    Ids as they are cost nothing: these are views then. Others are turned once.
    """
    rule = contract.doc_ids
    for relation in ("scored_lines", "scored_judgments"):
        store.forget(relation)
    if rule == "as_is":
        rest = "_without_self_matches" if contract.self_matches == "drop" else ""
        store.derive_view("scored_lines", f"score/scored_lines{rest}")
    elif isinstance(rule, IdPattern):
        store.derive(
            "scored_lines",
            "duckdb/scored_lines_by_pattern",
            pattern=rule.pattern,
            self_matches=contract.self_matches,
        )
    else:
        store.derive(
            "scored_lines",
            "score/scored_lines_by_map",
            map_source_id=map_source_id,
            self_matches=contract.self_matches,
        )
    _derive_judgments(store, rule, map_source_id)


def _derive_judgments(
    store: Store, rule: str | IdPattern | IdMap, map_source_id: int | None
) -> None:
    """Judgments have their own ids, unless the rule says that it is for them too."""
    if isinstance(rule, str) or not rule.judgments:
        store.derive_view("scored_judgments", "score/scored_judgments")
    elif isinstance(rule, IdPattern):
        name = "duckdb/scored_judgments_by_pattern"
        store.derive("scored_judgments", name, pattern=rule.pattern)
    else:
        name = "score/scored_judgments_by_map"
        store.derive("scored_judgments", name, map_source_id=map_source_id)
