"""What is to be written: where, in which format, how packed, and what such a file can hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from judged.errors import ArgumentError, near
from judged.files import STANDARD_INPUT, stem
from judged.ingestion.formats import FORMATS

if TYPE_CHECKING:
    from judged.ingestion.columns import FileKind
    from judged.ingestion.formats import Format

STANDARD_OUTPUT = STANDARD_INPUT
PACKINGS = {".gz": "gzip", ".bz2": "bzip2", ".zst": "zstd"}
# Which format a file has by the end of its name, where `--to` says nothing else.
ENDINGS = {
    **dict.fromkeys((".txt", ".trec", ".run", ".qrels", ".res", ".results"), "trec"),
    ".tsv": "tsv",
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    **dict.fromkeys((".arrow", ".feather", ".ipc"), "arrow"),
}
# Files with columns of types, which are no text.
TYPED = ("parquet", "arrow")
NEEDS_SCORES, NEEDS_ITERATIONS = ("trec", "trec-tab", "json"), ("trec", "trec-tab")

Ids = Literal["words", "tabs", "cells", "any"]
Held = Literal["needed", "kept", "none"]


@dataclass(frozen=True)
class Target:
    """A file to be written, and what its format can hold.

    Attributes:
        path: as it was given; "-" is standard output.
        form: its format.
    """

    path: str
    form: Format

    @classmethod
    def of(cls, path: str, kind: FileKind, name: str | None) -> Target:
        """The target of a path, by its ending or in the format of a name.

        Raises:
            ArgumentError: there is no such format, or none is known by the ending; or the format is
                no text, and the path that of standard output.
        """
        known = writable(kind)
        found = name or _by_ending(path)
        if found is None:
            raise ArgumentError(
                f"{path}: its name tells no format; say --to with one of {', '.join(known)}, or"
                f" end the name in one of {', '.join(ENDINGS)}"
            )
        if found not in known:
            what = "runs" if kind == "run" else "judgments"
            told = f"--to: {found!r} is no format in which {what} can be written"
            raise ArgumentError(f"{told}; {near(found, known)}")
        if path == STANDARD_OUTPUT and found in TYPED:
            raise ArgumentError(f"--to {found}: no text for standard output; name a file")
        return cls(path, known[found])

    @property
    def packing(self) -> str:
        """How the file is packed, by the end of its name: gzip, bzip2, zstd or none."""
        return PACKINGS.get(Path(self.path).suffix.lower(), "none")

    @property
    def ids(self) -> Ids:
        """Between what ids stand, which none may then hold."""
        if self.form.layout in ("words", "tabs", "cells"):
            return self.form.layout
        return "any"

    @property
    def is_grouped(self) -> bool:
        """Whether all lines of a query stand together."""
        return self.form.layout == "json"

    @property
    def is_keyed(self) -> bool:
        """Whether a document may stand once for a query."""
        return self.form.name == "json"

    @property
    def has_run_names(self) -> bool:
        """Whether it says of which run a line is."""
        return self.form.layout != "json" and self.form.name != "msmarco"

    @property
    def holds_empty_lists(self) -> bool:
        return self.form.layout in ("json", "lists")

    @property
    def needs_scores(self) -> bool:
        return self.form.name in NEEDS_SCORES

    @property
    def ranks(self) -> str:
        """Whether a line has a rank: needed, kept or none; or how a list of ids is ordered."""
        if self.form.is_worst_first is not None:
            return "worst-first" if self.form.is_worst_first else "best-first"
        if self.ids in ("words", "tabs"):
            return "needed"
        return "none" if self.is_keyed else "kept"

    @property
    def iterations(self) -> Held:
        """Whether a judgment has an iteration."""
        if self.form.name in NEEDS_ITERATIONS:
            return "needed"
        return "none" if self.form.name in ("beir", "json") else "kept"

    @property
    def run_name(self) -> str:
        """What a run of a file without the names of runs is called when it is read."""
        return stem(self.path)


def writable(kind: FileKind) -> dict[str, Format]:
    """The formats of files: all but a table of a database."""
    return {name: form for name, form in FORMATS[kind].items() if name != "table"}


def _by_ending(path: str) -> str | None:
    plain = Path(path)
    if plain.suffix.lower() in PACKINGS:
        plain = plain.with_suffix("")
    return ENDINGS.get(plain.suffix.lower())
