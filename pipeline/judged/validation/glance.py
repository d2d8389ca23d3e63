"""Whether a relation is as our own schema wants it, in one statement; Pandera is asked if it isn't.

So most jobs import neither Pandera nor polars, which takes longer than a small job.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.store.queries import Query, chained
from judged_schemas.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.store.store import Store


def is_fulfilled(
    store: Store, relation: str, rows: str, contract: Mapping[str, Any], **parameters: Any
) -> bool:
    """Whether every row fulfils our schema of a relation; False where SQL alone cannot tell.

    Args:
        store: that has the rows.
        relation: the name of a file in `sql/schemas/`.
        rows: a table, or a SELECT in parentheses.
        contract: its fields in JSON form.
        parameters: of the SELECT.
    """
    limits = Limits.of(contract)
    if limits.forbidden_grades:
        return False
    query = chained({"relation": Query("", f"select * from {rows}", ())}, f"schemas/{relation}")
    values = {name: value for name, value in limits._asdict().items() if name in query.params}
    return not any(store.rows(query.sql, **values, **parameters)[0])
