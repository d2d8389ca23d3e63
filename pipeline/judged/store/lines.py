"""Where rows stand in their files: line numbers, found when something is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store.store import Store


def line_number(place: int, skipped: Sequence[int]) -> int:
    """The number of the place-th line (from 1) when the lines `skipped` are not counted.

    Args:
        place: from 1.
        skipped: line numbers, ascending.
    """
    for line in skipped:
        if line > place:
            break
        place += 1
    return place


def line_numbers(store: Store, view: str, rowids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Where rows stand in their files: source_id and line number, by rowid.

    Args:
        store: the database.
        view: qrels or runs.
        rowids: the line_order of rows.
    """
    if not rowids:
        return {}
    owners = store.rows(
        f"select line_order, source_id from {view} where line_order in"
        " (select unnest(cast($rowids as bigint[])))",
        rowids=list(rowids),
    )
    of_source: dict[int, list[int]] = {}
    for rowid, source_id in owners:
        of_source.setdefault(source_id, []).append(rowid)
    return {
        rowid: (source_id, line_number(place, skipped))
        for source_id, wanted in of_source.items()
        for skipped in [_skipped(store, source_id)]
        for rowid, place in _places(store, view, source_id, wanted)
    }


def _skipped(store: Store, source_id: int) -> list[int]:
    rows = store.rows(
        "select line_number from skipped_lines where source_id = $source_id order by line_number",
        source_id=source_id,
    )
    return [line for (line,) in rows]


def _places(
    store: Store, view: str, source_id: int, rowids: Sequence[int]
) -> list[tuple[int, int]]:
    """The place of rows, from 1, among the rows of their source."""
    first, last, count = store.rows(
        f"select min(line_order), max(line_order), count(*) from {view}"
        " where source_id = $source_id",
        source_id=source_id,
    )[0]
    if last - first + 1 == count:
        return [(rowid, rowid - first + 1) for rowid in rowids]
    # Rows were deleted and the gaps they left are still there: count.
    return store.rows(
        "select line_order, place from (select line_order,"
        f" row_number() over (order by line_order) as place from {view}"
        " where source_id = $source_id)"
        " where line_order in (select unnest(cast($rowids as bigint[])))",
        source_id=source_id,
        rowids=list(rowids),
    )
