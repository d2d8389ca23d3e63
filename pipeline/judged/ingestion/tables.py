"""Files whose columns have names: where each thing that a row may hold is found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from judged.errors import UnreadableError
from judged.ingestion.columns import COLUMNS, Columns, ColumnsError, knows
from judged.ingestion.formats import BETWEEN_TABS
from judged.ingestion.headers import SEPARATORS, Header, header_of
from judged.ingestion.json_shapes import records_of
from judged.store.queries import Query, identifier, json_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.ingestion.columns import FileKind
    from judged.ingestion.formats import Format
    from judged.ingestion.keys import Keys
    from judged.ingestion.sample import Sample

# What the SELECT of a kind wants, by what it is called there.
_WANTED: dict[FileKind, dict[str, str]] = {
    "qrels": {
        "query_id": "query",
        "doc_id": "doc",
        "iteration": "iteration",
        "grade_text": "grade",
    },
    "run": {
        "tag": "run",
        "query_id": "query",
        "doc_id": "doc",
        "rank_text": "rank",
        "score_text": "score",
    },
}
_IDS = ("query", "doc", "run")
_INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
_ID_TYPES = {"VARCHAR", *_INTEGERS, *(f"U{kind}" for kind in _INTEGERS)}
# Columns that have names are read by a statement made of these; of cells the first is c1.
PARQUET = "read_parquet($path, hive_partitioning = false)"
CELLS = (
    "read_csv($path, columns = $cells, auto_detect = false, header = false, skip = $skip,"
    " delim = $separator, quote = '\"', escape = '\"', store_rejects = true,"
    " hive_partitioning = false, compression = 'none')"
)
_PARAMS = {PARQUET: ("path",), CELLS: ("path", "cells", "skip", "separator")}


@dataclass(frozen=True)
class Table:
    """How the rows of a file whose columns have names are read.

    Attributes:
        columns: which column holds what.
        parameters: of the SELECT that reads the file.
        named: the SELECT that gives the columns the names that all files have, where one does.
        skip: how many lines there are up to the header, it included.
        first_tag: the tag of the first row, as far as it is easy to tell.
        notes: what a person should know of how the columns are read.
    """

    columns: Columns
    parameters: Mapping[str, Any] = field(default_factory=dict)
    named: Query | None = None
    skip: int = 0
    first_tag: str | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def of_text(
        cls, form: Format, sample: Sample, keys: Keys | None, given: Mapping[str, str]
    ) -> Table:
        """The table that a text is; `keys` are those of its objects, where it has any.

        Raises:
            UnreadableError: a column that is wanted is not there.
        """
        try:
            if keys is None:
                return _of_cells(form, sample, given)
            of_keys = _of_lists if form.layout == "lists" else _of_records
            return of_keys(form, sample, keys, given)
        except ColumnsError as error:
            # Of JSON a key may stand in a later line alone.
            is_of_first = all(name in sample.lines[0] for name in error.names)
            line = sample.line_number if is_of_first else None
            raise UnreadableError(sample.path, str(error), line) from None

    @classmethod
    def of_columns(
        cls, kind: FileKind, name: str, types: Mapping[str, str], given: Mapping[str, str]
    ) -> Table:
        """The table that a Parquet file is, by the types of its columns.

        Raises:
            UnreadableError: a column that is wanted is not there, or ids are neither text nor
                integers.
        """
        columns = _found_in(name, kind, types, given)
        texts = {held: as_text(column, types[column]) for held, column in columns.of.items()}
        return cls(columns, named=_naming(kind, texts, PARQUET), notes=_of_types(columns, types))

    @classmethod
    def of_copy(
        cls, kind: FileKind, name: str, types: Mapping[str, str], given: Mapping[str, str]
    ) -> Table:
        """The table that is a copy of one in a database, whose columns had these types.

        The copy has them as text.

        Raises:
            UnreadableError: as `of_columns`.
        """
        columns = _found_in(name, kind, types, given)
        texts = {held: identifier(column) for held, column in columns.of.items()}
        return cls(columns, named=_naming(kind, texts, PARQUET), notes=_of_types(columns, types))

    @classmethod
    def of_frame(cls, kind: FileKind) -> Table:
        """The table of what a Python caller handed over, whose columns have their names."""
        texts = {held: name for name, held in _WANTED[kind].items()}
        return cls(Columns({}), named=_naming(kind, texts, PARQUET))


def _of_cells(form: Format, sample: Sample, given: Mapping[str, str]) -> Table:
    separators = ("\t",) if form.name in BETWEEN_TABS else SEPARATORS[1:]
    header = header_of(sample.lines[0], separators)
    columns = _found(form.kind, header.names, given)
    places = [f"c{place}" for place in range(1, len(header.names) + 1)]
    parameters = {
        # Each place, also where several unused columns have one name.
        "cells": dict.fromkeys(places, "varchar"),
        "separator": header.separator,
        "skip": sample.line_number,
    }
    texts = {held: places[header.names.index(name)] for held, name in columns.of.items()}
    named = _naming(form.kind, texts, CELLS)
    tag = _cell(sample, header, columns.of.get("run"))
    return Table(columns, parameters, named, sample.line_number, tag)


def _cell(sample: Sample, header: Header, name: str | None) -> str | None:
    """A cell of the first row."""
    if name is None or len(sample.lines) < 2:
        return None
    cells = header_of(sample.lines[1], (header.separator,)).names
    return dict(zip(header.names, cells, strict=False)).get(name)


def _of_records(form: Format, sample: Sample, keys: Keys, given: Mapping[str, str]) -> Table:
    columns = _found(form.kind, keys.of_lines, given)
    return Table(columns, _places(columns), first_tag=_tag(records_of(sample), columns))


def _places(columns: Columns) -> dict[str, str | None]:
    """Where everything is in a JSON object; null of what is not there."""
    names = {held: columns.of.get(held) for held in COLUMNS}
    return {f"{held}_at": None if name is None else json_path(name) for held, name in names.items()}


def _tag(records: list[dict[str, Any]], columns: Columns) -> str | None:
    tag = records[0].get(columns.of.get("run", "")) if records else None
    return tag if isinstance(tag, str) else None


def _of_lists(form: Format, sample: Sample, keys: Keys, given: Mapping[str, str]) -> Table:
    """Lines of a query each; what is told of the list's objects, and of the lines, is one."""
    if keys.documents is None:
        raise ColumnsError(
            "no key of a list of documents is known; name it with --columns documents=NAME"
        )
    outer = {held: name for held, name in given.items() if held in ("query", "run")}
    of_line = Columns.found(form.kind, keys.of_lines, outer, "query").of
    of_line = {held: of_line[held] for held in ("query", "run") if held in of_line}
    of_entry: Mapping[str, str] = {}
    if form.is_worst_first is None and keys.of_entries:
        told = (*outer, "documents")
        inner = {held: name for held, name in given.items() if held not in told}
        wanted = ("doc", "grade") if form.kind == "qrels" else ("doc",)
        of_entry = Columns.found(form.kind, keys.of_entries, inner, *wanted).of
    columns = Columns({**of_entry, **of_line, "documents": keys.documents})
    return Table(columns, _places(columns), first_tag=_tag(records_of(sample), columns))


