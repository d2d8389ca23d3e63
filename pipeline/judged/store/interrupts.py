"""Ctrl-C, and the signal by which batch systems end a job, while DuckDB works.

Python runs its handler only between its own steps, and a statement of DuckDB is one step however
long it takes. So a thread waits for the signal and tells the connection to stop.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from judged.errors import ExitCode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judged.store.store import Store


# What Python and the system do about each signal where nobody said otherwise.
DEFAULTS: dict[int, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}
# How long Python may take to notice a signal where nothing keeps it waiting.
GRACE_SECONDS = 0.5

_noticed = threading.Event()
_last: list[int] = []


@contextmanager
def noticed() -> Iterator[None]:
    """Makes an interruption of both signals, and remembers them; for command lines.

    Python raises KeyboardInterrupt wherever it is, and DuckDB swallows it inside its own calls. A
    signal that somebody ignores, or handles already, stays as it is.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _noticed.clear()
    _last.clear()
    ours = [number for number, usual in DEFAULTS.items() if signal.getsignal(number) == usual]
    for number in ours:
        signal.signal(number, _notice)
    hook, sys.unraisablehook = sys.unraisablehook, _hush
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number in ours:
            signal.signal(number, DEFAULTS[number])


def _hush(unraisable: sys.UnraisableHookArgs) -> None:
    """Says nothing of an interruption that Python drops, as in a callback: it is remembered."""
    if not isinstance(unraisable.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)


def _notice(number: int, _frame: object) -> None:
    _last[:] = [number]
    _noticed.set()
    if not _is_loading():
        raise KeyboardInterrupt


def _is_loading() -> bool:
    """Whether DuckDB is being imported: an exception within would abort the process."""
    module = sys.modules.get("duckdb")
    return module is not None and not hasattr(module, "connect")


def exit_code() -> ExitCode:
    """What a process returns that was interrupted: 128 and the signal's number, as of a shell."""
    return ExitCode.TERMINATED if _last == [signal.SIGTERM] else ExitCode.INTERRUPTED


def stop_if_interrupted() -> None:
    """Raises KeyboardInterrupt once for a signal that nobody took notice of so far."""
    if _noticed.is_set():
        _noticed.clear()
        raise KeyboardInterrupt


@contextmanager
def interruptible(store: Store) -> Iterator[None]:
    """Lets signals end the statement that runs; for command lines, where signals are ours.

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


def _wake(number: int) -> None:
    """Sends a signal again that came right before the main thread began to wait.

    What waits, such as a read from a pipe, is woken by a signal; one that came a moment earlier is
    taken notice of only when the waiting is over.
    """
    main = threading.main_thread().ident
    if sys.platform != "win32" and main is not None and not _noticed.wait(GRACE_SECONDS):
        signal.pthread_kill(main, number)


def _watch(reader: int, store: Store) -> None:
    # Where the job ends meanwhile, pipe and connection may be closed already.
    with suppress(OSError):
        while number := os.read(reader, 1):
            if signal.getsignal(number[0]) is _notice:
                with suppress(Exception):
                    store.connection.interrupt()
                _wake(number[0])
        os.close(reader)
