"""An input that was looked at, before its rows are read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from judged.files import stem
from judged.ingestion.formats import UNREADABLE

if TYPE_CHECKING:
    from judged.errors import UnreadableError
    from judged.file_state import FileState
    from judged.ingestion.background import Later
    from judged.ingestion.columns import FileKind
    from judged.ingestion.formats import Format
    from judged.ingestion.inputs import Input
    from judged.ingestion.looks import Look, Scan
    from judged.ingestion.tables import Table


@dataclass(frozen=True)
class Prepared:
    """An input that was looked at, and is scanned meanwhile.

    Attributes:
        original: the bytes as they came; another path than the input's for standard input.
        state: of these bytes before they were looked at; None of a copy of our own.
        path: where DuckDB finds the text, or the columns.
        scanned: what will be known of the whole file.
        table: how its columns are found, where they have names.
        told_columns: the columns that are read, where they are others than those of known names.
        run_name: the run that the whole file is; None where its tags name the runs.
        first_tag: the tag of the first line with data, for a run file that has tags.
        longest_line: how many bytes a line may have, where that is not as usual.
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
    table: Table | None = None
    told_columns: str | None = None
    run_name: str | None = None
    first_tag: str | None = None
    longest_line: int | None = None
    trouble: UnreadableError | None = None

    @property
    def name(self) -> str:
        """What the source is called: NAME, or the file's stem."""
        return self.input.name or stem(self.input.path)

    @property
    def scan(self) -> Scan:
        """What the whole file tells; waits for it."""
        return self.scanned.value()

    @property
    def has_tags(self) -> bool:
        """Whether each line names its run."""
        return self.form.has_tags or (self.table is not None and "run" in self.table.columns.of)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of how the columns are read."""
        if self.table is None or not self.table.columns.of:
            return ()
        unused = self.table.columns.unused
        names = [name or "one without a name" for name in unused]
        more = f", not {', '.join(names)}" if names else ""
        return (f"columns {self.table.columns.text}{more}", *self.table.notes)

    def refuse_changed(self) -> None:
        """Refuses bytes that are others now than when they were looked at.

        Raises:
            InputError: they are.
        """
        if self.state is not None:
            self.state.refuse_changed(self.original, self.input.path)

    def as_no_run(self, trouble: UnreadableError) -> Prepared:
        """The same bytes, where reading them shows that they are no run: one of NAME or the path.

        A file's name alone may be the name of a run that can be read. A file of a folder is part of
        the run that the folder is.
        """
        name = self.input.name or self.input.path
        if self.input.name is None and self.input.folder is not None:
            name = self.run_name or self.first_tag or stem(self.input.folder)
        return replace(
            self,
            form=UNREADABLE,
            table=None,
            told_columns=None,
            run_name=name,
            first_tag=None,
            trouble=trouble,
        )

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
