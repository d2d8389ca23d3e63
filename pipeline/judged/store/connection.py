"""Connections to DuckDB files: the only place that opens one, and says why one cannot be opened."""

from __future__ import annotations

import math
import re
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import duckdb

from judged.errors import ArgumentError, StateError
from judged.files import exists
from judged.text import MEMORY

if TYPE_CHECKING:
    from collections.abc import Iterator

# Clients older than DuckDB 2.0 open files of this storage version.
STORAGE_VERSION = "v1.4.0"
CONFIG: dict[str, Any] = {"storage_compatibility_version": STORAGE_VERSION}
# How many seconds pass before a locked file is tried again.
PAUSE = 0.1

# The files that this process has open, by device and number. To open one a second time and to close
# it would end the lock that DuckDB has on it, for a lock of this kind is the whole process's.
_open_here: WeakKeyDictionary[duckdb.DuckDBPyConnection, tuple[int, int]] = WeakKeyDictionary()


class _LockedError(Exception):
    """Another process has the file open; the text says who, as far as DuckDB tells."""


def _refuse_other_file(path: Path) -> None:
    """Looks before DuckDB does, which would fetch an extension for a file of SQLite."""
    if not path.is_file():
        raise StateError(f"{path}: no file, but a folder or a device; name a file with --db")
    if is_open_here(str(path)):
        return
    try:
        with path.open("rb") as file:
            head = file.read(12)
    except OSError:
        return  # DuckDB says why
    if head and head[8:] != b"DUCK":
        raise StateError(f"{path}: not a DuckDB database; name another file with --db")


def _fill_empty(path: Path) -> None:
    """Makes a database of an empty file where it lies, so that its rights and links stay.

    DuckDB makes a file, but takes none that is empty, such as one of mktemp.
    """
    with TemporaryDirectory(prefix="judged-") as folder:
        fresh = Path(folder) / "fresh.duckdb"
        duckdb.connect(str(fresh), config=CONFIG).close()
        try:
            with path.open("r+b") as file:
                # Another process may have been faster.
                if not file.read(1):
                    file.write(fresh.read_bytes())
        except OSError as error:
            raise StateError(
                f"{path}: an empty file that cannot be written: {error.strerror};"
                " name another file with --db"
            ) from None


def _place(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def connect(path: str, read_only: bool, wait: float = 0.0) -> duckdb.DuckDBPyConnection:
    """Opens a file, or ":memory:".

    Args:
        path: of the database.
        read_only: as several processes may have it open at once, as long as none writes.
        wait: for how many seconds to try again where another process has it open.

    Raises:
        StateError: locked by another process, or no DuckDB file.
        ArgumentError: wait is no number of seconds.
    """
    if not (math.isfinite(wait) and wait >= 0):
        raise ArgumentError(f"wait: {wait!r} is no number of seconds; give 0 or more")
    if path == MEMORY:
        return duckdb.connect(path)
    until = time.monotonic() + wait
    while True:
        try:
            return _opened(path, read_only)
        except _LockedError as holder:
            left = until - time.monotonic()
            if left <= 0:
                raise StateError(_locked(path, str(holder), wait)) from None
        time.sleep(min(PAUSE, left))


def _locked(path: str, holder: str, waited: float) -> str:
    still = f", after {waited:g} s still" if waited else ""
    return (
        f"{path}: another process has the database open{still}{holder};"
        " wait for it with --wait SECONDS, or name another file with --db"
    )


def _opened(path: str, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Opens a file, once.

    Raises:
        _LockedError: another process has it open.
        StateError: it cannot be opened, now or later.
    """
    if exists(path):
        _refuse_other_file(Path(path))
        if Path(path).stat().st_size == 0:
            if read_only:
                raise StateError(f"{path}: an empty file; `judged run` or `judged ingest` fills it")
            _fill_empty(Path(path))
    try:
        connection = duckdb.connect(path, read_only=read_only, config=CONFIG)
    except duckdb.Error as error:
        raise _trouble(path, error) from None
    _open_here[connection] = _place(Path(path))
    return connection


def _trouble(path: str, error: duckdb.Error) -> Exception:
    """Why a file cannot be opened."""
    text = str(error)
    is_locked = "set lock on file" in text or "Conflicting lock" in text
    if isinstance(error, duckdb.IOException) and is_locked:
        holder = re.search(r"lock is held in (.+?) \(PID (\d+)\)", text)
        return _LockedError(f" (process {holder[2]}, {holder[1]})" if holder else "")
    if "different configuration" in text:
        return StateError(
            f"{path}: this process has the database open already, in another way;"
            " close that Store first, or pass it on"
        )
    return StateError(f"{path}: cannot be opened as a DuckDB database: {error}")


def is_open_here(path: str) -> bool:
    """Whether this process has a file open as a database.

    To open such a file once more and to close it would end DuckDB's lock on it.
    """
    try:
        return _place(Path(path)) in _open_here.values()
    except (OSError, ValueError):
        return False


@contextmanager
def reading_connection(path: str, writable: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Opens another database for reading: nothing but it can be read, and one file written.

    A view may hold any SQL, of whoever made the file.

    Raises:
        StateError: locked by another process, or no DuckDB file.
    """
    connection = connect(path, read_only=True)
    try:
        connection.execute("set allowed_paths = $paths", {"paths": [str(writable)]})
        connection.execute("set enable_external_access = false")
        connection.execute("set lock_configuration = true")
        yield connection
    finally:
        connection.close()
