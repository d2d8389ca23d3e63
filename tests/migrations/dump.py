"""Writes the store of the present version as text: version_N.sql and version_N.json.

    python -m tests.migrations.dump

is run once for a new SCHEMA_VERSION; what is written stays as it is from then on.
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import chdir
from datetime import datetime
from tempfile import TemporaryDirectory
from typing import Any

import duckdb

from tests.support import PROJECT

sys.path[:0] = [str(PROJECT / "pipeline"), str(PROJECT / "schemas")]


def main() -> None:
    """Writes both files, unless they are there."""
    from judged.store.store import SCHEMA_VERSION
    from tests.migrations.collection import evaluate_all, seen
    from tests.migrations.stores import HERE

    target = HERE / f"version_{SCHEMA_VERSION}.sql"
    if target.exists():
        raise SystemExit(f"{target} is there: raise SCHEMA_VERSION in store.py for other tables")
    with TemporaryDirectory() as folder, chdir(folder):
        evaluate_all(SCHEMA_VERSION)
        shown = [f"{json.dumps(key)}: {_json(value)}" for key, value in seen().items()]
        text = _store()
    target.write_text(text, encoding="utf-8", newline="\n")
    lines = ",\n".join(shown)
    target.with_suffix(".json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8", newline="\n")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _store() -> str:
    """The statements that make judged.duckdb again."""
    from judged.store.definitions import VIEWS, tables
    from judged.store.queries import load
    from judged.store.store import SCHEMA_VERSION

    parts = [f"-- A store of version {SCHEMA_VERSION}, written by tests/migrations/dump.py."]
    parts += [f"{_bare(text)};" for text in tables()]
    parts += [f"create view {v.rpartition('/')[2]} as\n{_bare(load(v).sql)};" for v in VIEWS]
    parts.append("alter table queries add column title varchar;")
    with duckdb.connect("judged.duckdb", read_only=True) as connection:
        names = connection.execute("select table_name from duckdb_tables() order by 1").fetchall()
        parts += [_rows(connection, table) for (table,) in names]
    return "\n\n".join(parts) + "\n"


def _bare(text: str) -> str:
    lines = [re.sub(r"\s*--.*", "", line) for line in text.splitlines()]
    return "\n".join(line for line in lines if line.strip())


def _rows(connection: duckdb.DuckDBPyConnection, table: str) -> str:
    result = connection.execute(f"select * from {table} order by rowid")
    columns = ", ".join(column[0] for column in result.description or [])
    rows = [f"({', '.join(map(_literal, row))})" for row in result.fetchall()]
    return f"insert into {table} ({columns}) values\n" + ",\n".join(rows) + ";"


def _literal(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, float):
        return f"cast('{value!r}' as double)"
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    text = value.isoformat(sep=" ") if isinstance(value, datetime) else str(value)
    return "'" + text.replace("'", "''") + "'"


if __name__ == "__main__":
    main()
