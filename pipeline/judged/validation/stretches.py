"""Runs a stretch of lines at a time: whole lists, and no more than fit where they are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judged.store.store import Store

# Of more lines a window, or a table of hashes, is slower, and of very many written to disk.
LINES = 2_000_000


def stretches(store: Store) -> list[tuple[int, int]]:
    """The first and the last line of each stretch, in order; all lists are whole in one of them.

    Args:
        store: with the lines and lists of a workspace.
    """
    rows = store.query("duckdb/stretches", lines=LINES)
    return [(row["first_line"], row["last_line"]) for row in rows]


def are_in_rank_order(store: Store) -> bool:
    """Whether each list is one piece of lines that all have ranks, which rise; no score does.

    Most files stand so, and then no sort has to find out.
    """
    in_pieces = "select 1 from run_queries where last_line - first_line + 1 <> lines limit 1"
    return not store.rows(in_pieces) and all(
        _is_in_rank_order(store, *stretch) for stretch in stretches(store)
    )


def _is_in_rank_order(store: Store, first: int, last: int) -> bool:
    """Whether no line of a stretch breaks the order; where one seems to, a sort makes certain."""
    ways = ("duckdb/rank_order_at_a_glance", "duckdb/rank_order_for_certain")
    return any(store.query(way, first=first, last=last) == [{"breaks": 0}] for way in ways)
