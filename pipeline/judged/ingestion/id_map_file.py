"""The file of a map of ids: two columns, read by DuckDB, and refused with file and line."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judged.errors import ArgumentError, InputError
from judged.files import STANDARD_INPUT, exists, literal, with_line_feeds
from judged.ingestion.looks import look, scan
from judged.ingestion.odd_lines import unread_lines
from judged.ingestion.reading import LONGEST_LINE, sizes
from judged.packing import unpacked
from judged.store.connection import refuse_open
from judged.text import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judged.store.store import Store

# As many further lines are told of one trouble.
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


def read_pairs(store: Store, name: str) -> None:
    """Reads a file into id_pairs, each pair once.

    Raises:
        ArgumentError: it is not there, or can be read only once.
        InputError: empty, not text, or not a map of two columns.
    """
    refuse_open(name, name)
    is_other = exists(name) and not (Path(name).is_file() or Path(name).is_dir())
    if name == STANDARD_INPUT or is_other:
        raise ArgumentError(f"{name}: a map is read more than once; write it to a file")
    _read_lines(store, name)
    layout = _layout(store, name)
    store.derive("map_cells", "duckdb/id_map_cells", separator=layout.separator)
    troubles = [
        *_quotations(store, layout),
        *_other_columns(store, layout),
        *_empty_ids(store),
        *_contradictions(store),
    ]
    if troubles:
        raise InputError("; ".join(f"{name}:{trouble}" for trouble in troubles))
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
        store.derive(
            "map_lines",
            "duckdb/read_lines",
            path=literal(text),
            delimiter=whole.delimiter_for(name),
            **sizes("words", LONGEST_LINE),
        )
        for unread in unread_lines(store):
            raise InputError(
                f"{name}:{unread.line_number}: not UTF-8, or a line of more than 2 MB; wanted lines"
                " of text"
            )


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
    if line.lstrip(BLANKS).startswith(("{", "[")):
        raise InputError(f"{name}:{number}: {shortened(line)!r} begins as JSON does; {WANTED}")
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
    return Layout(fitting[0] if fitting else " ", number)


def _quotations(store: Store, layout: Layout) -> Iterator[str]:
    """Quotation marks between commas, which other programs write around cells."""
    if layout.separator != ",":
        return
    bad = _bad(store, "select line_number, line from map_cells where contains(line, '\"')")
    if bad:
        number, line = bad.first
        yield (
            f"{number}: {shortened(line)!r} has quotation marks, which may belong to an id or not;"
            " put a tab between the columns, and no quotation marks around ids"
            f"{bad.others}"
        )


def _other_columns(store: Store, layout: Layout) -> Iterator[str]:
    bad = _bad(store, "select line_number, line, columns from map_cells where columns <> 2")
    if bad:
        number, line, columns = bad.first
        yield (
            f"{number}: {columns} column{'' if columns == 1 else 's'} ({shortened(line)!r})"
            f" with {SEPARATORS[layout.separator]} between them, as line {layout.line_number} has"
            f" it; {WANTED}{bad.others}"
        )


def _empty_ids(store: Store) -> Iterator[str]:
    bad = _bad(
        store,
        "select line_number, line from map_cells"
        " where columns = 2 and (file_doc_id = '' or doc_id = '')",
    )
    if bad:
        number, line = bad.first
        yield f"{number}: an empty id ({shortened(line)!r}); {WANTED}{bad.others}"


def _contradictions(store: Store) -> Iterator[str]:
    """Ids that have two targets."""
    bad = _bad(
        store,
        "select min(line_number) filter (where doc_id <> first_doc_id) as line_number, file_doc_id,"
        " arg_min(doc_id, line_number) filter (where doc_id <> first_doc_id),"
        " min(line_number), arg_min(doc_id, line_number)"
        " from (select *, first_value(doc_id) over (partition by file_doc_id order by line_number)"
        " as first_doc_id from map_cells where columns = 2)"
        " group by file_doc_id having count(distinct doc_id) > 1",
    )
    if bad:
        number, file_doc_id, second, first_line, first = bad.first
        yield (
            f"{number}: the id {shortened(file_doc_id)!r} is {shortened(second)!r} here and"
            f" {shortened(first)!r} in line {first_line}; give every id one{bad.others}"
        )


@dataclass(frozen=True)
class _Bad:
    """Lines with one trouble: the first as a row, and what to say of those below it."""

    first: tuple[Any, ...]
    others: str


def _bad(store: Store, select: str) -> _Bad | None:
    """The rows of a SELECT, whose first column is line_number; None of none."""
    rows = store.rows(
        f"select *, count(*) over () from ({select}) order by line_number limit $most",
        most=TOLD + 1,
    )
    if not rows:
        return None
    lines, count = [row[0] for row in rows], rows[0][-1]
    shown = ", ".join(str(line) for line in lines[1:])
    more = f", and {count - len(lines):,} more" if count > len(lines) else ""
    others = f" (also line{'' if count == 2 else 's'} {shown}{more})" if count > 1 else ""
    return _Bad(rows[0][:-1], others)
