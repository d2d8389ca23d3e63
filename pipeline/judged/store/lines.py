"""Where rows stand in their files: line numbers, found when something is reported."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from judged.store.store import Store


def line_number(place: int, skipped: Sequence[int]) -> int:
    """The number of the place-th line (from 1) when the lines `skipped` are not counted.

    Args:
        place: from 1.
        skipped: line numbers, ascending.
    """
    # How many lines that are not skipped stand above each of those that are only grows.
    above = bisect_right(range(len(skipped)), place, key=lambda index: skipped[index] - index)
    return place + above


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
        rowid: (source_id, number_of(place))
        for source_id, wanted in of_source.items()
        for number_of in [_numbering(store, source_id)]
        for rowid, place in _places(store, view, source_id, wanted)
    }


def _numbering(store: Store, source_id: int) -> Callable[[int], int]:
    """What gives the line number of a row of a source by its place among the rows, from 1."""
    lines = store.rows(
        "select line_number, rows from row_lines where source_id = $source_id order by line_number",
        source_id=source_id,
    )
    if lines:
        ends = list(accumulate(rows for _, rows in lines))
        return lambda place: int(lines[bisect_left(ends, place)][0])
    skipped = _skipped(store, source_id)
    return lambda place: line_number(place, skipped)


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
