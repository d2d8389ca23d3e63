"""The `--queries` file: which queries are evaluated, and what is known of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb

from judged import sources
from judged.errors import InputError
from judged.files import scan, spooled
from judged.inputs import stem
from judged.sources import Source

if TYPE_CHECKING:
    from pathlib import Path

    from judged.files import Scan
    from judged.store import Store

ID_COLUMNS = ("query_id", "query-id", "qid", "query", "topic", "id", "_id")


def read_query_list(store: Store, name: str) -> Source:
    """Reads a list of queries: ids, one a line, or a table with an id column and metadata.

    A table has a header line with one of `ID_COLUMNS`, and tabs or commas between its columns.

    Raises:
        ArgumentError: no such file.
        InputError: it is empty, or an id stands in it twice.
    """
    with spooled(name) as path:
        look = scan(path, name)
        stored = sources.find(store, "queries", look.sha256, "queries", None)
        if stored:
            return stored
        rows = _rows(store, path, name, look)
    _refuse_repeated(name, [row["query_id"] for row in rows])
    source = Source(
        source_id=sources.next_id(store),
        kind="queries",
        name=stem(name),
        path=name,
        format="queries",
        sha256=look.sha256,
        rows=len(rows),
        rejected=0,
    )
    sources.keep(store, source, look, None)
    store.insert("queries", [{"source_id": source.source_id, **row} for row in rows])
    return source


def _rows(store: Store, path: Path, name: str, look: Scan) -> list[dict[str, Any]]:
    header = look.head.splitlines()[0] if look.head.strip() else ""
    separator = "\t" if "\t" in header else ","
    columns = [column.strip().lower() for column in header.split(separator)]
    id_column = next((column for column in ID_COLUMNS if column in columns), None)
    try:
        table = store.dicts(
            "select * from read_csv($path, all_varchar = true, header = $header,"
            " delim = $separator, compression = $compression)",
            path=str(path),
            header=id_column is not None,
            separator=separator if id_column else look.delimiter,
            compression=look.compression,
        )
    except duckdb.Error as error:
        raise InputError(f"{name}: cannot be read: {str(error).splitlines()[0]}") from None
    if not table:
        raise InputError(f"{name}: no query in it; wanted one query id a line, or a table")
    place = columns.index(id_column) if id_column else 0
    key = list(table[0])[place]
    return [
        {
            "query_id": row[key].strip(),
            "metadata": {name: value for name, value in row.items() if name != key and value}
            or None,
        }
        for row in table
        if row[key] and row[key].strip()
    ]


def _refuse_repeated(name: str, ids: list[str]) -> None:
    repeated = (
        sorted({query for query in ids if ids.count(query) > 1}) if len(set(ids)) < len(ids) else []
    )
    if repeated:
        raise InputError(
            f"{name}: query {repeated[0]!r} stands in it more than once"
            f" ({len(repeated):,} such queries); each may stand once"
        )
