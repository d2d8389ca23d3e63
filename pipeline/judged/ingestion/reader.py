"""Reading the rows of one file into its table, in its order, and setting aside what is none."""

from __future__ import annotations

from contextlib import ExitStack, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import duckdb

from judged.errors import (
    ArgumentError,
    UnreadableError,
    is_interruption,
    is_storage_trouble,
)
from judged.files import contains, with_line_feeds
from judged.ingestion.broken import BrokenOffError, trouble_of
from judged.ingestion.long_lines import (
    LONGEST_OF_COLUMNS,
    has_long_line,
    without_long_lines,
)
from judged.ingestion.new_rows import NewRows
from judged.ingestion.numbering import Numbering, with_bytes
from judged.ingestion.odd_lines import forget, keep_row_lines, set_aside, unread_lines
from judged.ingestion.reading import NUMBER, Reading
from judged.store import sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from judged.ingestion.odd_lines import Unread
    from judged.ingestion.prepared import Prepared
    from judged.store.store import Store


# What DuckDB says of a statement, and not of the data in a file.
OUR_ERRORS = (duckdb.BinderException, duckdb.CatalogException, duckdb.ParserException)


class Counts(NamedTuple):
    """What the lines of a file are.

    Attributes:
        rows: judgments or documents.
        rejected: lines that break a rule (see `rejected_lines`).
        comments: lines that were passed over as comments.
    """

    rows: int
    rejected: int = 0
    comments: int = 0


def read(store: Store, item: Prepared, source_id: int) -> Counts:
    """Reads a file's rows into `qrel_lines`, or into `run_lines` and `run_parts`.

    Where it raises an UnreadableError nothing of the file is in the store.

    Raises:
        ArgumentError: a file that is called after its name holds several tags.
        UnreadableError: it is binary, not one line holds data, or its tags cannot name runs.
        BrokenOffError: DuckDB cannot read the file, and the transaction is lost.
    """
    new = NewRows.of(store, item)
    try:
        counts = _read_rows(store, item, source_id)
        if item.kind == "run" and item.run_name is None and item.input.frame is None:
            _check_tag_column(store, item, source_id)
    except UnreadableError:
        new.delete(store)
        forget(store, source_id)
        sources.keep_parts(store, source_id, [])
        raise
    return counts


def _read_rows(store: Store, item: Prepared, source_id: int) -> Counts:
    is_of_columns = item.form.layout == "columns"
    try:
        with store.without_statistics() if is_of_columns else nullcontext():
            counts = Counts(_read_at_once(store, item, source_id))
            if not counts.rows:
                counts = _read_line_by_line(store, item, source_id)
    except duckdb.Error as error:
        if is_storage_trouble(error) or is_interruption(error) or isinstance(error, OUR_ERRORS):
            raise
        raise BrokenOffError(item, trouble_of(item, error)) from None
    if counts.rows + counts.rejected == 0 and not _has_empty_lists(store, item, source_id):
        raise UnreadableError(item.input.path, f"no line with data; wanted {item.form.columns}")
    return counts


def _has_empty_lists(store: Store, item: Prepared, source_id: int) -> bool:
    frame = item.input.frame
    return bool(
        (frame is not None and frame.empty)
        or store.rows("select 1 from empty_lists where source_id = $id limit 1", id=source_id)
    )


def _read_at_once(store: Store, item: Prepared, source_id: int) -> int:
    """The rows of a regular file; 0, and nothing read, where one line is not as all should be."""
    reading = _way_at_once(item)
    if reading is None:
        return 0
    new = NewRows.of(store, item)
    lines = new.insert(store, item, source_id, reading)
    if _are_all(store, item, lines) and not new.odd(store):
        return lines
    new.delete(store)
    return 0


def _way_at_once(item: Prepared) -> Reading | None:
    """How DuckDB splits the columns itself; None where it would stumble."""
    reading = Reading.at_once(item)
    if reading is None:
        return None
    # It does over a carriage return where lines ended without before.
    stumbles = contains(item.path, b"\r") or has_long_line(item.path, LONGEST_OF_COLUMNS)
    return None if stumbles else reading


