"""A map of ids, from what a run calls a document to what is judged: hashed, and kept in a store."""

from __future__ import annotations

import hashlib
from contextlib import closing
from pathlib import Path

from judged.errors import ArgumentError, InputError
from judged.files import stem
from judged.ingestion.id_map_file import read_pairs
from judged.ingestion.looks import Look, look
from judged.store import sources
from judged.store.connection import connect
from judged.store.sources import Source
from judged.store.store import Store
from judged.text import MEMORY

Pairs = tuple[tuple[str, str], ...]

KIND = "doc_ids"


def content_hash(source: str | Pairs) -> str:
    """SHA-256, in hex, of the pairs of a map: of a file, or as a caller handed them over.

    Raises:
        ArgumentError: no such file, or one that can be read only once.
        InputError: it is no such map; the message says where and why.
    """
    with closing(Store(connect(MEMORY, read_only=False), MEMORY)) as scratch:
        _load(scratch, source)
        return _hash(scratch)


def keep_map(store: Store, sha256: str, path: str | None, pairs: Pairs | None) -> int:
    """The source that holds a map, which is read into the store where it is not there yet.

    Args:
        store: the database.
        sha256: of its pairs.
        path: its file, or what messages call pairs in memory; None of a map known by its hash.
        pairs: the pairs, where they are in memory.

    Raises:
        ArgumentError: it is not there, and there is nothing to read.
        InputError: the file holds another map by now.
    """
    stored = sources.find(store, KIND, sha256, KIND, None)
    if path is None:
        if stored is None:
            raise ArgumentError(
                f"doc_ids: the database has no map of the hash {sha256}; give its file"
            )
        return stored.source_id
    with store.transaction():
        if stored is not None:
            return sources.give_again(store, stored, path, stem(path)).source_id
        _load(store, path if pairs is None else pairs)
        if _hash(store) != sha256:
            raise InputError(
                f"{path}: the map was changed while it was read; run again when nobody writes to it"
            )
        return _keep(store, sha256, path, is_file=pairs is None)


def _keep(store: Store, sha256: str, path: str, *, is_file: bool) -> int:
    """Writes the pairs that were loaded as a new source."""
    ((rows,),) = store.rows("select count(*) from id_pairs")
    source_id = sources.next_id(store)
    source = Source(source_id, KIND, stem(path), path, KIND, sha256, rows, rejected=0)
    seen = look(Path(path), path) if is_file else Look(0, "none", "", None)
    sources.keep(store, source, seen.compression, seen.bytes, None)
    store.rows(
        "insert into doc_id_map select $source_id, file_doc_id, doc_id from id_pairs"
        " order by file_doc_id",
        source_id=source_id,
    )
    return source_id


def _load(store: Store, source: str | Pairs) -> None:
    """Makes id_pairs: the pairs, each once."""
    if isinstance(source, str):
        read_pairs(store, source)
        return
    columns = {
        "file_doc_id": ("varchar", [file_doc_id for file_doc_id, _ in source]),
        "doc_id": ("varchar", [doc_id for _, doc_id in source]),
    }
    store.fill("id_pairs", columns)


def _hash(store: Store) -> str:
    parts = store.query("duckdb/id_map_hash")
    text = "".join(part["bucket"] + part["digest"] for part in parts)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
