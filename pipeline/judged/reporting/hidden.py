"""The queries that a mean hides: where their lists are found, with scores and without."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.store.store import Store

# Views, which are keys of the report too, with their headings.
QUERY_LISTS: Mapping[str, str] = MappingProxyType(
    {
        "zero_idcg_queries": "Zero-IDCG queries",
        "missing_queries": "Missing queries",
        "unknown_queries": "Unknown queries",
    }
)
# These two are made of scores; where there are none, validation found the same queries, and the
# findings of these rules hold every one.
FOUND_BY_RULE: Mapping[str, str] = MappingProxyType(
    {"zero_idcg_queries": "zero-idcg-query", "missing_queries": "missing-query"}
)


def hidden_queries(store: Store, statuses: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    """The lists of some evaluations, by evaluation and view; queries in byte order.

    One statement finds those of all evaluations: what a view reads may be every line of every run.

    Args:
        store: the database.
        statuses: of each evaluation_id.
    """
    lists: dict[str, dict[str, list[str]]] = {
        evaluation_id: {view: [] for view in QUERY_LISTS} for evaluation_id in statuses
    }
    for view in QUERY_LISTS:
        rule_id = FOUND_BY_RULE.get(view)
        unscored = [one for one, status in statuses.items() if rule_id and status != "scored"]
        found = store.rows(
            f"select evaluation_id, query_id from {view}"
            " where array_contains($ids, evaluation_id) order by all",
            ids=[one for one in statuses if one not in unscored],
        )
        if unscored:
            found += store.rows(
                "select evaluation_id, query_id from findings"
                " where array_contains($ids, evaluation_id) and rule_id = $rule_id order by all",
                ids=unscored,
                rule_id=rule_id,
            )
        for evaluation_id, query_id in found:
            lists[evaluation_id][view].append(query_id)
    return lists


def select_queries(view: str, evaluation_id: str, status: str) -> str:
    """The SELECT of a list of one evaluation, for a person to run."""
    rule_id = None if status == "scored" else FOUND_BY_RULE.get(view)
    relation = view if rule_id is None else "findings"
    condition = "" if rule_id is None else f" and rule_id = '{rule_id}'"
    return f"select query_id from {relation} where evaluation_id = '{evaluation_id}'{condition}"
