"""Connections to DuckDB files: the only place that opens one, and says why one cannot be opened."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import duckdb

from judged.errors import StateError
from judged.files import exists
from judged.text import MEMORY

if TYPE_CHECKING:
    from collections.abc import Iterator

# Clients older than DuckDB 2.0 open files of this storage version.
STORAGE_VERSION = "v1.4.0"
CONFIG: dict[str, Any] = {"storage_compatibility_version": STORAGE_VERSION}


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


def connect(path: str, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Opens a file, or ":memory:".

    Raises:
        StateError: locked by another process, or no DuckDB file.
    """
    if path != MEMORY and exists(path):
        _refuse_other_file(Path(path))
        if Path(path).stat().st_size == 0:
            if read_only:
                raise StateError(f"{path}: an empty file; `judged run` or `judged ingest` fills it")
            _fill_empty(Path(path))
    config = {} if path == MEMORY else CONFIG
    try:
        return duckdb.connect(path, read_only=read_only and path != MEMORY, config=config)
    except duckdb.IOException as error:
        if "set lock on file" in str(error) or "Conflicting lock" in str(error):
            raise StateError(
                f"{path}: another process has the database open;"
                " wait for it, or name another file with --db"
            ) from None
        raise StateError(f"{path}: cannot be opened as a DuckDB database: {error}") from None
    except duckdb.Error as error:
        if "different configuration" in str(error):
            raise StateError(
                f"{path}: this process has the database open already, in another way;"
                " close that Store first, or pass it on"
            ) from None
        raise StateError(f"{path}: cannot be opened as a DuckDB database: {error}") from None


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
