"""A map of ids, from what a run calls a document to what is judged: read, checked, hashed, kept."""

from __future__ import annotations

import hashlib
import re
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from judged.errors import ArgumentError, InputError
from judged.files import STANDARD_INPUT, exists, literal, stem, unpacked, with_line_feeds
from judged.ingestion.looks import Look, look, scan
from judged.store import sources
from judged.store.connection import connect
from judged.store.sources import Source
from judged.store.store import Store
from judged.text import MEMORY, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

Pairs = tuple[tuple[str, str], ...]

KIND = "doc_ids"
TOLD = 10
SEPARATORS = {"\t": "a tab", ",": "a comma", " ": "blanks"}
BLANKS = " \t"
WANTED = (
    "wanted two columns, the id in the run and the judged id, with a tab, a comma or blanks between"
)


@dataclass(frozen=True)
class Layout:
    """How the lines of a map are laid out, as its first one shows.

    Attributes:
        separator: a tab, a comma, or a space for any blanks.
        line_number: of that first line.
    """

    separator: str
    line_number: int


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
        _read(store, source)
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


def _read(store: Store, name: str) -> None:
    """Reads a file into id_pairs.

    Raises:
        ArgumentError: it is not there, or can be read only once.
        InputError: empty, not text, or not a map of two columns.
    """
    is_other = exists(name) and not (Path(name).is_file() or Path(name).is_dir())
    if name == STANDARD_INPUT or is_other:
        raise ArgumentError(f"{name}: a map is read more than once; write it to a file")
    _read_lines(store, name)
    layout = _layout(store, name)
    store.derive("map_cells", "duckdb/id_map_cells", separator=layout.separator)
    _refuse_other_columns(store, name, layout)
    _refuse_empty_ids(store, name)
    _refuse_contradictions(store, name)
    store.rows(
        "create or replace temp table id_pairs as"
        " select distinct file_doc_id, doc_id from map_cells"
    )
    for table in ("map_lines", "map_cells"):
        store.forget(table)


def _read_lines(store: Store, name: str) -> None:
    """Makes map_lines, whose rowid is the line number, from 0."""
    path = Path(name)
    with ExitStack() as stack:
        look(path, name)
        text = stack.enter_context(unpacked(path, name))
        whole = scan(path, text, name)
        if whole.has_returns:
            text = stack.enter_context(with_line_feeds(text))
        try:
            store.derive(
                "map_lines",
                "duckdb/id_map_lines",
                path=literal(text),
                delimiter=whole.delimiter_for(name),
            )
        except duckdb.InvalidInputException as error:
            line = re.search(r"\bLine: (\d+)", str(error))
            place = f":{line[1]}" if line else ""
            raise InputError(
                f"{name}{place}: not UTF-8, or a line of more than 2 MB; wanted lines of text"
            ) from None


def _layout(store: Store, name: str) -> Layout:
    """How the first line that is not blank is laid out; the others must be so too."""
    rows = store.rows(
        "select rowid + 1, line from map_lines where trim(line, $blanks) <> ''"
        " order by rowid limit 1",
        blanks=BLANKS,
    )
    if not rows:
        raise InputError(f"{name}: no line in it; {WANTED}")
    ((number, line),) = rows
    if "\t" in line.strip(BLANKS):
        return Layout("\t", number)
    # White space of other alphabets may be part of an id.
    words = [word for word in line.replace("\t", " ").split(" ") if word]
    fitting = [
        separator for separator, cells in ((",", line.split(",")), (" ", words)) if len(cells) == 2
    ]
    if len(fitting) == 2:
        raise InputError(
            f"{name}:{number}: {shortened(line)!r} has a comma and blanks, either of which may"
            " stand between two columns; put a tab there"
        )
    if '"' in line and fitting == [","]:
        raise InputError(
            f"{name}:{number}: {shortened(line)!r} has quotation marks, which may belong to an id"
            " or not; put a tab between the columns, and no quotation marks around ids"
        )
    return Layout(fitting[0] if fitting else " ", number)


def _refuse_other_columns(store: Store, name: str, layout: Layout) -> None:
    rows = store.rows(
        "select line_number, line, columns from map_cells where columns <> 2 order by line_number"
    )
    if rows:
        number, line, columns = rows[0]
        raise InputError(
            f"{name}:{number}: {columns} column{'' if columns == 1 else 's'} ({shortened(line)!r})"
            f" with {SEPARATORS[layout.separator]} between them, as line {layout.line_number} has"
            f" it; {WANTED}{_others([row[0] for row in rows])}"
        )


def _refuse_empty_ids(store: Store, name: str) -> None:
    rows = store.rows(
        "select line_number, line from map_cells where file_doc_id = '' or doc_id = ''"
        " order by line_number"
    )
    if rows:
        number, line = rows[0]
        raise InputError(
            f"{name}:{number}: an empty id ({shortened(line)!r}); {WANTED}"
            f"{_others([row[0] for row in rows])}"
        )


def _refuse_contradictions(store: Store, name: str) -> None:
    """Refuses ids that have two targets."""
    rows = store.rows(
        "select min(line_number), file_doc_id, arg_min(doc_id, line_number),"
        " min(line_number) filter (where doc_id <> first_doc_id),"
        " arg_min(doc_id, line_number) filter (where doc_id <> first_doc_id)"
        " from (select *, first_value(doc_id) over (partition by file_doc_id order by line_number)"
        " as first_doc_id from map_cells)"
        " group by file_doc_id having count(distinct doc_id) > 1 order by 4"
    )
    if rows:
        first_line, file_doc_id, first, number, second = rows[0]
        raise InputError(
            f"{name}:{number}: the id {shortened(file_doc_id)!r} is {shortened(second)!r} here and"
            f" {shortened(first)!r} in line {first_line}; give every id one"
            f"{_others([row[3] for row in rows])}"
        )


def _others(lines: Sequence[int]) -> str:
    """The lines below the first with the same trouble."""
    if len(lines) == 1:
        return ""
    shown = ", ".join(str(line) for line in lines[1 : TOLD + 1])
    more = f", and {len(lines) - 1 - TOLD:,} more" if len(lines) > TOLD + 1 else ""
    return f" (also line{'' if len(lines) == 2 else 's'} {shown}{more})"
