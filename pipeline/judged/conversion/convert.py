"""One file read, and written in another format: the job of `judged convert`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from judged import diagnostics
from judged.conversion.checking import check, is_told_by_its_lines
from judged.conversion.kind import kind_of
from judged.conversion.losses import able, losses
from judged.conversion.material import Material
from judged.conversion.target import STANDARD_OUTPUT, Target
from judged.conversion.writing import write
from judged.errors import FULL, ArgumentError, InputError, StateError
from judged.files import CHUNK_BYTES, exists, temporary
from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input
from judged.narration import tell_ingested, tell_rejected
from judged.packing import packed
from judged.reporting.stdout import write_file
from judged.store.interrupts import interruptible
from judged.store.store import Store
from judged.temporary import whole
from judged.text import MEMORY, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.ingestion.columns import FileKind
    from judged.ingestion.inputs import Ways


@dataclass(frozen=True)
class Conversion:
    """What `judged convert` was asked to do, as the command line has it."""

    source: str
    out: str
    ways: Ways
    kind: FileKind | None = None
    to: str | None = None
    run: str | None = None
    lossy: bool = False
    force: bool = False


def convert(wish: Conversion) -> None:
    """Reads a file, writes it in another format, and reads that again before it is delivered.

    Raises:
        ArgumentError: the command line leaves open what is meant, or there is a file already.
        InputError: lines cannot be read, or the format cannot hold what was read.
        StateError: there is no room.
    """
    inputs = Input.of(wish.source).files
    _refuse_place(wish, inputs)
    with Store.open(MEMORY) as store, interruptible(store):
        kind = kind_of(store, wish.source, inputs, wish.kind, wish.ways)
        target = Target.of(wish.out, kind, wish.to)
        if wish.run is not None and kind == "qrels":
            raise ArgumentError("--run: judgments have no runs; leave the option out")
        with diagnostics.progress("reading"):
            material = _read(store, wish, inputs, kind)
        _tell_unwritten(store, material)
        _refuse_losses(store, material, target, wish.lossy)
        with temporary(f"written.{target.form.name}") as path, diagnostics.progress("writing"):
            write(store, material, target, path)
            check(store, material, target, path)
            is_told = is_told_by_its_lines(store, material, target, path)
            ((rows,),) = store.rows(f"select count(*) from {material.converted}")
            _deliver(path, target)
    _tell_written(material, target, rows, is_told)


def _refuse_place(wish: Conversion, inputs: Sequence[Input]) -> None:
    """Refuses to write over anything unasked, and over what is read at all."""
    if wish.out == "":
        raise ArgumentError("OUT: the path is empty; name a file, or - for standard output")
    if wish.out == STANDARD_OUTPUT or not exists(wish.out):
        return
    place = Path(wish.out)
    if place.is_dir():
        raise ArgumentError(f"{wish.out}: a folder; name a file")
    if any(_is_read_from(place, item) for item in inputs):
        raise ArgumentError(f"{wish.out}: that is what is read; name another file")
    if place.is_file() and not wish.force:
        raise ArgumentError(f"{wish.out}: is there already; name another, or say --force")


def _is_read_from(place: Path, item: Input) -> bool:
    path = item.database_table[0] if item.database_table else item.path
    return exists(path) and place.samefile(path)


def _read(store: Store, wish: Conversion, inputs: Sequence[Input], kind: FileKind) -> Material:
    """The rows in the store; not one line may be unreadable."""
    if kind == "qrels" and len(inputs) > 1:
        raise ArgumentError(f"{wish.source}: a folder; judgments are one file: name it")
    ingested = ingest(
        store,
        qrels=inputs[0] if kind == "qrels" else None,
        runs=inputs if kind == "run" else (),
        ways=wish.ways,
    )
    tell_ingested(ingested)
    rejected = sum(source.rejected for source in ingested.sources)
    if rejected or any(source.trouble for source in ingested.sources):
        for source in ingested.sources:
            tell_rejected(store, source)
        what = f"{counted(rejected, 'line')} cannot" if rejected else "a file cannot"
        raise InputError(
            f"{wish.out}: not written, for {what} be read; mend what was read"
            " (judged ingest keeps every such line in table rejected_lines)"
        )
    is_named = any(item.name is not None for item in inputs)
    is_named = is_named or not all(source.is_whole for source in ingested.sources)
    return Material.of(kind, ingested.sources, wish.run, is_named)


def _tell_unwritten(store: Store, material: Material) -> None:
    """What of a file is no row and stays behind in any format."""
    ids = list(material.source_ids)
    ((comments,),) = store.rows(
        "select count(*) from comment_lines where array_contains($ids, source_id)", ids=ids
    )
    if comments:
        diagnostics.warning(f"{counted(comments, 'comment line')} not written")
    ((decimals,),) = store.rows(
        "select count(*) from qrel_lines where array_contains($ids, source_id)"
        " and grade_text is not null",
        ids=ids,
    )
    if material.kind == "qrels" and decimals:
        told = counted(decimals, "grade")
        diagnostics.warning(f"{told} with a decimal point, such as 2.0, written without")


def _refuse_losses(store: Store, material: Material, target: Target, lossy: bool) -> None:
    """Tells what would be lost, and stops unless all of it may be."""
    found = losses(store, material, target)
    # Beside what can never be held the rest does not matter, and may only follow from it.
    hopeless = [loss for loss in found if not loss.can_go]
    lost = [] if hopeless else [loss for loss in found if lossy]
    kept = hopeless or [loss for loss in found if loss not in lost]
    for loss in lost:
        diagnostics.warning(f"{target.path}: lost: {loss.text}")
    if not kept:
        return
    for loss in kept:
        diagnostics.error(f"{target.path}: the format {target.form.name} cannot hold {loss.text}")
    others = able(store, material, target.path)
    holding = f"formats that can hold all of it: {', '.join(others)}" if others else ""
    going = "say --lossy to go on without" if all(loss.can_go for loss in kept) else ""
    raise InputError(
        f"{target.path}: not written; {'; '.join(part for part in (holding, going) if part)}"
    )


def _deliver(path: Path, target: Target) -> None:
    """Puts a whole file to its place, packed as its name says, or to standard output."""
    if target.path == STANDARD_OUTPUT:
        write_file(path)
        return
    try:
        with whole(Path(target.path)) as place, place.open("wb") as file:
            _pack(path, target.packing, file)
    except OSError as error:
        text = f"{target.path}: cannot be written: {error.strerror or error}"
        if error.errno in FULL:
            raise StateError(f"{text}; make room, or name another place") from None
        raise ArgumentError(text) from None


def _pack(path: Path, packing: str, file: BinaryIO) -> None:
    with path.open("rb") as plain, packed(packing, file) as pack:
        while chunk := plain.read(CHUNK_BYTES):
            pack.write(chunk)


def _tell_written(material: Material, target: Target, rows: int, is_told: bool) -> None:
    if target.path != STANDARD_OUTPUT:
        lines = counted(rows, "row")
        diagnostics.note(f"wrote {target.path}: {target.form.name} {material.kind}, {lines}")
    if not is_told:
        option = f"--{material.kind}-format {target.form.name}"
        diagnostics.note(f"{target.path}: its format is never told from it; read it with {option}")
