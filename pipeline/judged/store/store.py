"""The database: its tables, and the transactions that every stage runs in."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import duckdb

from judged.errors import (
    MissingStoreError,
    StateError,
    is_memory_trouble,
    is_permission_trouble,
    is_storage_trouble,
    too_little_memory,
)
from judged.files import exists
from judged.store import definitions, queries
from judged.store.connection import connect, disconnect, turn_of
from judged.store.definitions import require_no_shadows
from judged.store.interrupts import stop_if_interrupted
from judged.text import MEMORY, command
from judged.version import __version__

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    import polars

    from judged.store.queries import Query

SCHEMA_VERSION = 5
# Names of what DuckDB calls optimizers.
JOIN_OPTIMIZERS = "join_order,build_side_probe_side"
STATISTICS = "statistics_propagation"
# What the statements of all stages are written for. A database that was handed over may have
# others, by which they would mean something else.
SETTINGS = {
    "default_collation": "",
    "default_null_order": "NULLS_LAST",
    "default_order": "ASCENDING",
}


class Store:
    """A DuckDB file with everything that was ingested, found and scored.

    Use it as a context manager; `judged.open_store(path)` gives one.

    Attributes:
        path: the file, or ":memory:".
        migrated_from: the version of the tables until now, where they were of an older one.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: str) -> None:
        self.path = path
        self.migrated_from: int | None = None
        self._connection = connection
        self._turn = turn_of(connection)

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        read_only: bool = False,
        wait: float = 0.0,
        writable: Sequence[Path] | None = None,
    ) -> Store:
        """Opens a store, making its tables where the file is new or older than these.

        Args:
            path: a file, or ":memory:" for one that keeps nothing.
            read_only: for reading only; the file must exist.
            wait: how many seconds to wait where another process has the file open.
            writable: where it is given, statements reach no file but the store and these.

        Raises:
            StateError: locked by another process, no DuckDB file, written by a newer version, or
                by an older one and read_only.
            MissingStoreError: read_only and there is no such file.
            ArgumentError: wait is no number of seconds.
        """
        name = str(path)
        is_new = name == MEMORY or not exists(name)
        if read_only and is_new and name != MEMORY:
            raise MissingStoreError(
                f"{name}: no such database; `judged run` or `judged ingest` makes one"
            )
        connection = connect(name, read_only, wait, writable=writable)
        try:
            store = cls(connection, name)
            if not (is_new or read_only):
                require_no_shadows(connection, name)
            store._prepare(read_only)
        except BaseException:
            disconnect(connection)
            raise
        return store

    @contextmanager
    def apart(self) -> Iterator[Store]:
        """The same database on a connection of its own, without what the caller has set or made.

        Temporary tables of either are none of the other's, and go with it.
        """
        self.require_no_transaction()
        with self._connection.cursor() as cursor:
            store = Store(cursor, self.path)
            store._turn = self._turn
            yield store

    @property
    def turn(self) -> threading.RLock:
        """What a job holds while it works, so that other threads wait for it to end."""
        return self._turn

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; other processes may open it then."""
        disconnect(self._connection)

    def sql(self, text: str, parameters: Mapping[str, Any] | None = None) -> polars.DataFrame:
        """Runs one statement and returns its rows as a polars frame."""
        import polars

        return polars.DataFrame(self._connection.sql(text, params=dict(parameters or {})))

    def rows(self, text: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """Runs one statement and returns its rows."""
        return self._connection.execute(text, parameters or None).fetchall()

    def dicts(self, text: str, **parameters: Any) -> list[dict[str, Any]]:
        """Runs one statement and returns its rows by column name."""
        result = self._connection.execute(text, parameters or None)
        names = [column[0] for column in result.description or []]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

    def query(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        """Runs a SQL file with the parameters that it declares."""
        query = queries.load(name)
        return self.dicts(query.sql, **_declared(query, parameters))

    def derive(self, table: str, query: Query | str, **parameters: Any) -> None:
        """Makes a temporary table of the rows of a query, or of the SQL file of that name."""
        stop_if_interrupted()
        if isinstance(query, str):
            query = queries.load(query)
        self._connection.execute(
            f"create or replace temp table {table} as {query.sql}", _declared(query, parameters)
        )

    def derive_view(self, view: str, name: str) -> None:
        """Makes a temporary view of a SQL file without parameters."""
        self._connection.execute(f"create or replace temp view {view} as {queries.load(name).sql}")

    def forget(self, relation: str) -> None:
        """Drops a temporary table or view, so that the other kind may take its name."""
        kinds = self.rows(
            "select 'view' from duckdb_views() where temporary and view_name = $relation"
            " union all"
            " select 'table' from duckdb_tables() where temporary and table_name = $relation",
            relation=relation,
        )
        for (kind,) in kinds:
            self._connection.execute(f"drop {kind} {relation}")

    def fill(self, table: str, columns: Mapping[str, tuple[str, Sequence[Any]]]) -> None:
        """Makes a temporary table of Python values.

        Args:
            table: its name.
            columns: SQL type and values by column name; all of one length.
        """
        selected = ", ".join(
            f"unnest(cast(${name} as {kind}[])) as {name}" for name, (kind, _) in columns.items()
        )
        values = {name: list(values) for name, (_, values) in columns.items()}
        self._connection.execute(
            f"create or replace temp table {table} as select {selected}", values
        )

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Adds rows, given as dicts with the same keys, to a table."""
        if not rows:
            return
        names = list(rows[0])
        columns = ", ".join(queries.identifier(name) for name in names)
        values = ", ".join(f"unnest(${place})" for place in range(1, len(names) + 1))
        # One statement takes a fortieth of the time that one for each row does.
        self._connection.execute(
            f"insert into {table} ({columns}) select {values}",
            [[row[name] for row in rows] for name in names],
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One stage: whole or not at all.

        Joins are done as they are written, the larger relation first: on columns that may hold null
        DuckDB takes the larger one for the smaller, and builds its hash table of millions of rows.
        """
        self.require_no_transaction()
        self._require_settings()
        ((others,),) = self.rows("select current_setting('disabled_optimizers')")
        try:
            self._connection.execute(f"set disabled_optimizers = '{JOIN_OPTIMIZERS}'")
            self._connection.execute("begin transaction")
            yield
            stop_if_interrupted()
            self._connection.execute("commit")
        except BaseException as error:
            self.roll_back()
            if is_memory_trouble(error):
                raise StateError(f"{self.path}: {too_little_memory(error)}") from None
            if isinstance(error, duckdb.Error) and is_storage_trouble(error):
                raise StateError(
                    f"{self.path}: {str(error).splitlines()[0]}; nothing of this stage was stored:"
                    f" {_what_to_do(error)}, or name a database elsewhere with --db"
                ) from None
            raise
        finally:
            with suppress(duckdb.Error):
                self._connection.execute(f"set disabled_optimizers = '{others}'")

    @contextmanager
    def without_statistics(self) -> Iterator[None]:
        """Within a transaction: statements do not rely on the least and largest value of a column.

        DuckDB 2.0 takes those of a Parquet file, which NaN is no part of: where all other values of
        a column are one, it takes the column for that value.
        """
        try:
            self._connection.execute(f"set disabled_optimizers = '{JOIN_OPTIMIZERS},{STATISTICS}'")
            yield
        finally:
            with suppress(duckdb.Error):
                self._connection.execute(f"set disabled_optimizers = '{JOIN_OPTIMIZERS}'")

    def require_no_transaction(self) -> None:
        """Refuses a connection on which the caller has begun a transaction.

        Raises:
            StateError: it has; to begin another would end it, and everything in it be lost.
        """
        # Outside a transaction each statement is one, with a number of its own.
        try:
            first, second = (self.rows("select txid_current()") for _ in range(2))
        except duckdb.TransactionException:  # of one that a failed statement has broken off
            first = second = []
        if first == second:
            raise StateError(
                f"{self.path}: a transaction is open on this store; commit it or roll it back first"
            )

    def _require_settings(self) -> None:
        names = ", ".join(f"current_setting('{name}')" for name in SETTINGS)
        (values,) = self.rows(f"select {names}")
        for (name, wanted), found in zip(SETTINGS.items(), values, strict=True):
            if found != wanted:
                raise StateError(
                    f"{self.path}: the setting {name} of the database is {found!r}, by which"
                    f" statements mean something else; `reset {name}` first"
                )

    def roll_back(self) -> None:
        """Undoes the transaction; where that fails too, opening the file again undoes it."""
        for _ in range(3):
            try:
                self._connection.execute("rollback")
            except duckdb.InterruptException:
                continue  # the interruption hit this statement; again
            except duckdb.Error:
                return
            return

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """The connection itself, for what this class does not cover."""
        return self._connection

    def _prepare(self, read_only: bool) -> None:
        if "store_version" in self._tables():
            self._check_version(read_only)
        elif read_only and not self._tables():
            raise StateError(
                f"{self.path}: an empty database; `judged run` or `judged ingest` fills it"
            )
        elif self._tables():
            raise StateError(
                f"{self.path}: a database without the tables of judged; name another file with --db"
            )
        else:
            self._create()

    def _tables(self) -> set[str]:
        rows = self.rows("select table_name from system.main.duckdb_tables() where not internal")
        return {row[0] for row in rows}

    def _check_version(self, read_only: bool) -> None:
        versions = self.rows("select schema_version, judged_version from store_version")
        if len(versions) != 1:
            raise StateError(
                f"{self.path}: table store_version has {len(versions)} rows, and not its one;"
                " ingest the files into another database (--db)"
            )
        ((version, writer),) = versions
        if version > SCHEMA_VERSION:
            raise StateError(
                f"{self.path}: written by judged {writer} with tables of version {version};"
                f" this is judged {__version__}, which reads version {SCHEMA_VERSION}:"
                f" install judged {writer} or later"
            )
        if version < SCHEMA_VERSION and read_only:
            raise StateError(
                f"{self.path}: written by judged {writer} with tables of version {version}, and"
                f" version {SCHEMA_VERSION} is wanted: `{command('migrate', '', self.path)}`"
                " brings them up to date; where you may not write, migrate a copy"
            )
        missing = definitions.missing(self._connection) if version == SCHEMA_VERSION else []
        if missing:
            raise StateError(
                f"{self.path}: its tables are not those of version {version}, as it says"
                f" ({missing[0]} is missing); ingest the files into another database (--db)"
            )
        if version < SCHEMA_VERSION:
            from judged.store.migrations import migrate

            migrate(self, version, SCHEMA_VERSION)
            self.migrated_from = version

    def _create(self) -> None:
        with self.transaction():
            statements = [*definitions.tables(), *definitions.views()]
            # What is gone with the process is nobody's to look up.
            statements += definitions.comments() if self.path != MEMORY else []
            self._connection.execute(";\n".join(statements))
            self.insert(
                "store_version",
                [{"schema_version": SCHEMA_VERSION, "judged_version": __version__}],
            )


def _what_to_do(error: duckdb.Error) -> str:
    """What lets a store be written: room, or the right to write beside it."""
    return "allow writing in its folder" if is_permission_trouble(error) else "make room"


def now() -> datetime:
    """The time, in UTC, for the columns that say when; no result depends on it."""
    return datetime.now(UTC).replace(tzinfo=None)


def _declared(query: Query, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that the statement names; DuckDB refuses any other."""
    return {name: parameters[name] for name in query.params}
