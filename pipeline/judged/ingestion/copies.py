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

    import polars

    from judged.store.store import Store

# What ends an Arrow stream.
END_OF_STREAM = b"\xff\xff\xff\xff\0\0\0\0"


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
                _read_stream(path, name).write_parquet(copy)
        except UnreadableError:
            raise
        except BaseException as error:
            # What panics in the library is no Exception.
            is_panic = type(error).__name__ == "PanicException"
            known = polars.exceptions.PolarsError | OSError | ValueError
            if not (is_panic or isinstance(error, known)):
                raise
            _refuse_full_disk(copy, error)
            reason = str(error).splitlines()[0]
            told = f"a damaged Arrow file ({reason}); write it anew"
            if is_panic or "not supported" in reason:
                told = (
                    f"an Arrow file that is damaged, or has a column of a type that is not"
                    f" supported, or two of one name ({reason}); write the columns that are wanted"
                    " as Parquet"
                )
            raise UnreadableError(name, told) from None
        yield copy


def _read_stream(path: Path, name: str) -> polars.DataFrame:
    """A whole Arrow stream: without its end mark it may be cut short."""
    import polars

    with path.open("rb") as file:
        frame = polars.read_ipc_stream(file)
        end = file.tell()
        file.seek(end - len(END_OF_STREAM))
        has_mark = file.read(len(END_OF_STREAM)) == END_OF_STREAM
        more = file.read(1)
    if not has_mark:
        raise UnreadableError(name, "an Arrow stream without its end mark, perhaps cut short")
    if more:
        raise UnreadableError(name, "more behind the end of an Arrow stream; give it a file alone")
    return frame


def _refuse_full_disk(copy: Path, error: BaseException) -> None:
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
    parameters = {"path": literal(path)}
    # On a connection of its own: an error would end the transaction.
    with store.connection.cursor() as apart:
        try:
            rows = apart.execute(
                "describe select * from read_parquet($path, hive_partitioning = false)", parameters
            ).fetchall()
            written = apart.execute("select name from parquet_schema($path)", parameters).fetchall()
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise UnreadableError(name, f"a damaged Parquet file ({reason})") from None
    names = {column for (column,) in written}
    twice = next((row[0] for row in rows if row[0] not in names), None)
    if twice is not None:
        # DuckDB, to which capitals make no other name, has numbered them.
        column = twice.rpartition("_")[0]
        raise UnreadableError(name, f"two columns are called {column!r}, whatever the capitals")
    return {row[0]: str(row[1]) for row in rows}


def copied_table(database: str, table: str, copy: Path, text: Path, name: str) -> dict[str, str]:
    """Copies a table or view of a DuckDB file: its columns as text, and a text of all its values.

    Args:
        database: the file.
        table: TABLE or SCHEMA.TABLE.
        copy: where to, as Parquet.
        text: where to, as cells between commas; its hash is that of the values.
        name: what messages call it.

    Returns:
        The columns and their types, in order.

    Raises:
        ArgumentError: no such file or table.
        UnreadableError: a view reads what is no longer there, or more than its own file.
        StateError: another process has the file open.
    """
    _refuse_other_file(database, name)
    with reading_connection(database, [copy, text]) as connection:
        try:
            relation = _relation(connection, table, name)
            rows = connection.execute(f"describe select * from {relation}").fetchall()
            types = {row[0]: str(row[1]) for row in rows}
            columns = ", ".join(
                f"{as_text(column, of_type)} as {identifier(column)}"
                for column, of_type in types.items()
            )
            select = f"select {columns} from {relation}"
            connection.execute(f"copy ({select}) to {_quoted(copy)} (format parquet)")
            values = f"from read_parquet({_quoted(copy)})"
            connection.execute(f"copy ({values}) to {_quoted(text)} (format csv, header false)")
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
    """The table or view of a name, as SQL has it: SCHEMA.TABLE, or TABLE, of main first."""
    rows = connection.execute(
        "select schema_name, table_name from system.main.duckdb_tables() where not internal"
        " union all"
        " select schema_name, view_name from system.main.duckdb_views() where not internal"
        " order by all"
    ).fetchall()
    of_main = [row for row in rows if row == ("main", table)]
    found = of_main or [row for row in rows if table in (f"{row[0]}.{row[1]}", row[1])]
    if len(found) > 1:
        told = " or ".join(f"{schema}.{relation}" for schema, relation in found)
        raise ArgumentError(f"{name}: {table!r} may be {told}; give SCHEMA.TABLE")
    if not found:
        known = [f"{row[0]}.{row[1]}" if row[0] != "main" else row[1] for row in rows]
        raise ArgumentError(f"{name}: no table or view {table!r}; {near(table, known)}")
    schema, relation = found[0]
    return f"{identifier(schema)}.{identifier(relation)}"


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
