"""Stores of older versions: brought to the tables of today, step by step, in one transaction.

sql/README.md says how a step is added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from judged.errors import StateError
from judged.store import definitions, identifiers_of_3, queries
from judged.store.connection import connect
from judged.text import MEMORY
from judged.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from judged.store.store import Store

# What a step needs beyond SQL, by the version that it starts from: temporary tables for its file.
PREPARED: dict[int, Callable[[Store], None]] = {2: identifiers_of_3.prepare}
# Table queries has further columns, of the metadata that it was given.
OPEN_ENDED = ("queries",)


def migrate(store: Store, version: int, wanted: int) -> None:
    """Takes every step from one version to another: all of them, or none.

    Args:
        store: open for writing, with tables of `version`.
        version: older than `wanted`.
        wanted: the version of today's tables.

    Raises:
        StateError: there is no such step, or the tables are not those of that version. The store
            is as it was.
    """
    known = {f"migrations/{number}_to_{number + 1}" for number in range(version, wanted)}
    if not known <= set(queries.names("migrations")):
        raise StateError(f"{store.path}: tables of version {version}, which no judged had")
    try:
        with store.transaction():
            for number in range(version, wanted):
                _step(store, number)
            store.connection.execute(";\n".join([*definitions.views(), *definitions.comments()]))
            store.rows(
                "update store_version set schema_version = $wanted, judged_version = $program",
                wanted=wanted,
                program=__version__,
            )
            _refuse_odd(store, version)
    except duckdb.DependencyException as error:
        reason = " ".join(str(error).split())
        raise StateError(
            f"{store.path}: something made by hand depends on its tables of version {version}"
            f" ({reason}); nothing was changed: drop that, and make it again afterwards"
        ) from None
    except (duckdb.CatalogException, duckdb.BinderException, duckdb.ParserException) as error:
        raise _odd(store, version, str(error).splitlines()[0]) from None


def _step(store: Store, number: int) -> None:
    prepare = PREPARED.get(number)
    before = set(_temporary(store))
    if prepare is not None:
        prepare(store)
    store.connection.execute(queries.load(f"migrations/{number}_to_{number + 1}").sql)
    for table in set(_temporary(store)) - before:
        store.forget(table)


def _temporary(store: Store) -> list[str]:
    rows = store.rows("select table_name from duckdb_tables() where temporary")
    return [table for (table,) in rows]


def _refuse_odd(store: Store, version: int) -> None:
    """Refuses a result that is not what a new store has."""
    found = definitions.columns(store.connection)
    with connect(MEMORY, read_only=False) as fresh:
        fresh.execute(";\n".join(definitions.tables()))
        wanted = definitions.columns(fresh)
    for table, columns in wanted.items():
        has = found.get(table, [])
        if (has[: len(columns)] if table in OPEN_ENDED else has) != columns:
            raise _odd(store, version, f"table {table} has other columns")


def _odd(store: Store, version: int, reason: str) -> StateError:
    return StateError(
        f"{store.path}: its tables are not those of version {version}, as it says ({reason});"
        " nothing was changed: ingest the files into another database (--db)"
    )
