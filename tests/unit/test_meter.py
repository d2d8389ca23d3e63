"""How much of a stage is done: by bytes and by what DuckDB says of its statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged.store.meter import Meter, elapsing

if TYPE_CHECKING:
    from judged.store.store import Store


class Statement:
    """A connection whose statement is so far, in percent."""

    def __init__(self) -> None:
        self.percent = -1.0
        self.settings: list[str] = []

    @property
    def connection(self) -> Statement:
        return self

    def query_progress(self) -> float:
        return self.percent

    def rows(self, statement: str) -> None:
        self.settings.append(statement)


def test_what_was_read_counts_by_its_bytes_and_never_falls() -> None:
    statement = Statement()
    measured = Meter(statement)  # type: ignore[arg-type]
    assert measured.fraction() is None
    measured.expect(100)
    seen = []
    with measured.reading(20):
        for percent in (-1.0, 50.0, 0.0):
            statement.percent = percent
            seen.append(measured.fraction())
    with measured.reading(80):
        for percent in (0.0, 50.0, 100.0):
            statement.percent = percent
            seen.append(measured.fraction())
    assert seen == pytest.approx([0, 0.1, 0.1, 0.2, 0.6, 1])
    assert measured.seconds > 0


def test_duckdb_is_asked_to_watch_only_where_somebody_looks(store: Store) -> None:
    for is_watched in (False, True):
        statement = Statement()
        Meter(statement, is_watched=is_watched).expect(1)  # type: ignore[arg-type]
        assert bool(statement.settings) == is_watched
        for setting in statement.settings:
            store.rows(setting)


def test_the_time_of_a_later_stage_is_told_where_it_is_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr("judged.store.meter.time.monotonic", lambda: now[0])
    assert elapsing(1.9) is None
    over = elapsing(10)
    assert over is not None
    told = []
    for seconds in (0, 5, 20):
        now[0] = 100.0 + seconds
        told.append(over())
    assert told == [0.0, 0.5, 0.99]
