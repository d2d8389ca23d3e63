"""The queries that a mean hides: where their lists are found, with scores and without."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def select_queries(view: str, evaluation_id: str, status: str) -> str:
    """The SELECT of a list of one evaluation, as it is run and as a person may run it again."""
    rule_id = None if status == "scored" else FOUND_BY_RULE.get(view)
    relation = view if rule_id is None else "findings"
    condition = "" if rule_id is None else f" and rule_id = '{rule_id}'"
    return f"select query_id from {relation} where evaluation_id = '{evaluation_id}'{condition}"