def _found(kind: FileKind, names: list[str], given: Mapping[str, str]) -> Columns:
    """The columns of a table: a judgment needs a grade, a document a score or a rank."""
    repeated = {name for name in names if names.count(name) > 1}
    wanted = ("query", "doc", "grade") if kind == "qrels" else ("query", "doc")
    columns = Columns.found(kind, names, given, *wanted)
    if kind == "run" and not {"score", "rank"} & set(columns.of):
        swapped = knows("qrels", "grade", names, {})
        hint = "; this looks like qrels: are qrels and run swapped?" if swapped else ""
        raise ColumnsError(
            f"no column is known to hold the score or the rank (there are {', '.join(names)});"
            f" name it with --columns score=NAME or rank=NAME{hint}"
        )
    graded = columns.of.get("grade", "")
    if kind == "qrels" and graded.lower() == "score" and knows("run", "rank", names, {}):
        raise ColumnsError("score and rank; this looks like a run: are qrels and run swapped?")
    twice = sorted(repeated & set(columns.of.values()))
    if twice:
        raise ColumnsError(f"two columns are called {twice[0]!r}; give each a name of its own")
    return columns


def _found_in(
    name: str, kind: FileKind, types: Mapping[str, str], given: Mapping[str, str]
) -> Columns:
    try:
        columns = _found(kind, list(types), given)
    except ColumnsError as error:
        raise UnreadableError(name, str(error)) from None
    for held in _IDS:
        of_type = types.get(columns.of.get(held, ""), "VARCHAR")
        if of_type not in _ID_TYPES and not of_type.startswith("ENUM"):
            raise UnreadableError(
                name,
                f"the {held} ids, column {columns.of[held]!r}, are of type {of_type}; ids are"
                " text, so that 007 is not 7: write the column as text",
            )
    return columns


def _of_types(columns: Columns, types: Mapping[str, str]) -> tuple[str, ...]:
    """What is to be known of ids that are numbers: their zeros are gone."""
    return tuple(
        f"{held} ids are numbers ({types[column]}): 7 is the id '7', and '007' is another"
        for held, column in columns.of.items()
        if held in _IDS and types[column] in _ID_TYPES - {"VARCHAR"}
    )


def as_text(column: str, of_type: str) -> str:
    """A column as text; of a single-precision number the exact value, not its short form."""
    name = identifier(column)
    exact = f"cast({name} as double)" if of_type == "FLOAT" else name
    return f"cast({exact} as varchar)"


def _naming(kind: FileKind, texts: Mapping[str, str], relation: str) -> Query:
    """The SELECT that gives columns the names that those of all files have."""
    parts = [
        f"{texts.get(held, 'cast(null as varchar)')} as {name}"
        for name, held in _WANTED[kind].items()
    ]
    return Query("named", f"select {', '.join(parts)} from {relation}", _PARAMS[relation])
