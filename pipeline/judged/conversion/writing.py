"""Writing rows in a format, with the libraries that are there for it."""

from __future__ import annotations

import errno
import json
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import duckdb

from judged.errors import is_storage_trouble
from judged.files import temporary, temporary_trouble

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from judged.conversion.material import Material
    from judged.conversion.target import Target
    from judged.store.store import Store

# What COPY writes between columns; where no column is quoted, none holds what would need it.
_BARE = "format csv, header {header}, delimiter '{separator}', quote '', escape ''"
_CELLS = "format csv, header true, delimiter '{separator}', quote '\"', escape '\"'"
_FETCHED = 10_000
_TREC = {
    "qrels": "query_id, iteration, doc_id, grade",
    "run": "query_id, 'Q0', doc_id, file_rank, score, run_id",
}
_BEIR = 'query_id as "query-id", doc_id as "corpus-id", grade as score'


def write(store: Store, material: Material, target: Target, path: Path) -> None:
    """Writes the rows of `material.converted`, and lists without any; the same give the same bytes.

    Raises:
        StateError: there is no room.
    """
    if target.form.layout in ("json", "lists"):
        with temporary_trouble(path.parent), path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(_texts(store, material, target))
    elif target.form.name == "arrow":
        _write_arrow(store, material, path)
    else:
        columns, options = _copied(store, material, target)
        _copy(store, material, columns, options, path)


def _copied(store: Store, material: Material, target: Target) -> tuple[str, str]:
    """The columns of a file, and how COPY writes them."""
    name, kind = target.form.name, material.kind
    if name in ("trec", "trec-tab"):
        separator = " " if name == "trec" else "\t"
        return _TREC[kind], _BARE.format(header="false", separator=separator)
    if name == "beir":
        return _BEIR, _CELLS.format(separator="\t")
    if name == "msmarco":
        score = ", score" if "score" in _columns(store, material) else ""
        bare = _BARE.format(header="false", separator="\t")
        return f"query_id, doc_id, file_rank{score}", bare
    columns = ", ".join(_columns(store, material))
    if target.ids == "cells":
        return columns, _CELLS.format(separator="," if name == "csv" else "\t")
    return columns, "format json" if name == "jsonl" else "format parquet"


def _columns(store: Store, material: Material) -> list[str]:
    """The columns that hold anything: of a run always a score or a rank."""
    if material.kind == "qrels":
        return ["query_id", "doc_id", "grade", *_used(store, material, "iteration")]
    numbers = _used(store, material, "score", "file_rank") or ["file_rank"]
    names = {"score": "score", "file_rank": "file_rank as rank"}
    return ["query_id", "doc_id", *(names[number] for number in numbers), "run_id"]


def _used(store: Store, material: Material, *columns: str) -> list[str]:
    counts = ", ".join(f"count({column})" for column in columns)
    (found,) = store.rows(f"select {counts} from {material.converted}")
    return [column for column, count in zip(columns, found, strict=True) if count]


def _copy(store: Store, material: Material, columns: str, options: str, path: Path) -> None:
    place = "'" + str(path).replace("'", "''") + "'"
    select = f"select {columns} from {material.converted} order by place"
    try:
        store.rows(f"copy ({select}) to {place} ({options})")
    except duckdb.IOException as error:
        number = errno.ENOSPC if is_storage_trouble(error) else errno.EIO
        with temporary_trouble(path.parent):
            raise OSError(number, str(error).splitlines()[0]) from None


def _write_arrow(store: Store, material: Material, path: Path) -> None:
    """Polars writes it from a Parquet copy, a part at a time."""
    import polars

    with temporary("columns.parquet") as copy:
        _copy(store, material, ", ".join(_columns(store, material)), "format parquet", copy)
        oldest = polars.CompatLevel.oldest()
        try:
            polars.scan_parquet(copy, glob=False).sink_ipc(path, compat_level=oldest)
        except (polars.exceptions.PolarsError, OSError) as error:
            with temporary_trouble(path.parent):
                raise OSError(errno.EIO, str(error).splitlines()[0]) from None


def _texts(store: Store, material: Material, target: Target) -> Iterator[str]:
    """The parts of a text of JSON: an object of lists by query, or a line for each list."""
    lists = _lists(store, material, target)
    if target.form.layout == "lists":
        for run_id, query_id, entries in lists:
            named = {"run_id": run_id} if material.kind == "run" else {}
            line = {"query_id": query_id, **named, "documents": entries}
            yield f"{_json(line)}\n"
        return
    before = "{"
    for _, query_id, entries in lists:
        value = dict(entries) if target.is_keyed else entries
        yield f"{before}{_json(query_id)}: {_json(value)}"
        before = ",\n"
    yield "}\n"


def _lists(
    store: Store, material: Material, target: Target
) -> Iterator[tuple[str | None, str, list[Any]]]:
    """Run, query and entries of each list, in order; those without an entry come last."""
    number = "score" if material.kind == "run" else "grade"
    entry: Any = itemgetter(2)
    columns = ["doc_id"]
    if target.is_keyed:
        columns, entry = ["doc_id", number], itemgetter(2, 3)
    elif target.form.is_worst_first is None:
        columns = [name for name in _columns(store, material) if name not in ("query_id", "run_id")]
        names = [name.split()[-1] for name in columns]
        entry = lambda row: dict(zip(names, row[2:], strict=True))  # noqa: E731
    empty = material.written_empty_lists(store, target)
    for (run_id, query_id), rows in groupby(_rows(store, material, columns), itemgetter(0, 1)):
        yield run_id, query_id, [entry(row) for row in rows]
    yield from ((run_id, query_id, []) for run_id, query_id in empty)


def _rows(store: Store, material: Material, columns: list[str]) -> Iterable[tuple[Any, ...]]:
    run_id = "run_id" if material.kind == "run" else "null"
    listed = ", ".join(columns)
    result = store.connection.execute(
        f"select {run_id}, query_id, {listed} from {material.converted} order by place"
    )
    while rows := result.fetchmany(_FETCHED):
        yield from rows


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
