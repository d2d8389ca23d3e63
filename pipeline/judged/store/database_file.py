"""A database's file before DuckDB opens it: looked at, and filled where it is empty."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import duckdb

from judged.errors import StateError
from judged.files import temporary

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

# Clients older than DuckDB 2.0 open files of this storage version.
STORAGE_VERSION = "v1.4.0"
CONFIG: dict[str, Any] = {
    "storage_compatibility_version": STORAGE_VERSION,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
# DuckDB begins a file with three blocks of headers. Where there is less, its making was cut short.
HEADER_BYTES = 3 * 4096


class LockedError(Exception):
    """Another process has the file open; the text says who, as far as DuckDB tells."""


def look(path: Path, read_only: bool) -> None:
    """Looks at a file before DuckDB does, and fills one that is empty.

    Raises:
        LockedError: it is empty, and another process is filling it.
        StateError: it is no DuckDB database, or empty and to be read.
    """
    _refuse_other_file(path)
    names = path.stat().st_nlink
    if names > 1 and not read_only:
        raise StateError(
            f"{path}: a file of {names} names (hard links), and DuckDB keeps changes beside that by"
            " which it was opened; copy the file, and name the copy with --db"
        )
    if path.stat().st_size < HEADER_BYTES:
        if read_only:
            told = "an empty file" if not path.stat().st_size else "an empty database, cut short"
            raise StateError(f"{path}: {told}; `judged run` or `judged ingest` fills it")
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
                _lock(file)
                # Another process may have been faster.
                if file.seek(0, os.SEEK_END) < HEADER_BYTES:
                    file.seek(0)
                    file.write(fresh.read_bytes())
        except OSError as error:
            raise StateError(
                f"{path}: an empty file that cannot be written: {error.strerror};"
                " name another file with --db"
            ) from None


def _lock(file: BinaryIO) -> None:
    """Takes the lock that DuckDB takes; closing the file gives it up."""
    if sys.platform == "win32":
        return
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise LockedError from None
