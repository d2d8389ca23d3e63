"""What a call wants to ingest: files, folders, tables of other databases, and frames."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from judged.errors import ArgumentError
from judged.files import exists
from judged.packing import MOST_UNPACKED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.ingestion.columns import FileKind
    from judged.ingestion.frames import Frame

# Between a DuckDB file and the name of a table in it.
OF_TABLE = "::"


@dataclass(frozen=True)
class Ways:
    """How files are to be read, where that is not told from themselves.

    Attributes:
        formats: names of formats, by kind.
        columns: names of columns by what they hold, of files of any kind.
        columns_of: the same by kind, which win.
        most_unpacked: how many bytes a packed file may unpack to.
    """

    formats: Mapping[FileKind, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    columns_of: Mapping[FileKind, Mapping[str, str]] = field(default_factory=dict)
    most_unpacked: int = MOST_UNPACKED

    def columns_for(self, kind: FileKind) -> dict[str, str]:
        """The names of columns that are told of a kind."""
        return {**self.columns, **self.columns_of.get(kind, {})}


@dataclass(frozen=True)
class Input:
    """One file, one table of a database, or one frame, that is to be ingested.

    Attributes:
        path: a path, FILE::TABLE, "-" for standard input, or what messages call a frame.
        name: NAME of NAME=PATH; the whole file is then the run NAME.
        frame: what a Python caller handed over, instead of a file.
        folder: the folder whose files are one run, of which this is one.
    """

    path: str
    name: str | None = None
    frame: Frame | None = None
    folder: str | None = None

    @classmethod
    def of(cls, word: str) -> Input:
        """PATH or NAME=PATH; a file of that very name wins, so that paths may hold a "="."""
        if not word:
            raise ArgumentError("an empty path, as of a variable that is not set; name a file")
        name, sign, path = word.partition("=")
        if not sign or not name or exists(word):
            return cls(word)
        if not path:
            raise ArgumentError(f"{word}: NAME without a path; give NAME=PATH")
        return cls(path, name)

    @property
    def database_table(self) -> tuple[str, str] | None:
        """The DuckDB file and the table that FILE::TABLE names; a file of that very name wins."""
        parts = self.path.split(OF_TABLE)
        if self.frame is not None or len(parts) == 1 or exists(self.path):
            return None
        splits = [
            (OF_TABLE.join(parts[:place]), OF_TABLE.join(parts[place:]))
            for place in range(1, len(parts))
        ]
        return next((split for split in splits if exists(split[0])), splits[0])

    @property
    def group(self) -> tuple[str, str] | None:
        """What makes several files one run: a NAME, or their folder; None of a file alone."""
        if self.name is not None:
            return ("name", self.name)
        return None if self.folder is None else ("folder", self.folder)

    @property
    def files(self) -> list[Input]:
        """The input itself, or the files of the folder that it is, in the order of their names.

        Hidden files, and those whose names begin with "_" as Spark writes them, are none.

        Raises:
            ArgumentError: a folder holds no file, or other folders.
        """
        if self.frame is not None or not _is_folder(Path(self.path)):
            return [self]
        inside = sorted(
            path for path in Path(self.path).iterdir() if not path.name.startswith((".", "_"))
        )
        folder = next((path for path in inside if path.is_dir()), None)
        if folder is not None:
            raise ArgumentError(
                f"{self.path}: a folder with another, {folder.name}, in it; a folder is one run"
                " and holds its files alone: name the folders, or the files, one by one"
            )
        if not inside:
            raise ArgumentError(f"{self.path}: a folder without a file in it")
        return [Input(str(path), self.name, None, self.path) for path in inside]


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
