"""What was written is read again, and must be what it was made of."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from judged.errors import InputError, UnreadableError
from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input, Ways
from judged.ingestion.prepare import prepare
from judged.text import shortened

if TYPE_CHECKING:
    from pathlib import Path

    from judged.conversion.material import Material
    from judged.conversion.target import Target
    from judged.store.sources import Source
    from judged.store.store import Store

# Equal doubles are one, but for 0 and -0.
_SAME = {
    "qrels": "(w.query_id, w.doc_id, w.grade, w.iteration)"
    " is not distinct from (r.query_id, r.doc_id, r.grade, r.iteration)",
    "run": "(w.run_id, w.query_id, w.doc_id, w.file_rank, w.score, signbit(w.score))"
    " is not distinct from"
    " (r.run_id, r.query_id, r.doc_id, r.file_rank, r.score, signbit(r.score))",
}
_VIEW = {"qrels": "qrels", "run": "runs"}


def check(store: Store, material: Material, target: Target, path: Path) -> None:
    """Reads what was written in the format that it is in, and compares every row to the bit.

    Raises:
        InputError: it is not what was to be written.
    """
    written = Input(str(path), None if target.has_run_names else material.only_name)
    ways = Ways({material.kind: target.form.name})
    is_run = material.kind == "run"
    try:
        read = ingest(
            store,
            qrels=None if is_run else written,
            runs=[written] if is_run else [],
            ways=ways,
        )
    except UnreadableError as error:
        raise _unheld(target, error.reason) from None
    (source,) = read.sources
    if source.trouble is not None:
        raise _unheld(target, source.trouble.reason)
    _compare(store, material, target, source)


def is_told_by_its_lines(store: Store, material: Material, target: Target, path: Path) -> bool:
    """Whether the format is the one that is read where nobody names one."""
    written = Input(str(path), None if target.has_run_names else material.only_name)
    with ExitStack() as stack:
        try:
            prepared = prepare(stack, store, written, material.kind, Ways())
        except UnreadableError:
            return False
    return prepared.trouble is None and prepared.form is target.form


def _compare(store: Store, material: Material, target: Target, source: Source) -> None:
    rows = store.rows(
        "with again as (select *, row_number() over (order by line_order) as place"
        f" from {_VIEW[material.kind]} where source_id = $source_id)"
        f" select w.query_id, w.doc_id from {material.converted} as w"
        f" full join again as r on w.place = r.place where not ({_SAME[material.kind]})"
        " order by coalesce(w.place, r.place) limit 1",
        source_id=source.source_id,
    )
    if rows or source.rejected:
        query_id, doc_id = rows[0] if rows else (None, None)
        place = f"query {shortened(query_id)!r}, document {shortened(doc_id)!r}"
        raise _unheld(target, f"it reads back as something else from {place} on")
    if material.kind == "run":
        _compare_empty_lists(store, material, target, source)


def _compare_empty_lists(store: Store, material: Material, target: Target, source: Source) -> None:
    again = store.rows(
        "select distinct run_id, query_id from empty_lists where source_id = $source_id"
        " order by run_id, query_id",
        source_id=source.source_id,
    )
    if again != material.written_empty_lists(store, target):
        raise _unheld(target, "its empty lists read back as something else")


def _unheld(target: Target, reason: str) -> InputError:
    return InputError(
        f"{target.path}: not written, for the format {target.form.name} cannot hold what was read:"
        f" {reason}; choose another format, such as --to jsonl or parquet"
    )
