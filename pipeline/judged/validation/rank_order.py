"""Whether runs stand in rank order in their files, as most do; no sort has to find out then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.store import queries

if TYPE_CHECKING:
    from judged.store.store import Store

# Lines that are looked at together; of more the window would be written to disk.
STRETCH = 2_500_000


def is_in_rank_order(store: Store) -> bool:
    """Whether each list is one stretch of lines whose ranks rise and whose scores do not.

    Args:
        store: with the lines and lists of a workspace.
    """
    ((first, last, scattered),) = store.rows(
        "select min(first_line), max(last_line),"
        " count(*) filter (where last_line - first_line + 1 <> lines) from run_queries"
    )
    if scattered:
        return False
    return first is None or all(
        _is_stretch_in_order(store, begin) for begin in range(first, last + 1, STRETCH)
    )


def _is_stretch_in_order(store: Store, first: int) -> bool:
    """Whether no line of a stretch breaks the order; where one seems to, a sort makes certain."""
    sql = queries.load("duckdb/rank_order_at_a_glance").sql
    lines = {"first": first, "last": first + STRETCH - 1}
    return any(
        store.rows(statement, **lines) == [(0,)]
        for statement in (sql, sql.replace("over ()", "over (order by line_order)"))
    )
