"""One SELECT of a person on the store: read-only, out of reach of files and network."""

from __future__ import annotations

import errno
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from judged import diagnostics
from judged.errors import ArgumentError, is_interruption, is_storage_trouble
from judged.files import exists
from judged.reporting import output
from judged.reporting.delivery import not_written
from judged.reporting.rows import rows_text
from judged.store.interrupts import interruptible
from judged.temporary import whole

if TYPE_CHECKING:
    from typing import Any

    from judged.store.database import Database
# The end of a statement, with comments behind it; a text may hold the like.
AN_END = re.compile(r";(\s|--[^\n]*(\n|$)|/\*.*?\*/)*$", re.DOTALL)


def run_statement(db: Database, statement: str, form: str, out: str | None) -> int:
    """Runs one SELECT and writes its rows.

    Raises:
        ArgumentError: it is not one SELECT, or DuckDB refuses it; or the file cannot be written.
        StateError: there is no room for the file.
    """
    text = _standard_input() if statement == "-" else statement
    if form == "parquet" and out is None:
        raise ArgumentError("--format parquet is for a file; name it with --out")
    if form == "table" and out is not None:
        raise ArgumentError("--out needs a --format: csv, json, jsonl, markdown or parquet")
    if out is not None and exists(out) and exists(db.path) and Path(out).samefile(db.path):
        raise ArgumentError(f"--out {out}: that is the database; name another file")
    if out is None:
        with db.reading() as store, interruptible(store):
            output.write_rows(*_rows(store.connection, _one_select(store.connection, text)), form)
        return 0
    try:
        with (
            whole(Path(out)) as path,
            db.reading(writable=[path]) as store,
            interruptible(store),
        ):
            _write(store.connection, _one_select(store.connection, text), form, path)
    except OSError as error:
        raise not_written(out, error) from None
    diagnostics.note(f"wrote {out}")
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


def _rows(connection: duckdb.DuckDBPyConnection, select: str) -> tuple[list[str], list[Any]]:
    """The columns and rows of a statement that reaches nothing else."""
    try:
        result = connection.execute(select)
        return [column[0] for column in result.description or []], result.fetchall()
    except duckdb.Error as error:
        raise _refused(error) from None


def _is_read(connection: duckdb.DuckDBPyConnection, text: str) -> bool:
    try:
        return len(connection.extract_statements(text)) == 1
    except duckdb.Error:
        return False


def _refused(error: duckdb.Error) -> Exception:
    if is_interruption(error) or is_storage_trouble(error):
        return error
    return ArgumentError(f"the statement was refused: {error}")


def _write(connection: duckdb.DuckDBPyConnection, select: str, form: str, path: Path) -> None:
    if form == "parquet":
        _copy(connection, select, path)
        return
    text = rows_text(*_rows(connection, select), form)
    path.write_text(text, encoding="utf-8", newline="\n")


def _copy(connection: duckdb.DuckDBPyConnection, select: str, path: Path) -> None:
    target = str(path.absolute()).replace("'", "''")
    # On lines of its own, for the statement may end in a comment.
    texts = [
        f"copy (\n{statement}\n) to '{target}' (format parquet)"
        for statement in (select.rstrip().rstrip(";"), AN_END.sub("", select))
    ]
    try:
        connection.execute(next((text for text in texts if _is_read(connection, text)), texts[0]))
    except duckdb.IOException as error:
        number = errno.ENOSPC if is_storage_trouble(error) else errno.EIO
        raise OSError(number, str(error).splitlines()[0]) from None
    except duckdb.Error as error:
        raise _refused(error) from None
