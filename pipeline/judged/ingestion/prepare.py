"""Looking at inputs: their format, the columns they have, their first tag."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from judged.errors import UnreadableError
from judged.file_state import FileState
from judged.files import plainly_named, spooled, stem, temporary, temporary_trouble
from judged.ingestion.background import Later
from judged.ingestion.copies import as_parquet, column_types, copied_table
from judged.ingestion.detection import detect
from judged.ingestion.formats import FORMATS, FRAMES, NAMED, UNREADABLE, forced, wanted
from judged.ingestion.keys import Keys
from judged.ingestion.looks import TEXT, Look, Scan, look, look_at_bytes, scan
from judged.ingestion.prepared import Prepared
from judged.ingestion.sample import Sample
from judged.ingestion.tables import Table
from judged.packing import unpacked
from judged.store.connection import refuse_open

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import ExitStack

    from judged.ingestion.columns import FileKind
    from judged.ingestion.formats import Format
    from judged.ingestion.frames import Frame
    from judged.ingestion.inputs import Input, Ways
    from judged.store.store import Store


def prepare(stack: ExitStack, store: Store, item: Input, kind: FileKind, ways: Ways) -> Prepared:
    """Looks at an input: its format, its first tag. A file that is no run is told by `trouble`.

    Args:
        stack: keeps temporary files for as long as the rows are read.
        store: whose DuckDB looks into files of columns.
        item: the input.
        kind: what it should be.
        ways: how it is to be read.

    Raises:
        ArgumentError: no such file, format or table.
        UnreadableError: judgments that are empty, not text, or of no known format.
    """
    if item.frame is not None:
        return _prepared_frame(stack, item, item.frame, kind)
    table = item.database_table
    refuse_open(table[0] if table else item.path, item.path)
    original = (
        Path(table[0]) if table else stack.enter_context(spooled(item.path, ways.most_unpacked))
    )
    known_state = FileState.of_input(original, table[0] if table else item.path)
    try:
        if table is not None:
            prepared = _prepared_table(stack, item, table, kind, ways)
        else:
            prepared = _prepared_file(stack, store, item, original, kind, ways)
    except UnreadableError as trouble:
        if kind == "qrels":
            raise
        prepared = _no_run(item, original, trouble)
    return replace(prepared, state=known_state)


def _prepared_frame(stack: ExitStack, item: Input, frame: Frame, kind: FileKind) -> Prepared:
    path = stack.enter_context(temporary("frame.parquet"))
    with temporary_trouble(path.parent):
        frame.frame.write_parquet(path)
    size = path.stat().st_size
    known = Later(partial(Scan, frame.sha256, size, "", 0, None))
    return Prepared(
        input=item,
        original=path,
        state=None,
        path=path,
        kind=kind,
        form=FRAMES[kind],
        look=Look(size, "none", "", None),
        scanned=known,
        table=Table.of_frame(kind),
        run_name=item.name,
    )


def _prepared_table(
    stack: ExitStack, item: Input, table: tuple[str, str], kind: FileKind, ways: Ways
) -> Prepared:
    """A table of another database, copied to a text whose hash is that of its values."""
    path = stack.enter_context(temporary("table.parquet"))
    text = stack.enter_context(temporary("table.csv"))
    types = copied_table(*table, path, text, item.path)
    prepared = Prepared(
        input=item,
        original=Path(table[0]),
        state=None,
        path=path,
        kind=kind,
        form=FORMATS[kind]["table"],
        look=Look(text.stat().st_size, "none", "", None),
        scanned=Later(partial(scan, text, text, item.path)),
    )
    return _with_table(prepared, partial(Table.of_copy, kind, item.path, types), ways)


def _prepared_file(
    stack: ExitStack, store: Store, item: Input, original: Path, kind: FileKind, ways: Ways
) -> Prepared:
    seen = look(original, item.path)
    path = stack.enter_context(unpacked(original, item.path, ways.most_unpacked))
    path = stack.enter_context(plainly_named(path))
    prepared = Prepared(
        input=item,
        original=original,
        state=None,
        path=path,
        kind=kind,
        form=UNREADABLE,
        look=seen,
        scanned=Later(partial(scan, original, path, item.path)),
    )
    if seen.content == TEXT:
        return _as_text(store, prepared, ways)
    return _as_columns(stack, store, prepared, ways)


def _as_text(store: Store, prepared: Prepared, ways: Ways) -> Prepared:
    kind, given = prepared.kind, ways.columns_for(prepared.kind)
    sample = Sample.of(prepared.input.path, prepared.look.head, kind)
    name = ways.formats.get(kind)
    form = forced(kind, name) if name else detect(kind, sample, given)
    if form.layout == "columns":
        raise UnreadableError(sample.path, f"text, and no {form.name}; wanted {wanted(kind)}")
    prepared = replace(prepared, form=form)
    if form.layout in NAMED and not sample.lines:
        raise UnreadableError(sample.path, f"no line with data; wanted {form.columns}")
    if form.layout in NAMED:
        keys = None if form.layout == "cells" else Keys.of(store, prepared, form, sample, given)
        return _with_table(prepared, partial(Table.of_text, form, sample, keys), ways)
    words = _columns(sample, form) if sample.lines and prepared.has_tags else []
    return _with_run(prepared, words[5] if len(words) > 5 else None)


def _as_columns(stack: ExitStack, store: Store, prepared: Prepared, ways: Ways) -> Prepared:
    kind, name = prepared.kind, prepared.input.path
    form = FORMATS[kind][prepared.look.content]
    wish = ways.formats.get(kind)
    if wish is not None and forced(kind, wish) is not form:
        raise UnreadableError(name, f"a file of {form.name}, and no {wish}; leave the option out")
    path = prepared.path
    if form.name == "arrow":
        path = stack.enter_context(as_parquet(path, name))
    prepared = replace(prepared, form=form, path=path)
    types = column_types(store, path, name)
    return _with_table(prepared, partial(Table.of_columns, kind, name, types), ways)


def _with_table(
    prepared: Prepared, table_of: Callable[[Mapping[str, str]], Table], ways: Ways
) -> Prepared:
    """Finds what the columns hold: by the names that were told, and those that are known."""
    given = ways.columns_for(prepared.kind)
    table = table_of(given)
    told = None
    if given:
        with suppress(UnreadableError):
            told = table_of({}).columns.text
        told = None if told == table.columns.text else table.columns.text
    return _with_run(replace(prepared, table=table, told_columns=told), table.first_tag)


def _with_run(prepared: Prepared, tag: str | None) -> Prepared:
    """Names the run that a whole file is: NAME, or its stem where its rows name none."""
    if prepared.kind == "qrels":
        return prepared
    item = prepared.input
    run_name = item.name if item.name or prepared.has_tags else stem(item.folder or item.path)
    return replace(prepared, run_name=run_name, first_tag=tag)


def _columns(sample: Sample, form: Format) -> list[str]:
    """The columns of the first line with data."""
    return sample.lines[0].split("\t") if form.layout == "tabs" else sample.words[0]


def _no_run(item: Input, original: Path, trouble: UnreadableError) -> Prepared:
    """What a file is of which nothing can be read."""
    prepared = Prepared(
        input=item,
        original=original,
        state=None,
        path=original,
        kind="run",
        form=UNREADABLE,
        look=look_at_bytes(original, item.path),
        scanned=Later(partial(scan, original, original, item.path)),
    )
    return prepared.as_no_run(trouble)