def _are_all(store: Store, item: Prepared, lines: int) -> bool:
    """Whether as many lines as were read at once are all that there are, with the same columns."""
    unread = unread_lines(store)
    read = (lines, item.look.separator)
    return not unread and read == (item.scan.lines, item.scan.separator)


def _read_line_by_line(store: Store, item: Prepared, source_id: int) -> Counts:
    """The lines of any file.

    Lines that are no data go in as well, with an empty query_id, and are taken out again: a row's
    place among its neighbours is then its line number, without a pass that counts lines.
    """
    if item.only_tag is not None:
        refuse_several_tags(store, item)
    with ExitStack() as stack:
        if item.form.has_lines and item.scan.has_returns:
            item = replace(item, path=stack.enter_context(_lines_of(item)))
        if not item.form.has_lines:
            return _read_lines(store, item, source_id, [])
        item, taken = stack.enter_context(without_long_lines(item))
        return _read_lines(store, item, source_id, taken)


def _lines_of(item: Prepared) -> AbstractContextManager[Path]:
    """The text with line feeds alone; what a cell in quotation marks holds stays as it is."""
    return with_line_feeds(item.path, but_in_quotes=item.form.layout == "cells")


def _read_lines(store: Store, item: Prepared, source_id: int, taken: Sequence[Unread]) -> Counts:
    reading = Reading.line_by_line(item)
    new = NewRows.of(store, item)
    rows = new.insert(store, item, source_id, reading)
    unread = with_bytes(item.path, unread_lines(store))
    numbering = Numbering.of(store, item, rows, unread).with_taken(taken)
    odd = new.odd(store)
    lines = numbering.stored_of_lines()
    keep_row_lines(store, source_id, lines)
    if not odd and not numbering.gaps:
        return Counts(rows)
    rejected, comments = set_aside(store, item, reading, source_id, numbering)
    new.delete(store, "query_id = ''")
    return Counts(rows - odd, rejected, comments)


def _check_tag_column(store: Store, item: Prepared, source_id: int) -> None:
    """Refuses a file whose tags are so many that they cannot name runs."""
    if len(sources.parts(store, source_id)) < 2:
        return
    tags, lists, documents, example = store.rows(
        "select count(distinct run_id), count(distinct (run_id, query_id)), count(*), min(run_id)"
        " from runs where source_id = $source_id",
        source_id=source_id,
    )[0]
    if documents < 2 * lists:
        raise UnreadableError(
            item.input.path,
            f"{tags:,} tags in {documents:,} lines (such as {example!r}), fewer than two documents"
            f" for each tag and query: {_tag_column(item)} does not name runs; give"
            f" NAME={item.input.path} to make the file one run{_shifted(example)}",
        )


def _tag_column(item: Prepared) -> str:
    return f"the column {item.table.columns.of['run']!r}" if item.table else "the sixth column"


def _shifted(tag: str) -> str:
    """What to say of tags that are numbers, as scores are."""
    if not NUMBER.fullmatch(tag):
        return ""
    return ", but where ids hold blanks, which shift the columns, --run-format trec-tab is meant"


def has_only_tag(store: Store, item: Prepared) -> bool:
    """Whether a regular file has the one tag that it should; False where it is not regular."""
    reading = _way_at_once(item)
    if reading is None:
        return False
    lines, odd = reading.rows(
        store, "select count(*), count(*) filter (where query_id = '') from ({rows})"
    )[0]
    return _are_all(store, item, lines) and not odd


def refuse_several_tags(store: Store, item: Prepared) -> None:
    """Refuses a file that is one run by its name, while its lines name several.

    Raises:
        ArgumentError: it does.
    """
    tags = Reading.line_by_line(replace(item, run_name=None)).run_ids(store)
    if len(tags) > 1:
        raise ArgumentError(
            f"{item.input.path}: holds {len(tags):,} tags, of which other files of this call have"
            f" {item.first_tag!r} too; give NAME={item.input.path} to make the file one run"
        )
