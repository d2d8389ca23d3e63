"""Ctrl-C while DuckDB works.

Python runs its handler only between its own steps, and a statement of DuckDB is one step however
long it takes. So a thread waits for the signal and tells the connection to stop.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judged.store import Store


@contextmanager
def interruptible(store: Store) -> Iterator[None]:
    """Lets Ctrl-C end the statement that runs; for command lines, where signals are ours.

    Signals reach the main thread only; in any other this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reader, store), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writer)  # the thread reads an end, and ends


def _watch(reader: int, store: Store) -> None:
    while number := os.read(reader, 1):
        if number[0] == signal.SIGINT:
            # DuckDB may swallow the exception that Python raises meanwhile; the store remembers.
            store.is_interrupted = True
            store.connection.interrupt()
    os.close(reader)
