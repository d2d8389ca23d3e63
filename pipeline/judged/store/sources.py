"""The sources in the store: files and frames, as they were given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judged.errors import ArgumentError, StateError, near
from judged.files import STANDARD_INPUT
from judged.store.store import now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.errors import UnreadableError
    from judged.store.store import Store


@dataclass(frozen=True)
class Source:
    """A row of table `sources`, with the runs that it holds.

    Attributes:
        is_new: False where the same bytes were there already.
        run_ids: the runs of a run file, in order of their first line.
        is_whole: whether the file is one run, whatever its tags say.
        trouble: why nothing of a run file can be read, where nothing can.
        comments: lines that were passed over as comments, where the file was read just now.
        columns: the columns that were told, where others would have been read unasked.
        notes: how its columns are read, for people.
    """

    source_id: int
    kind: str
    name: str
    path: str
    format: str
    sha256: str
    rows: int
    rejected: int
    is_new: bool = True
    run_ids: tuple[str, ...] = ()
    is_whole: bool = False
    trouble: UnreadableError | None = None
    comments: int = 0
    columns: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        """The hash of the bytes, and how they were read where that is not the usual way."""
        ways = (
            self.format if self.format != "trec" else "",
            self.columns or "",
            "whole" if self.is_whole else "",
        )
        return " ".join([self.sha256, *filter(None, ways)])


_COLUMNS = "s.source_id, s.kind, s.name, s.path, s.format, s.sha256, s.rows, s.rejected, o.columns"


def find(
    store: Store,
    kind: str,
    sha256: str,
    form: str,
    run_name: str | None,
    columns: str | None = None,
) -> Source | None:
    """The source with these bytes, read this way; None if there is none yet."""
    rows = store.dicts(
        f"select {_COLUMNS} from sources as s"
        " inner join source_options as o on s.source_id = o.source_id"
        " where s.kind = $kind and s.sha256 = $sha256 and s.format = $form"
        " and o.run_name is not distinct from $run_name"
        " and o.columns is not distinct from $columns",
        kind=kind,
        sha256=sha256,
        form=form,
        run_name=run_name,
        columns=columns,
    )
    return Source(**rows[0], is_new=False, is_whole=run_name is not None) if rows else None


def give_again(store: Store, source: Source, path: str, name: str) -> Source:
    """A source whose bytes came again: it is the newest now, and called as it was given last.

    What came by standard input keeps the file that it was read from before.
    """
    if path == STANDARD_INPUT:
        path, name = source.path, source.name if name == STANDARD_INPUT else name
    if (path, name) != (source.path, source.name):
        store.rows(
            "update sources set path = $path, name = $name where source_id = $source_id",
            path=path,
            name=name,
            source_id=source.source_id,
        )
    key = {"source_id": source.source_id, "name": name}
    store.rows("delete from source_names where source_id = $source_id and name = $name", **key)
    store.insert("source_names", [key])
    return replace(source, path=path, name=name)


def require_rows(store: Store, source: Source) -> None:
    """Refuses a source whose rows are no longer all there.

    Raises:
        StateError: somebody else took some out.
    """
    count = (
        "select count(*) from qrel_lines where source_id = $source_id"
        if source.kind == "qrels"
        else "select count(*) from run_lines where part_id in"
        " (select part_id from run_parts where source_id = $source_id)"
    )
    ((found,),) = store.rows(count, source_id=source.source_id)
    if found != source.rows:
        raise StateError(
            f"{store.path}: of {source.path} {found:,} rows are there and {source.rows:,} were"
            " read, so somebody else changed the database; `judged forget` it and ingest it again"
        )


def next_id(store: Store) -> int:
    """The number of the source to come, from 1."""
    return int(store.rows("select coalesce(max(source_id), 0) + 1 from sources")[0][0])


def has_size(store: Store, kind: str, size: int) -> bool:
    """Whether any source of a kind is of so many bytes."""
    rows = store.rows(
        "select 1 from sources where kind = $kind and bytes = $size limit 1", kind=kind, size=size
    )
    return bool(rows)


def keep(store: Store, source: Source, compression: str, size: int, run_name: str | None) -> None:
    """Writes a source and the options it was read with.

    Args:
        store: the database.
        source: what was read.
        compression: of the file.
        size: of the file, in bytes.
        run_name: the run that the whole file is, or None.
    """
    store.insert(
        "sources",
        [
            {
                "source_id": source.source_id,
                "kind": source.kind,
                "name": source.name,
                "path": source.path,
                "format": source.format,
                "compression": compression,
                "bytes": size,
                "sha256": source.sha256,
                "rows": source.rows,
                "rejected": source.rejected,
                "ingested_at": now(),
            }
        ],
    )
    options = {"run_name": run_name, "columns": source.columns}
    store.insert("source_options", [{"source_id": source.source_id, **options}])
    store.insert("source_names", [{"source_id": source.source_id, "name": source.name}])


def keep_troubles(
    store: Store, source_id: int, troubles: Sequence[tuple[UnreadableError, str | None]]
) -> None:
    """Notes why nothing of run files can be read, instead of what was noted of their bytes earlier.

    Args:
        store: the database.
        source_id: of the bytes.
        troubles: what is wrong with each file, and where a mended one would be (see `mend`): None
            where NAME names the run.
    """
    store.rows("delete from unreadable_files where source_id = $source_id", source_id=source_id)
    store.insert(
        "unreadable_files",
        [
            {
                "source_id": source_id,
                "path": trouble.path,
                "waiting_at": waiting_at,
                "is_mended": False,
                "line_number": trouble.line_number,
                "reason": trouble.reason,
            }
            for trouble, waiting_at in troubles
        ],
    )


def mend(store: Store, place: str) -> None:
    """Notes that the file at an absolute path is a run by now."""
    store.rows(
        "update unreadable_files set is_mended = true where waiting_at = $place", place=place
    )


def keep_parts(store: Store, source_id: int, run_ids: Sequence[str]) -> int:
    """Numbers the runs that a source holds lines of, instead of any it had.

    Returns:
        The number of the first, which the others follow.
    """
    store.rows("delete from run_parts where source_id = $source_id", source_id=source_id)
    first = int(store.rows("select coalesce(max(part_id), 0) + 1 from run_parts")[0][0])
    store.insert(
        "run_parts",
        [
            {"part_id": part_id, "source_id": source_id, "run_id": run_id}
            for part_id, run_id in enumerate(run_ids, start=first)
        ],
    )
    return first


def parts(store: Store, source_id: int) -> list[str]:
    """The runs that a source holds lines of, by number."""
    rows = store.rows(
        "select run_id from run_parts where source_id = $source_id order by part_id",
        source_id=source_id,
    )
    return [run_id for (run_id,) in rows]


def newest(store: Store, kind: str, name: str | None = None) -> Source:
    """The source of a kind that was given last, or was given last by a name.

    Raises:
        StateError: nothing of that kind was ingested.
        ArgumentError: nothing of that name was.
    """
    rows = store.dicts(
        f"select {_COLUMNS}, n.name as given from sources as s"
        " inner join source_options as o on s.source_id = o.source_id"
        " inner join source_names as n on s.source_id = n.source_id"
        " where s.kind = $kind order by n.rowid desc",
        kind=kind,
    )
    if not rows:
        raise StateError(f"{store.path}: no {kind} in the database; `judged ingest` reads them")
    known = [(row.pop("given"), row) for row in rows]
    found = [row for given, row in known if name in (None, given)]
    if not found:
        every = sorted({given for given, _ in known})
        raise ArgumentError(f"no {kind} {name!r}; {near(str(name), every)}")
    return Source(**found[0], is_new=False)
