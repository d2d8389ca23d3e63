"""The tables, views and comments of a store, as statements, and what a database has of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from judged.errors import StateError
from judged.store import queries

if TYPE_CHECKING:
    import duckdb

# In the order in which they are made: a view stands behind those that it reads.
VIEWS = (
    "duckdb/qrels",
    "duckdb/runs",
    "duckdb/newest_evaluations",
    "views/current_scores",
    "views/latest_run_scores",
    "views/zero_idcg_queries",
    "views/missing_queries",
    "views/coverage",
    "views/unknown_queries",
    "views/doc_id_rules",
    "views/unjudged_documents",
)


def tables() -> list[str]:
    """The statements that make the tables."""
    return [queries.load(name).sql for name in queries.names("tables")]


def names() -> set[str]:
    """The names of the tables."""
    return {name.rpartition("/")[2] for name in queries.names("tables")}


def views() -> list[str]:
    """The statements that make the views, or make them anew."""
    return [
        f"create or replace view {path.rpartition('/')[2]} as {queries.load(path).sql}"
        for path in VIEWS
    ]


def comments() -> list[str]:
    """The statements that describe tables, views and columns."""
    return [queries.load("duckdb/comments").sql]


def missing(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """The tables, columns and views that a database lacks, in words."""
    found = connection.execute(
        "select table_name, column_name from system.main.duckdb_columns() where not internal"
    ).fetchall()
    tables_found = {table for table, _ in found}
    wanted = [(table, column) for table in sorted(names()) for column in _columns_of(table)]
    lacking = [f"table {table}" for table in sorted(names() - tables_found)]
    lacking += [
        f"column {column} of table {table}"
        for table, column in wanted
        if table in tables_found and (table, column) not in set(found)
    ]
    views_wanted = {path.rpartition("/")[2] for path in VIEWS}
    return lacking + [f"view {view}" for view in sorted(views_wanted - tables_found)]


def _columns_of(table: str) -> list[str]:
    """The columns of a table as its file lists them, one a line."""
    return re.findall(r"^    (\w+) ", queries.load(f"tables/{table}").sql, re.MULTILINE)


def require_no_shadows(connection: duckdb.DuckDBPyConnection, path: str) -> None:
    """Refuses a database with a function that has the name of one of DuckDB's.

    Statements would mean something else by it: `least` or `count` is then what the database says.

    Raises:
        StateError: there is one.
    """
    named = connection.execute(
        "select function_name from system.main.duckdb_functions() where not internal"
    ).fetchall()
    own = sorted({name for (name,) in named})
    if not own:
        return
    known = connection.execute(
        "select function_name from system.main.duckdb_functions() where internal"
    ).fetchall()
    shadowing = [name for name in own if (name,) in set(known)]
    if shadowing:
        raise StateError(
            f"{path}: it has a function {shadowing[0]!r}, which is the name of one of DuckDB's;"
            " drop it (drop macro), or name another database with --db"
        )


def columns(connection: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[Any, ...]]]:
    """The columns of every table in order: name, type, whether null may be, default, keys."""
    rows = connection.execute(
        "select c.table_name, c.column_name, c.data_type, c.is_nullable, c.column_default,"
        " (select list(k.constraint_text order by k.constraint_text) from duckdb_constraints() as k"
        "  where k.table_oid = c.table_oid and k.constraint_type <> 'NOT NULL'"
        "  and list_contains(k.constraint_column_names, c.column_name)) as keys"
        " from duckdb_columns() as c inner join duckdb_tables() as t on c.table_oid = t.table_oid"
        " where c.database_name = current_database() and t.database_name = current_database()"
        " and c.schema_name = 'main' order by c.table_name, c.column_index"
    ).fetchall()
    found: dict[str, list[tuple[Any, ...]]] = {}
    for table, *column in rows:
        found.setdefault(table, []).append((*column,))
    return found
