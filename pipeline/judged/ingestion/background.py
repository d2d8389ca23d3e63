"""Work that goes on while DuckDB has the word."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")


class Later(Generic[T]):
    """A value that is worked out once: in the background, or when it is asked for."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._found: list[T] = []

    def value(self) -> T:
        """The value; waits for it where the background is at it already."""
        with self._lock:
            if not self._found:
                self._found.append(self._work())
            return self._found[0]


def in_background(values: Sequence[Later[T]]) -> None:
    """Works values out one after the other, in a thread of their own.

    The thread keeps nobody waiting: it ends with the program, done or not. What fails there fails
    again for whom asks.
    """

    def work() -> None:
        for later in values:
            with suppress(Exception):
                later.value()

    threading.Thread(target=work, daemon=True).start()
