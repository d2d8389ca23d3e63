"""The way from a row back to its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input
from judged.store.lines import line_number, line_numbers

if TYPE_CHECKING:
    from pathlib import Path

    from judged.store.store import Store


def put(path: Path, text: str) -> Input:
    path.write_text(text, encoding="utf-8")
    return Input(str(path))


@pytest.mark.parametrize(
    ("place", "skipped", "line"),
    [
        (1, [], 1),
        (7, [], 7),
        (1, [1], 2),
        (1, [1, 2, 3], 4),
        (2, [2], 3),
        (1, [2], 1),
        (3, [2, 4], 5),
        (3, [5], 3),
        (4, [1, 3, 5, 7], 8),
    ],
)
def test_a_place_is_counted_past_the_skipped_lines(
    place: int, skipped: list[int], line: int
) -> None:
    # With lines 2 and 4 left out, places 1, 2, 3 are lines 1, 3, 5.
    assert line_number(place, skipped) == line


def test_rows_are_found_in_their_files(store: Store, tmp_path: Path) -> None:
    first = put(tmp_path / "first", "# comment\n\nq1 0 a 1\nbroken\nq1 0 b 1\n")
    second = put(tmp_path / "second", "q2 0 a 1\nq2 0 b 1\n")
    ingest(store, qrels=first)
    ingest(store, qrels=second)
    places = {
        (query, doc): line_numbers(store, "qrels", [rowid])[rowid]
        for query, doc, rowid in store.rows("select query_id, doc_id, rowid from qrel_lines")
    }
    assert places == {
        ("q1", "a"): (1, 3),
        ("q1", "b"): (1, 5),
        ("q2", "a"): (2, 1),
        ("q2", "b"): (2, 2),
    }


def test_rows_are_found_after_others_of_the_file_were_deleted(store: Store, tmp_path: Path) -> None:
    ingest(store, qrels=put(tmp_path / "file", "q 0 a 1\nq 0 b 1\nq 0 c 1\n# c\nq 0 d 1\n"))
    rowids = [row for (row,) in store.rows("select rowid from qrel_lines order by rowid")]
    found = line_numbers(store, "qrels", [rowids[-1], rowids[1]])
    assert found == {rowids[-1]: (1, 5), rowids[1]: (1, 2)}


def test_no_rows_have_no_places(store: Store) -> None:
    assert line_numbers(store, "runs", []) == {}
