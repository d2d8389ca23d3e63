"""What a call wants to ingest: files and frames, looked at and named before their rows are read."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from judged.errors import ArgumentError, UnreadableError
from judged.file_state import FileState
from judged.files import exists, spooled, stem, temporary, temporary_trouble, unpacked
from judged.ingestion.background import Later
from judged.ingestion.formats import (
    FRAMES,
    TABS,
    UNREADABLE,
    FileKind,
    Format,
    Sample,
    detect,
    forced,
)
from judged.ingestion.looks import Look, Scan, look, look_at_bytes, scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import ExitStack

    from judged.ingestion.frames import Frame


@dataclass(frozen=True)
class Input:
    """One file, or one frame, that is to be ingested.

    Attributes:
        path: a path, "-" for standard input, or what messages call a frame.
        name: NAME of NAME=PATH; the whole file is then the run NAME.
        frame: what a Python caller handed over, instead of a file.
    """

    path: str
    name: str | None = None
    frame: Frame | None = None

    @classmethod
    def of(cls, word: str) -> Input:
        """PATH or NAME=PATH; a file of that very name wins, so that paths may hold a "="."""
        name, sign, path = word.partition("=")
        if not sign or not name or exists(word):
            return cls(word)
        if not path:
            raise ArgumentError(f"{word}: NAME without a path; give NAME=PATH")
        return cls(path, name)


@dataclass(frozen=True)
class Prepared:
    """An input that was looked at, and is scanned meanwhile.

    Attributes:
        original: the bytes as they came; another path than the input's for standard input.
        state: of these bytes before they were looked at; None of a copy of our own.
        path: where DuckDB finds the text, or the frame.
        run_name: the run that the whole file is; None where its tags name the runs.
        first_tag: the tag of the first line with data, for a run file that has tags.
        scanned: what will be known of the whole file.
        trouble: why it is no run, where it is none; it is then one without a row, and refused.
    """

    input: Input
    original: Path
    state: FileState | None
    path: Path
    kind: FileKind
    form: Format
    look: Look
    scanned: Later[Scan]
    run_name: str | None = None
    first_tag: str | None = None
    trouble: UnreadableError | None = None

    @property
    def name(self) -> str:
        """What the source is called: NAME, or the file's stem."""
        return self.input.name or stem(self.input.path)

    @property
    def scan(self) -> Scan:
        """What the whole file tells; waits for it."""
        return self.scanned.value()

    def refuse_changed(self) -> None:
        """Refuses bytes that are others now than when they were looked at.

        Raises:
            InputError: they are.
        """
        if self.state is not None:
            self.state.refuse_changed(self.original, self.input.path)

    def as_no_run(self, trouble: UnreadableError) -> Prepared:
        """The same bytes, where reading them shows that they are no run: one of NAME or the path.

        A file's name alone may be the name of a run that can be read.
        """
        name = self.input.name or self.input.path
        return replace(self, form=UNREADABLE, run_name=name, first_tag=None, trouble=trouble)

    @property
    def place(self) -> str | None:
        """The absolute path of a file that no NAME names; None of what cannot be read again."""
        path = Path(self.input.path)
        is_nameless_file = self.input.name is None and self.original == path
        return str(path.absolute()) if is_nameless_file else None

    @property
    def only_tag(self) -> str | None:
        """The tag that every line must have; None where tags may be any, or there are none."""
        is_named_by_file = self.run_name is not None and self.input.name is None
        return self.first_tag if is_named_by_file else None


def prepare(stack: ExitStack, item: Input, kind: FileKind, format_name: str | None) -> Prepared:
    """Looks at an input: its format, its first tag. A file that is no run is told by `trouble`.

    Args:
        stack: keeps temporary files for as long as the rows are read.
        item: the input.
        kind: what it should be.
        format_name: a format's name; by None it is detected.

    Raises:
        ArgumentError: no such file or format.
        UnreadableError: judgments that are empty, not text, or of no known format.
    """
    if item.frame is not None:
        return _prepared_frame(stack, item, item.frame, kind)
    original = stack.enter_context(spooled(item.path))
    known_state = FileState.of_input(original, item.path)
    try:
        prepared = _prepared_file(stack, item, original, kind, format_name)
    except UnreadableError as trouble:
        if kind == "qrels":
            raise
        prepared = _no_run(item, original, trouble)
    return replace(prepared, state=known_state)


