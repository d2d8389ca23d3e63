"""One SELECT of a person on the store: read-only, out of reach of files and network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from judged import diagnostics
from judged.errors import ArgumentError, is_interruption
from judged.files import exists
from judged.reporting import output
from judged.store.interrupts import interruptible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from judged.store.database import Database

# In this order: after the last one none can be changed.
LOCKS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "enable_external_access": "false",
    "lock_configuration": "true",
}


def run_statement(db: Database, statement: str, form: str, out: str | None) -> int:
    """Runs one SELECT and writes its rows.

    Raises:
        ArgumentError: it is not one SELECT, or DuckDB refuses it; or the file cannot be written.
    """
    text = _standard_input() if statement == "-" else statement
    if form == "parquet" and out is None:
        raise ArgumentError("--format parquet is for a file; name it with --out")
    if form == "table" and out is not None:
        raise ArgumentError("--out needs a --format: csv, json, jsonl, markdown or parquet")
    if out is not None and exists(out) and exists(db.path) and Path(out).samefile(db.path):
        raise ArgumentError(f"--out {out}: that is the database; name another file")
    with db.reading() as store, interruptible(store):
        connection = store.connection
        select = _one_select(connection, text)
        _lock(connection, out if form == "parquet" else None)
        try:
            if form == "parquet":
                _copy(connection, select, str(out))
                return 0
            result = connection.execute(select)
            columns = [column[0] for column in result.description or []]
            rows = result.fetchall()
        except duckdb.Error as error:
            if is_interruption(error):
                raise
            if form == "parquet" and isinstance(error, duckdb.IOException):
                reason = str(error).splitlines()[0]
                raise ArgumentError(f"--out {out}: cannot be written: {reason}") from None
            raise ArgumentError(f"the statement was refused: {error}") from None
    _write(columns, rows, form, out)
    return 0


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError:
        raise ArgumentError("-: the statement is not UTF-8; convert it") from None


def _one_select(connection: duckdb.DuckDBPyConnection, text: str) -> str:
    try:
        statements = connection.extract_statements(text)
    except duckdb.Error as error:
        raise ArgumentError(f"the statement cannot be read: {error}") from None
    kinds = [_kind(statement) for statement in statements]
    if kinds != ["SELECT"]:
        raise ArgumentError(f"wanted one SELECT, read {', '.join(kinds) or 'nothing'}")
    return statements[0].query


def _kind(statement: duckdb.Statement) -> str:
    try:
        return statement.type.name
    except ValueError:
        # DuckDB knows more kinds than its Python client has names for.
        return "another kind of statement"


def _lock(connection: duckdb.DuckDBPyConnection, writable: str | None) -> None:
    """No file, no network, no extension, no variable of Python, and no way to change that."""
    if writable is not None:
        connection.execute(
            "set allowed_paths = $paths", {"paths": [str(Path(writable).absolute())]}
        )
    for name, value in LOCKS.items():
        connection.execute(f"set {name} = {value}")


def _copy(connection: duckdb.DuckDBPyConnection, select: str, path: str) -> None:
    target = str(Path(path).absolute()).replace("'", "''")
    # On lines of its own, for the statement may end in a comment.
    statement = select.rstrip().rstrip(";")
    was_there = exists(path)
    try:
        connection.execute(f"copy (\n{statement}\n) to '{target}' (format parquet)")
    except BaseException:
        # A statement that fails while it runs has begun a file.
        if not was_there:
            Path(path).unlink(missing_ok=True)
        raise
    diagnostics.note(f"wrote {path}")


def _write(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str, out: str | None
) -> None:
    if out is None:
        output.write_rows(columns, rows, form)
        return
    try:
        Path(out).write_text(output.rows_text(columns, rows, form), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ArgumentError(f"--out {out}: cannot be written: {error.strerror}") from None
    diagnostics.note(f"wrote {out}")
