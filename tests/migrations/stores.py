"""Stores of each version, as text: version_N.sql has its tables, views and rows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb

from tests.sql.relations import SQL

HERE = Path(__file__).parent
VERSIONS = sorted(int(path.stem.rpartition("_")[2]) for path in HERE.glob("version_*.sql"))


def text_of(version: int) -> str:
    return (HERE / f"version_{version}.sql").read_text(encoding="utf-8")


def build(version: int, path: str | Path = "judged.duckdb") -> None:
    """Makes the store of a version."""
    config: dict[str, Any] = {"storage_compatibility_version": "v1.4.0"}
    with duckdb.connect(str(path), config=config) as connection:
        connection.execute(text_of(version))


def seen_then(version: int) -> dict[str, Any]:
    """What the program of that version showed of its store; see `collection.seen`."""
    text = (HERE / f"version_{version}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def definitions(text: str) -> dict[str, str]:
    """The tables and views that statements make, by name, without what does not matter to a store.

    Comments do not, and neither does how a column is compressed.
    """
    code = re.sub(r"--[^\n]*|using compression \w+", "", text)
    found = re.findall(r"create (?:or replace )?(?:table|view) (\w+)(.*?);\n", code, re.DOTALL)
    return {name: " ".join(rest.split()) for name, rest in found}


def definitions_now() -> dict[str, str]:
    """The same of the files of sql/."""
    from judged.store.definitions import VIEWS

    tables = [path.read_text(encoding="utf-8") for path in sorted((SQL / "tables").glob("*.sql"))]
    views = [
        f"create view {name.rpartition('/')[2]} as\n"
        f"{(SQL / f'{name}.sql').read_text(encoding='utf-8').rstrip()};\n"
        for name in VIEWS
    ]
    return definitions("\n".join([*tables, *views]))


def rows_of(path: str | Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, in order."""
    with duckdb.connect(str(path), read_only=True) as connection:
        tables = connection.execute("select table_name from duckdb_tables()").fetchall()
        return {
            table: connection.execute(f"select * from {table} order by rowid").fetchall()
            for (table,) in tables
        }
