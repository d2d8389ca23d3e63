"""The small collection of `helpers` in every format, as another program would write it."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import sys
from typing import TYPE_CHECKING, Any

import duckdb
import polars

from tests.cli.helpers import QRELS, RUN, put

if TYPE_CHECKING:
    from collections.abc import Callable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

DOCUMENTS = [("b", 9.5), ("a", 8.5), ("c", 7.5)]
GRADES = [("a", 3), ("b", 2), ("c", 1)]


def _table(separator: str, names: str, rows: list[tuple[Any, ...]]) -> str:
    lines = [names.split(), *(("q1", *map(str, row)) for row in rows)]
    return "".join(separator.join(line) + "\n" for line in lines)


def _lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def _frame(number: str, rows: list[tuple[Any, ...]]) -> polars.DataFrame:
    docs, numbers = zip(*rows, strict=True)
    return polars.DataFrame({"qid": ["q1"] * len(rows), "docno": docs, number: numbers})


def _written(write: Callable[[io.BytesIO], Any]) -> bytes:
    buffer = io.BytesIO()
    write(buffer)
    return buffer.getvalue()


RUNS: dict[str, str | bytes] = {
    "trec": RUN,
    "csv": _table(",", "qid docno score", DOCUMENTS),
    "tsv": _table("\t", "query_id doc_id score", DOCUMENTS),
    "json": json.dumps({"q1": dict(DOCUMENTS)}),
    "json-best-first": json.dumps({"q1": ["b", "a", "c"]}),
    "json-worst-first": json.dumps({"q1": ["c", "a", "b"]}),
    "jsonl": _lines(*({"qid": "q1", "docid": doc, "score": score} for doc, score in DOCUMENTS)),
    "jsonl-queries": _lines(
        {"qid": "q1", "hits": [{"docid": doc, "score": score} for doc, score in DOCUMENTS]}
    ),
    "jsonl-best-first": _lines({"query": "q1", "docs": ["b", "a", "c"]}),
    "jsonl-worst-first": _lines({"query": "q1", "docs": ["c", "a", "b"]}),
    "parquet": _written(_frame("score", DOCUMENTS).write_parquet),
    "arrow": _written(_frame("score", DOCUMENTS).write_ipc),
}
# What is not read by its name, but like a file of arrow.
STREAM = _written(_frame("score", DOCUMENTS).write_ipc_stream)
JUDGMENTS: dict[str, str | bytes] = {
    "trec": QRELS,
    "beir": _table("\t", "query-id corpus-id score", GRADES),
    "csv": _table(";", "qid docno rel", GRADES),
    "tsv": _table("\t", "query_id doc_id relevance", GRADES),
    "json": json.dumps({"q1": dict(GRADES)}, indent=4),
    "jsonl": _lines(*({"qid": "q1", "docid": doc, "label": grade} for doc, grade in GRADES)),
    "jsonl-queries": _lines(
        {"qid": "q1", "judgments": [{"docid": doc, "grade": grade} for doc, grade in GRADES]}
    ),
    "parquet": _written(_frame("relevance", GRADES).write_parquet),
    "arrow": _written(_frame("relevance", GRADES).write_ipc),
}
PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "none": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "zstd": zstd.compress,
}


def content(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def put_database(name: str = "other.duckdb") -> str:
    """A DuckDB file with the collection in tables, and in a view in a schema of its own."""
    put("run.parquet", RUNS["parquet"])
    put("qrels.parquet", JUDGMENTS["parquet"])
    with duckdb.connect(name) as connection:
        connection.execute("create table hits as from 'run.parquet'")
        connection.execute("create table judgments as from 'qrels.parquet'")
        connection.execute("create schema lab")
        connection.execute("create view lab.best as select * from hits where score > 8")
    return name
