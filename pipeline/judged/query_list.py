"""The `--queries` file: which queries are evaluated, and what is known of each."""

from __future__ import annotations

import csv
import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import duckdb

from judged import sources
from judged.errors import InputError
from judged.files import literal, look, scan, spooled
from judged.inputs import stem
from judged.sources import Source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from judged.files import Look
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
        seen, whole = look(path, name), scan(path, name)
        stored = sources.find(store, "queries", whole.sha256, "queries", None)
        if stored:
            return sources.move(store, stored, name)
        rows = _rows(store, path, name, seen, whole.delimiter)
    _refuse_repeated(name, [row["query_id"] for row in rows])
    return _keep(store, name, whole.sha256, (seen.compression, whole.bytes), rows)


def keep_query_ids(store: Store, ids: Sequence[str]) -> Source:
    """Keeps a list of queries that is in memory; the same ids in any order are the same list."""
    text = json.dumps(sorted(ids)).encode()
    sha256 = hashlib.sha256(text).hexdigest()
    with store.transaction():
        stored = sources.find(store, "queries", sha256, "queries", None)
        if stored:
            return stored
        rows = [{"query_id": query, "metadata": None} for query in ids]
        return _keep(store, "queries", sha256, ("none", len(text)), rows)


def _keep(
    store: Store, path: str, sha256: str, stored_as: tuple[str, int], rows: list[dict[str, Any]]
) -> Source:
    """Writes a list that is new; `stored_as` is its compression and size in bytes."""
    source = Source(
        source_id=sources.next_id(store),
        kind="queries",
        name=stem(path),
        path=path,
        format="queries",
        sha256=sha256,
        rows=len(rows),
        rejected=0,
    )
    sources.keep(store, source, *stored_as, None)
    _keep_rows(store, source.source_id, rows)
    return source


def _keep_rows(store: Store, source_id: int, rows: list[dict[str, Any]]) -> None:
    found = [row["metadata"] or {} for row in rows]
    store.rows(
        "insert into queries select $source_id, query_id,"
        " case when len(names) > 0 then map(names, texts) end"
        " from (select unnest($ids) as query_id, unnest(cast($names as varchar[][])) as names,"
        " unnest(cast($texts as varchar[][])) as texts)",
        source_id=source_id,
        ids=[row["query_id"] for row in rows],
        names=[list(metadata) for metadata in found],
        texts=[list(metadata.values()) for metadata in found],
    )


def _rows(store: Store, path: Path, name: str, seen: Look, delimiter: str) -> list[dict[str, Any]]:
    header = seen.head.splitlines()[0] if seen.head.strip() else ""
    separator = "\t" if "\t" in header else ","
    # Quotation marks mean something between commas; elsewhere they are text.
    quote = '"' if separator == "," else ""
    columns = [column.strip().lower() for column in _split(header, separator)]
    id_column = next((column for column in ID_COLUMNS if column in columns), None)
    if id_column is None:
        columns, separator, quote = ["query_id"], delimiter, ""
    if len(set(columns)) < len(columns):
        raise InputError(f"{name}:1: two columns have one name; give each its own")
    try:
        table = store.dicts(
            "select * from read_csv($path, columns = $columns, auto_detect = false,"
            " header = $header, delim = $separator, quote = $quote, escape = $quote,"
            " compression = $compression, hive_partitioning = false)",
            path=literal(path),
            columns=dict.fromkeys(columns, "varchar"),
            header=id_column is not None,
            separator=separator,
            quote=quote,
            compression=seen.compression,
        )
    except duckdb.Error as error:
        told = " ".join(str(error).splitlines()[:3])
        raise InputError(f"{name}: cannot be read: {told}") from None
    place = columns.index(id_column) if id_column else 0
    rows = [_row(list(line.items()), place) for line in table]
    found = [row for row in rows if row["query_id"]]
    if not found:
        raise InputError(f"{name}: no query in it; wanted one query id a line, or a table")
    if id_column is None and any(len(row["query_id"].split()) > 1 for row in found):
        raise InputError(
            f"{name}: several columns without a header; name them in the first line,"
            f" one of them {', '.join(ID_COLUMNS)}"
        )
    return found


def _row(cells: list[tuple[str, str | None]], place: int) -> dict[str, Any]:
    """The id in one column, and what stands in the others."""
    others = {name: text for number, (name, text) in enumerate(cells) if number != place and text}
    return {"query_id": (cells[place][1] or "").strip(), "metadata": others or None}


def _split(header: str, separator: str) -> list[str]:
    return next(csv.reader([header])) if separator == "," else header.split(separator)


def _refuse_repeated(name: str, ids: list[str]) -> None:
    repeated = sorted(query for query, count in Counter(ids).items() if count > 1)
    if repeated:
        raise InputError(
            f"{name}: query {repeated[0]!r} stands in it more than once"
            f" ({len(repeated):,} such queries); each may stand once"
        )
