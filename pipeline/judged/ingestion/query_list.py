"""The `--queries` file: which queries are evaluated, and what is known of each."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb

from judged.errors import InputError
from judged.file_state import FileState
from judged.files import literal, spooled, stem, with_line_feeds
from judged.ingestion.looks import look, scan
from judged.packing import MOST_UNPACKED, unpacked
from judged.store import sources
from judged.store.connection import refuse_open
from judged.store.queries import identifier
from judged.store.sources import Source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from judged.store.store import Store

# The first of them that is there holds the ids: `query` beside `id` is the query's text.
ID_COLUMNS = (
    *("query_id", "query-id", "queryid", "qid", "q_id", "topic_id", "topicid"),
    *("id", "_id", "query", "topic"),
)
# What table `queries` has of its own.
OWN_COLUMNS = ("source_id", "query_id")

Row = dict[str, str | None]
# White space of other alphabets may be part of an id, as in judgments and runs.
BLANKS = " \t\r\n"


def read_query_list(store: Store, name: str, most_unpacked: int = MOST_UNPACKED) -> Source:
    """Reads a list of queries: ids, one a line, or a table with an id column and metadata.

    A table has a header line with one of `ID_COLUMNS`, and tabs or commas between its columns. The
    others become columns of table `queries`, of the same names.

    Args:
        store: where to.
        name: of the file.
        most_unpacked: how many bytes it may unpack to, or a pipe may give.

    Raises:
        ArgumentError: no such file.
        InputError: it is empty, an id stands in it twice, or it changed while it was read.
    """
    refuse_open(name, name)
    with ExitStack() as stack:
        path = stack.enter_context(spooled(name, most_unpacked))
        known_state = FileState.of_input(path, name)
        text = stack.enter_context(unpacked(path, name, most_unpacked))
        seen, whole = look(path, name), scan(path, text, name)
        stored = sources.find(store, "queries", whole.sha256, "queries", None)
        if stored:
            return sources.give_again(store, stored, name, stem(name))
        if whole.has_returns:
            text = stack.enter_context(with_line_feeds(text))
        layout = _Layout.of(name, seen.head, whole.delimiter_for(name))
        rows = _rows(store, text, name, layout)
        if known_state is not None:
            known_state.refuse_changed(path, name)
    _refuse_odd(name, layout, rows)
    return _keep(store, name, whole.sha256, (seen.compression, whole.bytes), rows)


def keep_query_ids(store: Store, ids: Sequence[str]) -> Source:
    """Keeps a list of queries that is in memory; the same ids in any order are the same list."""
    # No file begins so: the byte is not UTF-8.
    text = b"\xff" + json.dumps(sorted(ids)).encode()
    sha256 = hashlib.sha256(text).hexdigest()
    stored = sources.find(store, "queries", sha256, "queries", None)
    if stored:
        return sources.give_again(store, stored, stored.path, stored.name)
    rows: list[Row] = [{"query_id": query} for query in ids]
    return _keep(store, "queries", sha256, ("none", len(text)), rows)


def _keep(
    store: Store, path: str, sha256: str, stored_as: tuple[str, int], rows: list[Row]
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
    _add_columns(store, list(rows[0]))
    store.insert("queries", [{"source_id": source.source_id, **row} for row in rows])
    return source


@dataclass(frozen=True)
class _Layout:
    """How the lines of a list are laid out.

    Attributes:
        columns: their names, in order; `query_id` is the one with the ids.
        quote: what may stand around a cell. Between commas quotation marks mean something,
            elsewhere they are text.
        blanks: how many blank lines stand above all others.
        has_header: whether the first line that is not blank names the columns.
    """

    columns: list[str]
    separator: str
    quote: str
    blanks: int
    has_header: bool

    @classmethod
    def of(cls, name: str, head: str, delimiter: str) -> _Layout:
        """The layout that the first line shows.

        Args:
            name: what messages call the file.
            head: the beginning of its text.
            delimiter: what stands nowhere in it.

        Raises:
            InputError: two columns have one name, or one has a name that is taken.
        """
        lines = re.split(r"\r\n|\n|\r", head)
        blanks = next((place for place, line in enumerate(lines) if line.strip(BLANKS)), 0)
        header = lines[blanks]
        separator = "\t" if "\t" in header else ","
        cells = _cells(header) if separator == "," else header.split(separator)
        names = [cell.strip(BLANKS).lower() for cell in cells]
        names = [name or f"column_{place}" for place, name in enumerate(names, start=1)]
        id_column = next((column for column in ID_COLUMNS if column in names), None)
        if id_column is None:
            return cls(["query_id"], delimiter, "", blanks, has_header=False)
        columns = ["query_id" if column == id_column else column for column in names]
        _refuse_taken(f"{name}:{blanks + 1}", columns, [cell.strip(BLANKS) for cell in cells])
        quote = '"' if separator == "," else ""
        return cls(columns, separator, quote, blanks, has_header=True)


def _rows(store: Store, path: Path, name: str, layout: _Layout) -> list[Row]:
    """The lines with an id, by column; an empty cell is None."""
    try:
        table = store.dicts(
            "select * from read_csv($path, columns = $columns, auto_detect = false,"
            " header = $header, skip = $blanks, delim = $separator, quote = $quote,"
            " escape = $quote, compression = 'none', hive_partitioning = false)",
            path=literal(path),
            columns=dict.fromkeys(layout.columns, "varchar"),
            header=layout.has_header,
            blanks=layout.blanks,
            separator=layout.separator,
            quote=layout.quote,
        )
    except duckdb.Error as error:
        told = " ".join(str(error).splitlines()[:3])
        raise InputError(f"{name}: cannot be read: {told}") from None
    rows: list[Row] = [
        {column: cell or None for column, cell in line.items()}
        | {"query_id": (line["query_id"] or "").strip(BLANKS) or None}
        for line in table
    ]
    return [row for row in rows if any(row.values())]


def _refuse_taken(place: str, columns: list[str], read: list[str]) -> None:
    """Refuses a column whose name is that of an earlier one, or of what the table has of its own.

    Args:
        place: of the header, for messages.
        columns: what they would be called.
        read: what the header calls them.
    """
    for number, column in enumerate(columns):
        if column == "source_id" or column in columns[:number]:
            raise InputError(
                f"{place}: the column name {(read[number] or column)!r} is taken (capitals make no"
                " other name); give each column a name of its own"
            )


def _cells(header: str) -> list[str]:
    """The cells of a header between commas; one that is no such header is a single cell."""
    try:
        return next(csv.reader([header]), [])
    except csv.Error:
        return [header]


def _refuse_odd(name: str, layout: _Layout, rows: list[Row]) -> None:
    """Refuses a list without queries, of several columns without names, or with an id twice."""
    if not rows:
        raise InputError(f"{name}: no query in it; wanted one query id a line, or a table")
    without = next((row for row in rows if row["query_id"] is None), None)
    if without is not None:
        cells = ", ".join(cell for cell in without.values() if cell)
        raise InputError(f"{name}: the row of {cells!r} has no query id; give every row one")
    ids = [str(row["query_id"]) for row in rows]
    if not layout.has_header and ids[0].startswith(("{", "[")):
        raise InputError(
            f"{name}: JSON; wanted one query id a line (jq -r ._id FILE), or a table with a header"
        )
    if not layout.has_header and any(" " in query or "\t" in query for query in ids):
        raise InputError(
            f"{name}: several columns, and none in the first line that is known to hold ids; call"
            f" one of them {', '.join(ID_COLUMNS)}"
        )
    repeated = sorted(query for query, count in Counter(ids).items() if count > 1)
    if repeated:
        raise InputError(
            f"{name}: query {repeated[0]!r} stands in it more than once"
            f"{f' (and {len(repeated) - 1:,} more)' if len(repeated) > 1 else ''};"
            " each may stand once"
        )


def _add_columns(store: Store, columns: list[str]) -> None:
    """Gives table `queries` a column for each kind of metadata that it has none for."""
    for column in columns:
        if column not in OWN_COLUMNS:
            name = identifier(column)
            store.rows(f"alter table queries add column if not exists {name} varchar")
            store.rows(f"comment on column queries.{name} is 'Metadata of the --queries file.'")
