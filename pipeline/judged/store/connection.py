"""Connections to DuckDB files: the only place that opens one, and says why one cannot be opened."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, finalize

import duckdb

from judged.errors import MEMORY_LIMIT, ArgumentError, StateError, is_storage_trouble
from judged.files import exists, temporary
from judged.store.leftovers import remove_spilled
from judged.temporary import TemporaryFolder, sweep
from judged.text import MEMORY

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

# Clients older than DuckDB 2.0 open files of this storage version.
STORAGE_VERSION = "v1.4.0"
CONFIG: dict[str, Any] = {"storage_compatibility_version": STORAGE_VERSION}
# DuckDB begins a file with three blocks of headers. Where there is less, its making was cut short.
HEADER_BYTES = 3 * 4096
A_SIZE = re.compile(r"\d+(\.\d+)? *[kmgt]i?b", re.IGNORECASE)

# The files that this process has open: device and number of each.
_open: WeakKeyDictionary[duckdb.DuckDBPyConnection, tuple[int, int]] = WeakKeyDictionary()
# What removes the folders that databases in memory spill to, also where nobody closes them.
_folders: WeakKeyDictionary[duckdb.DuckDBPyConnection, Callable[[], object]] = WeakKeyDictionary()


def connect(path: str, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Opens a file, or ":memory:"; a writer removes what killed processes left.

    Raises:
        StateError: locked by another process, or no DuckDB file.
        ArgumentError: the limit for memory in the environment is no size.
    """
    if not read_only:
        sweep()
    if path == MEMORY:
        return _in_memory()
    # A process that closes a file gives up every lock that it has on it, those of DuckDB too.
    is_open_here = exists(path) and _number(path) in _open.values()
    if exists(path) and not is_open_here:
        _look(Path(path), read_only)
    connection = _connected(path, read_only)
    _open[connection] = _number(path)
    if not (read_only or is_open_here):
        remove_spilled(connection)
    return connection


def disconnect(connection: duckdb.DuckDBPyConnection) -> None:
    """Closes a file; other processes may open it then."""
    connection.close()
    _open.pop(connection, None)
    _folders.pop(connection, lambda: None)()


def _number(path: str) -> tuple[int, int]:
    found = Path(path).stat()
    return found.st_dev, found.st_ino


def _in_memory() -> duckdb.DuckDBPyConnection:
    """A database in memory, which spills to a temporary folder of ours and not to `.tmp`."""
    limits = _limits()
    try:
        folder = TemporaryFolder()
    except OSError:
        # Most need none.
        return duckdb.connect(MEMORY, config={**limits, "temp_directory": ""})
    config = {**limits, "temp_directory": str(folder.path / "spilled")}
    connection = duckdb.connect(MEMORY, config=config)
    _folders[connection] = finalize(connection, folder.remove)
    return connection


def _limits() -> dict[str, Any]:
    """What the environment says of memory; DuckDB itself takes up to four fifths of all."""
    limit = os.environ.get(MEMORY_LIMIT)
    if not limit:
        return {}
    if not A_SIZE.fullmatch(limit):
        raise ArgumentError(f"{MEMORY_LIMIT}: {limit!r} is no size; write one such as 4GB")
    return {"memory_limit": limit}


def _look(path: Path, read_only: bool) -> None:
    """Looks at a file before DuckDB does, and fills one that is empty."""
    _refuse_other_file(path)
    if path.stat().st_size < HEADER_BYTES:
        if read_only:
            raise StateError(f"{path}: an empty file; `judged run` or `judged ingest` fills it")
        _fill_empty(path)


def _refuse_other_file(path: Path) -> None:
    """Looks before DuckDB does, which would fetch an extension for a file of SQLite."""
    if not path.is_file():
        raise StateError(f"{path}: no file, but a folder or a device; name a file with --db")
    try:
        with path.open("rb") as file:
            head = file.read(12)
    except OSError:
        return  # DuckDB says why
    if head and head[8:] != b"DUCK":
        raise StateError(f"{path}: not a DuckDB database; name another file with --db")


def _fill_empty(path: Path) -> None:
    """Makes a database of an empty file where it lies, so that its rights and links stay.

    DuckDB makes a file, but takes none that is empty, such as one of mktemp, nor one that it was
    killed in making.
    """
    with temporary("fresh.duckdb") as fresh:
        duckdb.connect(str(fresh), config=CONFIG).close()
        try:
            with path.open("r+b") as file:
                _lock(file, path)
                # Another process may have been faster.
                if file.seek(0, os.SEEK_END) < HEADER_BYTES:
                    file.seek(0)
                    file.write(fresh.read_bytes())
        except OSError as error:
            raise StateError(
                f"{path}: an empty file that cannot be written: {error.strerror};"
                " name another file with --db"
            ) from None


def _lock(file: BinaryIO, path: Path) -> None:
    """Takes the lock that DuckDB takes; closing the file gives it up."""
    if sys.platform == "win32":
        return
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise _locked(path) from None


def _locked(path: str | Path) -> StateError:
    return StateError(
        f"{path}: another process has the database open;"
        " wait for it, or name another file with --db"
    )


def _connected(path: str, read_only: bool) -> duckdb.DuckDBPyConnection:
    try:
        return duckdb.connect(path, read_only=read_only, config={**CONFIG, **_limits()})
    except duckdb.IOException as error:
        if "set lock on file" in str(error) or "Conflicting lock" in str(error):
            raise _locked(path) from None
        is_full = is_storage_trouble(error)
        advice = "; make room, or name a database elsewhere with --db" if is_full else ""
        raise StateError(
            f"{path}: cannot be opened as a DuckDB database: {error}{advice}"
        ) from None
    except duckdb.OutOfMemoryException:
        raise
    except duckdb.Error as error:
        if "different configuration" in str(error):
            raise StateError(
                f"{path}: this process has the database open already, in another way;"
                " close that Store first, or pass it on"
            ) from None
        raise StateError(f"{path}: cannot be opened as a DuckDB database: {error}") from None
