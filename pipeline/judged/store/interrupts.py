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

    from judged.store.store import Store


_noticed = threading.Event()


@contextmanager
def noticed() -> Iterator[None]:
    """Remembers Ctrl-C; for command lines, where signals are ours.

    Python raises KeyboardInterrupt wherever it is, and DuckDB swallows it inside its own calls.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    _noticed.clear()
    signal.signal(signal.SIGINT, _notice)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _notice(_number: int, _frame: object) -> None:
    _noticed.set()
    raise KeyboardInterrupt


def stop_if_interrupted() -> None:
    """Raises KeyboardInterrupt once for a Ctrl-C that nobody took notice of so far."""
    if _noticed.is_set():
        _noticed.clear()
        raise KeyboardInterrupt


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
            store.connection.interrupt()
    os.close(reader)
