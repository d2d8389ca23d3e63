"""Copies of what DuckDB does not read as it lies, and the columns of what it does."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from judged.errors import ArgumentError, UnreadableError, is_interruption, near
from judged.files import literal, opened, temporary, temporary_trouble
from judged.ingestion.looks import ARROW_FILE
from judged.ingestion.tables import as_text
from judged.store.connection import reading_connection
from judged.store.queries import identifier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judged.store.store import Store


@contextmanager
def as_parquet(path: Path, name: str) -> Iterator[Path]:
    """A Parquet copy of an Arrow file or stream, which DuckDB cannot read by itself.

    Raises:
        UnreadableError: it is damaged.
    """
    import polars

    with temporary("columns.parquet") as copy:
        try:
            if _is_file(path):
                polars.scan_ipc(path, glob=False).sink_parquet(copy)
            else:
                polars.read_ipc_stream(path).write_parquet(copy)
        except (polars.exceptions.PolarsError, OSError) as error:
            _refuse_full_disk(copy, error)
            reason = str(error).splitlines()[0]
            raise UnreadableError(name, f"a damaged Arrow file ({reason}); write it anew") from None
        yield copy


def _refuse_full_disk(copy: Path, error: Exception) -> None:
    """Tells of a copy that has no room; other trouble is the caller's."""
    if "No space left" in str(error) or "File too large" in str(error):
        with temporary_trouble(copy.parent):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _is_file(path: Path) -> bool:
    """Whether an Arrow file ends in a table of contents; a stream has none."""
    with path.open("rb") as file:
        return file.read(len(ARROW_FILE)) == ARROW_FILE


def column_types(store: Store, path: Path, name: str) -> dict[str, str]:
    """The columns of a Parquet file and their types, in order.

    Raises:
        UnreadableError: it is damaged.
    """
    # On a connection of its own: an error would end the transaction.
    with store.connection.cursor() as apart:
        try:
            rows = apart.execute(
                "describe select * from read_parquet($path, hive_partitioning = false)",
                {"path": literal(path)},
            ).fetchall()
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise UnreadableError(name, f"a damaged Parquet file ({reason})") from None
    return {row[0]: str(row[1]) for row in rows}


def copied_table(database: str, table: str, copy: Path, name: str) -> dict[str, str]:
    """Copies a table or view of a DuckDB file to a text of cells between commas, without a header.

    Args:
        database: the file.
        table: TABLE or SCHEMA.TABLE.
        copy: where to.
        name: what messages call it.

    Returns:
        The columns and their types, in order.

    Raises:
        ArgumentError: no such file or table.
        UnreadableError: a view reads what is no longer there, or more than its own file.
        StateError: another process has the file open.
    """
    _refuse_other_file(database, name)
    with reading_connection(database, copy) as connection:
        relation = _relation(connection, table, name)
        try:
            rows = connection.execute(f"describe select * from {relation}").fetchall()
            types = {row[0]: str(row[1]) for row in rows}
            texts = ", ".join(as_text(column, of_type) for column, of_type in types.items())
            select = f"select {texts} from {relation}"
            connection.execute(f"copy ({select}) to {_quoted(copy)} (format csv, header false)")
        except duckdb.Error as error:
            if is_interruption(error):
                raise
            _refuse_full_disk(copy, error)
            reason = str(error).splitlines()[0]
            raise UnreadableError(name, f"the table cannot be read ({reason})") from None
    return types


def _refuse_other_file(database: str, name: str) -> None:
    with opened(Path(database), name) as file:
        if file.read(12)[8:] != b"DUCK":
            raise ArgumentError(
                f"{name}: {database} is no DuckDB database; wanted one's FILE::TABLE"
            )


def _relation(connection: duckdb.DuckDBPyConnection, table: str, name: str) -> str:
    """The table or view of a name, as SQL has it."""
    rows = connection.execute(
        "select schema_name, table_name from duckdb_tables() where not internal"
        " union all select schema_name, view_name from duckdb_views() where not internal"
        " order by all"
    ).fetchall()
    for schema, relation in rows:
        if table in (f"{schema}.{relation}", relation):
            return f"{identifier(schema)}.{identifier(relation)}"
    known = [relation if schema == "main" else f"{schema}.{relation}" for schema, relation in rows]
    raise ArgumentError(f"{name}: no table or view {table!r}; {near(table, known)}")


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
