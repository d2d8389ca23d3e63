"""Stage 1: files into tables, as they are. What is wrong with a line is kept, not decided here."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judged.errors import ArgumentError, UnreadableError
from judged.files import stem
from judged.ingestion.background import in_background
from judged.ingestion.broken import BrokenOffError, tried_apart
from judged.ingestion.inputs import Input, Ways
from judged.ingestion.naming import are_one, named
from judged.ingestion.prepare import prepare
from judged.ingestion.query_list import keep_query_ids, read_query_list
from judged.ingestion.reader import Counts, has_only_tag, read, refuse_several_tags
from judged.ingestion.wishes import (
    refuse_odd_ways,
    refuse_one_input_twice,
    refuse_unused_columns,
)
from judged.store import sources
from judged.store.meter import Meter
from judged.store.run_versions import RunVersion, make_newest
from judged.store.sources import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.ingestion.prepared import Prepared
    from judged.store.store import Store


@dataclass(frozen=True)
class Ingested:
    """What one call brought in, or found there already.

    Attributes:
        notes: what a person should know of how runs were named.
    """

    qrels: Source | None
    runs: tuple[RunVersion, ...]
    queries: Source | None
    sources: tuple[Source, ...]
    notes: tuple[str, ...]


def ingest(
    store: Store,
    *,
    qrels: Input | None = None,
    runs: Sequence[Input] = (),
    queries: str | Sequence[str] | None = None,
    ways: Ways | None = None,
    meter: Meter | None = None,
) -> Ingested:
    """Reads judgments, runs and a list of queries into the store, in one transaction.

    The same bytes read the same way are there already and change nothing; other bytes under a known
    name become a new version beside the old one. Lines that cannot be read go to `rejected_lines`;
    a run file of which nothing can be read is a source without rows, with the reason beside it, and
    validation refuses its run.

    Args:
        store: where to.
        qrels: the judgments.
        runs: run files or frames; those with one NAME, and those of one folder, form one run.
        queries: a file with the evaluated set of queries, or their ids.
        ways: formats and columns, where they are not told from the files.
        meter: is told how much of them is read.

    Raises:
        ArgumentError: a file is not there, two files would be one run unasked, or a format is
            unknown or of nothing that is read.
        InputError: the judgments or the list of queries cannot be read.
    """
    refuse_one_input_twice([*([qrels] if qrels else []), *runs], queries)
    ways = ways or Ways()
    refuse_odd_ways(ways, {"qrels": bool(qrels), "run": bool(runs)})
    with ExitStack() as stack:
        judgments = prepare(stack, store, qrels, "qrels", ways) if qrels else None
        prepared, notes = named([prepare(stack, store, run, "run", ways) for run in runs])
        refuse_unused_columns(ways, [*([judgments] if judgments else []), *prepared])
        in_background([item.scanned for item in (judgments, *prepared) if item])
        sizes = [item.look.bytes for item in (judgments, *prepared) if item]
        meter = meter or Meter(store)
        while True:
            meter.expect(sum(sizes))
            try:
                return _ingested(
                    store, meter, judgments, prepared, notes, queries, ways.most_unpacked
                )
            except BrokenOffError as broken:
                if broken.item.kind == "qrels" or broken.item.input.frame is not None:
                    raise broken.trouble from None
                prepared = [
                    run.as_no_run(broken.trouble)
                    if run.input is broken.item.input
                    else tried_apart(store, run)
                    for run in prepared
                ]


def _ingested(
    store: Store,
    meter: Meter,
    judgments: Prepared | None,
    runs: Sequence[Prepared],
    notes: Sequence[str],
    queries: str | Sequence[str] | None,
    most_unpacked: int,
) -> Ingested:
    """The inputs in the store, in one transaction."""
    with store.transaction():
        qrels_source = _source(store, meter, judgments) if judgments else None
        run_sources = [_source(store, meter, run) for run in runs]
        _keep_troubles(store, runs, run_sources)
        _refuse_shared_tags(runs, run_sources)
        versions, newer = make_newest(store, run_sources)
        query_list = _query_list(store, queries, most_unpacked)
    everything = (qrels_source, *run_sources, query_list)
    return Ingested(
        qrels=qrels_source,
        runs=versions,
        queries=query_list,
        sources=tuple(source for source in everything if source),
        notes=(*notes, *newer),
    )


def _query_list(
    store: Store, queries: str | Sequence[str] | None, most_unpacked: int
) -> Source | None:
    if queries is None:
        return None
    if isinstance(queries, str):
        return read_query_list(store, queries, most_unpacked)
    return keep_query_ids(store, queries)


def _source(store: Store, meter: Meter, item: Prepared) -> Source:
    """The source that an input is; of a run file of which nothing can be read, one without rows.

    Raises:
        UnreadableError: nothing of the judgments, or of a frame, can be read.
    """
    if item.trouble is None:
        try:
            with meter.reading(item.look.bytes):
                return _readable(store, item)
        except UnreadableError as trouble:
            if item.kind == "qrels" or item.input.frame is not None:
                raise
            item = item.as_no_run(trouble)
    return _unreadable(store, item)


def _unreadable(store: Store, item: Prepared) -> Source:
    stored = _found(store, item)
    if stored is None:
        source = _kept(store, item, sources.next_id(store), Counts(rows=0))
    else:
        source = sources.give_again(store, stored, item.input.path, item.name)
    item.refuse_changed()
    return replace(source, run_ids=(str(item.run_name),), trouble=item.trouble)


def _keep_troubles(store: Store, runs: Sequence[Prepared], found: Sequence[Source]) -> None:
    """Notes why files are no runs; several of a run may hold the same bytes, and be one source."""
    of_source: dict[int, list[tuple[UnreadableError, str | None]]] = {}
    for run, source in zip(runs, found, strict=True):
        if source.trouble is not None:
            of_source.setdefault(source.source_id, []).append((source.trouble, run.place))
    for source_id, troubles in of_source.items():
        sources.keep_troubles(store, source_id, troubles)


def _readable(store: Store, item: Prepared) -> Source:
    """The source that a file is, read where its bytes are new."""
    source = replace(_stored(store, item) or _read(store, item), notes=item.notes)
    item.refuse_changed()
    if item.kind == "qrels":
        return source
    if item.place is not None:
        sources.mend(store, item.place)
    return replace(source, run_ids=_run_ids(store, item, source.source_id))


def _stored(store: Store, item: Prepared) -> Source | None:
    # Bytes of a size that no source has are new, whatever their hash will be.
    if not sources.has_size(store, item.kind, item.look.bytes):
        return None
    stored = _found(store, item)
    if stored is None:
        return None
    sources.require_rows(store, stored)
    if item.only_tag is not None and not has_only_tag(store, item):
        refuse_several_tags(store, item)
    return sources.give_again(store, stored, item.input.path, item.name)


def _found(store: Store, item: Prepared) -> Source | None:
    """The source with the bytes of an input, read as it is to be."""
    return sources.find(
        store, item.kind, item.scan.sha256, item.form.name, item.run_name, item.told_columns
    )


def _read(store: Store, item: Prepared) -> Source:
    source_id = sources.next_id(store)
    source = _kept(store, item, source_id, read(store, item, source_id))
    if item.input.frame is not None:
        store.insert(
            "empty_lists",
            [
                {"source_id": source_id, "run_id": item.run_name, "query_id": query}
                for query in item.input.frame.empty
            ],
        )
    return source


def _kept(store: Store, item: Prepared, source_id: int, counts: Counts) -> Source:
    source = Source(
        source_id=source_id,
        kind=item.kind,
        name=item.name,
        path=item.input.path,
        format=item.form.name,
        sha256=item.scan.sha256,
        rows=counts.rows,
        rejected=counts.rejected,
        comments=counts.comments,
        is_whole=item.run_name is not None,
        columns=item.told_columns,
    )
    sources.keep(store, source, item.look.compression, item.scan.bytes, item.run_name)
    return source


def _run_ids(store: Store, item: Prepared, source_id: int) -> tuple[str, ...]:
    """The runs of a file: the one that it is, or those of its tags by their first line."""
    if item.run_name is not None:
        return (item.run_name,)
    parts = sources.parts(store, source_id)
    if len(parts) > 1:
        in_order = store.rows(
            "select run_id from runs where source_id = $source_id"
            " group by run_id order by min(line_order)",
            source_id=source_id,
        )
        parts = [run_id for (run_id,) in in_order]
    # A file without a single good line still names a run, which is then refused.
    return tuple(parts) or (stem(item.input.path),)


def _refuse_shared_tags(runs: Sequence[Prepared], found: Sequence[Source]) -> None:
    """A run of two files that only their tags join: the second tag of a file is another's first."""
    owners: dict[str, Prepared] = {}
    for run, source in zip(runs, found, strict=True):
        if run.input.folder is not None and len(source.run_ids) > 1:
            first, second = source.run_ids[:2]
            raise ArgumentError(
                f"{run.input.folder}: a folder is one run, but {run.input.path} holds the runs"
                f" {first!r} and {second!r}; name its files one by one, or give"
                f" NAME={run.input.folder} to make all of them one run"
            )
        for run_id in source.run_ids:
            owner = owners.setdefault(run_id, run)
            if owner is not run and not are_one(owner, run):
                raise ArgumentError(
                    f"{owner.input.path} and {run.input.path} both hold a run {run_id!r};"
                    " tell them apart with NAME=PATH"
                )
