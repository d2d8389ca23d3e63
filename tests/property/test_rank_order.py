"""Whether lists stand in rank order is found alike however long the stretches are."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judged.store.store import Store
from judged.text import MEMORY
from judged.validation import stretches
from judged.validation.stretches import are_in_rank_order
from tests.property.contracts import TIMES
from tests.support import few

if TYPE_CHECKING:
    from collections.abc import Iterator


class Line(NamedTuple):
    query_id: str
    file_rank: int | None
    score: float | None


def ordered(lines: list[Line]) -> bool:
    """The same in plain Python."""
    lists = [list(group) for _, group in groupby(lines, key=lambda line: line.query_id)]
    names = [rows[0].query_id for rows in lists]
    pairs = [pair for rows in lists for pair in pairwise(rows)]
    ranked = all(line.file_rank is not None for line in lines)
    return (
        ranked
        and len(set(names)) == len(names)
        and all(
            None not in (*one, *other)
            and one.file_rank < other.file_rank  # type: ignore[operator]
            and one.score >= other.score  # type: ignore[operator]
            for one, other in pairs
        )
    )


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(MEMORY) as opened:
        yield opened


def found(store: Store, lines: list[Line]) -> bool:
    store.fill(
        "selected_lines",
        {
            "run_id": ("varchar", ["r" for _ in lines]),
            "query_id": ("varchar", [line.query_id for line in lines]),
            "file_rank": ("bigint", [line.file_rank for line in lines]),
            "score": ("double", [line.score for line in lines]),
            "line_order": ("bigint", range(len(lines))),
        },
    )
    store.rows(
        "create or replace temp table run_queries as select run_id, query_id, count(*) as lines,"
        " min(line_order) as first_line, max(line_order) as last_line"
        " from selected_lines group by run_id, query_id"
    )
    return are_in_rank_order(store)


IN_ORDER = [
    Line("q", 1, 9.0),
    Line("q", 2, 9.0),
    Line("q", 5, 7.0),
    Line("p", 1, 9.5),
    Line("p", 2, 1.0),
]
ORDERED = {
    "as it should be": IN_ORDER,
    "one line": IN_ORDER[:1],
    "none": [],
}
DISORDERED = {
    "a rank falls": [IN_ORDER[1], IN_ORDER[0]],
    "a rank is repeated": [IN_ORDER[0], IN_ORDER[0]],
    "no rank": [IN_ORDER[0], Line("q", None, 1.0)],
    "a list of one line without a rank": [Line("q", None, 1.0), IN_ORDER[3]],
    "a score rises": [IN_ORDER[0], Line("q", 2, 9.5)],
    "a list goes on where another ended": [IN_ORDER[0], IN_ORDER[3], IN_ORDER[1]],
}


@pytest.mark.parametrize("stretch", few([1, 2, 3, 100], 1, 3))
@pytest.mark.parametrize("name", [*ORDERED, *DISORDERED])
def test_order_is_found_in_stretches_of_any_length(
    monkeypatch: pytest.MonkeyPatch, store: Store, name: str, stretch: int
) -> None:
    monkeypatch.setattr(stretches, "LINES", stretch)
    lines = {**ORDERED, **DISORDERED}[name]
    assert found(store, lines) == (name in ORDERED)
    assert ordered(lines) == (name in ORDERED)


@settings(max_examples=round(60 * TIMES), deadline=None)
@given(
    st.lists(
        st.builds(
            Line, st.sampled_from("qp"), st.sampled_from([1, 2, 3, None]), st.sampled_from([1, 2])
        ),
        max_size=5,
    )
)
def test_order_is_what_plain_python_says(store: Store, lines: list[Line]) -> None:
    assert found(store, lines) == ordered(lines)
