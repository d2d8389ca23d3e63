"""How much of a stage is done, for a person who waits at a terminal; no result depends on it."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from judged.store.store import Store

# DuckDB then knows how far a statement is, and prints nothing itself.
_WATCHED = ("enable_progress_bar = true", "enable_progress_bar_print = false")
# From so many seconds on it is worth telling how long later stages take.
LONG = 2.0


class Meter:
    """How much of some inputs has been read, by their bytes.

    Attributes:
        seconds: how long it took, once all was read.
    """

    def __init__(self, store: Store, *, is_watched: bool = False) -> None:
        self.seconds = 0.0
        self._store = store
        self._is_watched = is_watched
        self._began = time.monotonic()
        self._total = 0
        self._done = 0
        self._current = 0
        self._most = 0.0

    def expect(self, size: int) -> None:
        """How many bytes there are in all; where reading begins anew, too."""
        for setting in _WATCHED if self._is_watched else ():
            self._store.rows(f"set {setting}")
        self._total, self._done = size, 0

    @contextmanager
    def reading(self, size: int) -> Iterator[None]:
        """While an input of so many bytes is read."""
        self._current = size
        yield
        self._current = 0
        self._done += size
        self.seconds = time.monotonic() - self._began

    def fraction(self) -> float | None:
        """From 0 to 1 and never falling; None before it is known."""
        if not self._total:
            return None
        # -1 where no statement runs, or none that can tell.
        of_statement = max(self._store.connection.query_progress(), 0) / 100
        done = (self._done + self._current * of_statement) / self._total
        self._most = max(self._most, min(done, 1.0))
        return self._most


def elapsing(seconds: float) -> Callable[[], float | None] | None:
    """How much of an estimated time is over; None of a time that is too short to tell."""
    if seconds < LONG:
        return None
    began = time.monotonic()
    return lambda: min((time.monotonic() - began) / seconds, 0.99)
