"""Connections to DuckDB files: the only place that opens one, and says why one cannot be opened."""

from __future__ import annotations

import math
import re
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakValueDictionary, finalize

import duckdb

from judged import limits
from judged.errors import ArgumentError, StateError, is_storage_trouble
from judged.files import exists, temporary_trouble
from judged.store.database_file import CONFIG, LockedError, look
from judged.store.leftovers import remove_spilled
from judged.temporary import TemporaryFolder, sweep
from judged.text import MEMORY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# In this order: after the last one none can be changed.
LOCKS = {
    "python_enable_replacements": "false",
    "enable_external_access": "false",
    "lock_configuration": "true",
}
# How many seconds pass before a locked file is tried again.
PAUSE = 0.1

# The files that this process has open: device and number of each.
_open: WeakKeyDictionary[duckdb.DuckDBPyConnection, tuple[int, int]] = WeakKeyDictionary()
# Whose turn it is among the threads of this process, by database.
_turning = threading.Lock()
_turns: WeakValueDictionary[object, threading.RLock] = WeakValueDictionary()
# What removes the folders that databases in memory spill to, also where nobody closes them.
_folders: WeakKeyDictionary[duckdb.DuckDBPyConnection, Callable[[], object]] = WeakKeyDictionary()


def connect(
    path: str, read_only: bool, wait: float = 0.0, *, writable: Sequence[Path] | None = None
) -> duckdb.DuckDBPyConnection:
    """Opens a file, or ":memory:"; a writer removes what killed processes left.

    Args:
        path: of the database.
        read_only: as several processes may have it open at once, as long as none writes.
        wait: for how many seconds to try again where another process has it open.
        writable: where it is given, nothing but the database and these files can be reached:
            a view in it may hold any SQL.

    Raises:
        StateError: locked by another process, or no DuckDB file.
        ArgumentError: wait is no number of seconds, or a limit in the environment is no limit.
    """
    is_number = isinstance(wait, int | float) and not isinstance(wait, bool)
    if not (is_number and math.isfinite(wait) and wait >= 0):
        raise ArgumentError(f"wait: {wait!r} is no number of seconds; give 0 or more")
    if not read_only:
        sweep()
    if path == MEMORY:
        return _in_memory()
    until = time.monotonic() + wait
    while True:
        try:
            connection = _opened(path, read_only)
        except LockedError as holder:
            left = until - time.monotonic()
            if left <= 0:
                raise StateError(_locked(path, str(holder), wait)) from None
            time.sleep(min(PAUSE, left))
            continue
        if writable is not None:
            lock(connection, writable)
        return connection


def turn_of(connection: duckdb.DuckDBPyConnection) -> threading.RLock:
    """The turn of a file, or of a database in memory, that was opened here."""
    with _turning:
        return _turns.setdefault(_open.get(connection, id(connection)), threading.RLock())


def disconnect(connection: duckdb.DuckDBPyConnection) -> None:
    """Closes a file; other processes may open it then."""
    connection.close()
    _open.pop(connection, None)
    _folders.pop(connection, lambda: None)()


def is_open_here(path: str) -> bool:
    """Whether this process has a file open as a database.

    A process that closes a file gives up every lock that it has on it, those of DuckDB too: so
    nothing else of it may open such a file.
    """
    try:
        return _number(path) in _open.values()
    except (OSError, ValueError):
        return False


def refuse_open(path: str, name: str) -> None:
    """Refuses to read as a file what this process has open as a database.

    Raises:
        ArgumentError: it is; see `is_open_here`.
    """
    if is_open_here(path):
        raise ArgumentError(
            f"{name}: the database that everything is kept in; name another one with --db"
        )


@contextmanager
def reading_connection(path: str, writable: Sequence[Path]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Opens another database for reading: nothing but it can be read, and some files written.

    A view may hold any SQL, of whoever made the file.

    Raises:
        StateError: locked by another process, or no DuckDB file.
    """
    try:
        connection = _opened(path, read_only=True)
    except LockedError as holder:
        raise StateError(
            f"{path}: another process has the database open{holder}; try again when it is done, or"
            " copy the file"
        ) from None
    try:
        lock(connection, writable)
        yield connection
    finally:
        disconnect(connection)


def lock(connection: duckdb.DuckDBPyConnection, writable: Sequence[Path]) -> None:
    """No file but some, no network, no extension, no variable of Python; for good."""
    connection.execute(
        "set allowed_paths = $paths", {"paths": [str(file.absolute()) for file in writable]}
    )
    for name, value in LOCKS.items():
        connection.execute(f"set {name} = {value}")


def _number(path: str) -> tuple[int, int]:
    found = Path(path).stat()
    return found.st_dev, found.st_ino


def _locked(path: str, holder: str, waited: float) -> str:
    still = f", after {waited:g} s still" if waited else ""
    return (
        f"{path}: another process has the database open{still}{holder};"
        " wait for it with --wait SECONDS, or name another file with --db"
    )


def _in_memory() -> duckdb.DuckDBPyConnection:
    """A database in memory, which spills to a temporary folder of ours and not to `.tmp`."""
    connection = duckdb.connect(MEMORY, config={**_limits(), "temp_directory": ""})
    # Most need no folder.
    with suppress(OSError):
        _spill_apart(connection)
    return connection


def _spill_apart(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes a database spill to a temporary folder of ours, which goes when it is closed.

    Raises:
        OSError: there can be none.
    """
    folder = TemporaryFolder()
    connection.execute("set temp_directory = $path", {"path": str(folder.path / "spilled")})
    _folders[connection] = finalize(connection, folder.remove)


def _limits() -> dict[str, Any]:
    """The limits of threads and memory that were told."""
    told = {"memory_limit": limits.memory(), "threads": limits.threads()}
    return {name: value for name, value in told.items() if value is not None}


def _opened(path: str, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Opens a file, once.

    Raises:
        LockedError: another process has it open.
        StateError: it cannot be opened, now or later.
    """
    was_open = is_open_here(path)
    if exists(path) and not was_open:
        look(Path(path), read_only)
    try:
        # An absolute path is no md:NAME, for which DuckDB would fetch an extension.
        place = str(Path(path).absolute())
        connection = duckdb.connect(place, read_only=read_only, config={**CONFIG, **_limits()})
    except duckdb.OutOfMemoryException:
        raise
    except duckdb.Error as error:
        raise _trouble(path, error) from None
    _open[connection] = _number(path)
    if not (read_only or was_open):
        remove_spilled(connection)
    if limits.temp_dir() is not None and not was_open:
        with temporary_trouble(limits.temp_dir()):
            _spill_apart(connection)
    return connection


def _trouble(path: str, error: duckdb.Error) -> Exception:
    """Why a file cannot be opened."""
    text = str(error)
    is_locked = "set lock on file" in text or "Conflicting lock" in text
    if isinstance(error, duckdb.IOException) and is_locked:
        holder = re.search(r"lock is held in (.+?) \(PID (\d+)\)", text)
        return LockedError(f" (process {holder[2]}, {holder[1]})" if holder else "")
    if "different configuration" in text:
        return StateError(
            f"{path}: this process has the database open already, in another way;"
            " close that Store first, or pass it on"
        )
    is_full = is_storage_trouble(error)
    advice = "; make room, or name a database elsewhere with --db" if is_full else ""
    return StateError(f"{path}: cannot be opened as a DuckDB database: {error}{advice}")