def _prepared_frame(stack: ExitStack, item: Input, frame: Frame, kind: FileKind) -> Prepared:
    path = stack.enter_context(_spooled_frame(frame))
    size = path.stat().st_size
    seen = Look(size, "none", "", None)
    known = Later(partial(Scan, frame.sha256, size, "", 0, None))
    return Prepared(item, path, None, path, kind, FRAMES[kind], seen, known, item.name)


def _no_run(item: Input, original: Path, trouble: UnreadableError) -> Prepared:
    """What a file is of which nothing can be read."""
    seen = look_at_bytes(original, item.path)
    scanned = Later(partial(scan, original, original, item.path))
    prepared = Prepared(item, original, None, original, "run", UNREADABLE, seen, scanned)
    return prepared.as_no_run(trouble)


def _prepared_file(
    stack: ExitStack, item: Input, original: Path, kind: FileKind, format_name: str | None
) -> Prepared:
    seen = look(original, item.path)
    path = stack.enter_context(unpacked(original, item.path))
    scanned = Later(partial(scan, original, path, item.path))
    sample = Sample.of(item.path, seen.head, kind)
    form = forced(kind, format_name) if format_name else detect(kind, sample)
    prepared = Prepared(item, original, None, path, kind, form, seen, scanned)
    if kind == "qrels":
        return prepared
    words = _columns(sample, form) if sample.lines and form.has_tags else []
    tag = words[5] if len(words) > 5 else None
    run_name = item.name if item.name or form.has_tags else stem(item.path)
    return replace(prepared, run_name=run_name, first_tag=tag)


def _columns(sample: Sample, form: Format) -> list[str]:
    """The columns of the first line with data."""
    return sample.lines[0].split("\t") if form.split == TABS else sample.words[0]


@contextmanager
def _spooled_frame(frame: Frame) -> Iterator[Path]:
    with temporary("frame.parquet") as path:
        with temporary_trouble(path.parent):
            frame.frame.write_parquet(path)
        yield path


def named(runs: Sequence[Prepared]) -> tuple[list[Prepared], list[str]]:
    """Names a run by its file's stem where two files of the call share a tag.

    Returns:
        The runs, and a line for each tag that was not used.

    Raises:
        ArgumentError: two files would be one run although nobody said so by NAME=PATH.
    """
    tags = [run.first_tag for run in runs if run.run_name is None]
    taken = {run.run_name for run in runs}
    result: list[Prepared] = []
    shared: dict[str, int] = {}
    for run in runs:
        tag = run.first_tag
        if run.run_name is None and tag and (tags.count(tag) > 1 or tag in taken):
            shared[tag] = shared.get(tag, 0) + 1
            run = replace(run, run_name=stem(run.input.path))
        result.append(run)
    _refuse_same_names(result)
    notes = [
        f"the tag {tag!r} is not that of one file alone: {_runs(files)} named after"
        f" {'its file' if files == 1 else 'their files'}"
        for tag, files in shared.items()
    ]
    return result, notes


def _runs(count: int) -> str:
    return "one run is" if count == 1 else f"{count} runs are"


def _refuse_same_names(runs: Sequence[Prepared]) -> None:
    """Two files of one call are one run only where the caller says so by NAME."""
    first_of: dict[str, Prepared] = {}
    for run in runs:
        if run.run_name is None:
            continue
        first = first_of.setdefault(run.run_name, run)
        if first is not run and not (first.input.name and run.input.name):
            raise ArgumentError(
                f"{first.input.path} and {run.input.path} are both the run {run.run_name!r};"
                " tell them apart with NAME=PATH"
            )
