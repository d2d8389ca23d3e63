"""What was read and is to be written: rows of one kind, and lists without any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from judged.errors import ArgumentError, near
from judged.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.conversion.target import Target
    from judged.ingestion.columns import FileKind
    from judged.store.sources import Source
    from judged.store.store import Store

# As many runs are named where there should be one.
NAMED = 5


@dataclass(frozen=True)
class Loss:
    """What would be lost, in words with a number, and whether `--lossy` lets it go."""

    text: str
    can_go: bool = True


@dataclass(frozen=True)
class Material:
    """The rows of what was read.

    Attributes:
        kind: qrels or run.
        source_ids: where they stand in the store, in order.
        run_ids: the runs that are to be written, by their first line.
        is_chosen: whether a person named the run.
        is_named: whether what was read says itself what its runs are called.
        form: the format that was read.
    """

    kind: FileKind
    source_ids: tuple[int, ...]
    run_ids: tuple[str, ...] = ()
    is_chosen: bool = False
    is_named: bool = False
    form: str = ""

    @classmethod
    def of(
        cls, kind: FileKind, sources: Sequence[Source], run_id: str | None, is_named: bool
    ) -> Material:
        """What one call read; of several runs the one of a name, where one is given.

        Raises:
            ArgumentError: there is no run of that name.
        """
        source_ids = tuple(dict.fromkeys(source.source_id for source in sources))
        names = tuple(dict.fromkeys(name for source in sources for name in source.run_ids))
        if run_id is not None and run_id not in names:
            raise ArgumentError(f"--run: there is no run {run_id!r}; {near(run_id, names)}")
        chosen = names if run_id is None else (run_id,)
        return cls(kind, source_ids, chosen, run_id is not None, is_named, sources[0].format)

    @property
    def only_name(self) -> str:
        """The name of the run, where there is one."""
        return self.run_ids[0] if len(self.run_ids) == 1 else "-"

    @property
    def relation(self) -> str:
        """The rows as they were read."""
        return "documents_to_convert" if self.kind == "run" else "judgments_to_convert"

    @property
    def converted(self) -> str:
        """The rows as what is written gives them back."""
        return "converted_documents" if self.kind == "run" else "converted_judgments"

    def derive(self, store: Store, target: Target) -> None:
        """Makes both relations for a target."""
        run_id = self.run_ids[0] if self.is_chosen else None
        ids = list(self.source_ids)
        relation, converted = f"duckdb/{self.relation}", f"duckdb/{self.converted}"
        store.derive(
            self.relation, relation, source_ids=ids, run_id=run_id, is_grouped=target.is_grouped
        )
        store.derive(
            self.converted,
            converted,
            ranks=target.ranks,
            iterations=target.iterations,
            is_keyed=target.is_keyed,
        )

    def empty_lists(self, store: Store) -> list[tuple[str, str]]:
        """Run and query of lists without any document, in the order of the store."""
        if self.kind == "qrels":
            return []
        rows = store.rows(
            "select distinct run_id, query_id from empty_lists"
            " where array_contains($source_ids, source_id) and array_contains($run_ids, run_id)"
            " order by run_id, query_id",
            source_ids=list(self.source_ids),
            run_ids=list(self.run_ids),
        )
        return [(run_id, query_id) for run_id, query_id in rows]

    def written_empty_lists(self, store: Store, target: Target) -> list[tuple[str, str]]:
        """Those that a target holds: in an object of lists by query, no query that has another."""
        if not target.holds_empty_lists:
            return []
        lists = self.empty_lists(store)
        if not lists or not target.is_grouped:
            return lists
        others = set(store.rows(f"select distinct run_id, query_id from {self.relation}"))
        return [pair for pair in lists if pair not in others]

    def losses(self, store: Store, target: Target) -> list[Loss]:
        """What a target cannot hold of all this that is in no line."""
        if self.kind == "qrels":
            return []
        found = self._names(target)
        lost = len(self.empty_lists(store)) - len(self.written_empty_lists(store, target))
        if lost:
            found.append(Loss(f"empty rankings ({counted(lost, 'list')})"))
        return found

    def _names(self, target: Target) -> list[Loss]:
        if target.has_run_names:
            return []
        if len(self.run_ids) > 1:
            more = ", ..." if len(self.run_ids) > NAMED else ""
            names = f"{', '.join(map(repr, self.run_ids[:NAMED]))}{more}"
            runs = counted(len(self.run_ids), "run")
            return [
                Loss(f"more than one run (there are {runs}: {names}; choose by --run NAME)", False)
            ]
        name = self.only_name
        if self.is_chosen or not self.is_named or name == target.run_name:
            return []
        return [
            Loss(
                f"the name of the run, {name!r} (the file's name is its name then: call it so, or"
                f" say --run {name}, and read it as {name}=PATH)"
            )
        ]
