"""Which database a command is about; imports DuckDB only when it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from judged import diagnostics
from judged.errors import MissingStoreError
from judged.files import exists

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from judged.store.store import Store


@dataclass(frozen=True)
class Database:
    """A database, and how many seconds to wait for it where another process has it open."""

    path: str
    wait: float = 0.0

    def reading(self, writable: Sequence[Path] = ()) -> Store:
        """Opens it for reading, beside others that read; nothing but it is in reach.

        Args:
            writable: files that may be written all the same.
        """
        from judged.store.store import Store

        return Store.open(self.path, read_only=True, wait=self.wait, writable=writable)

    def writing(self) -> Store:
        """Opens it for writing, alone, and makes it where it is new; says if it was of old."""
        from judged.store.store import SCHEMA_VERSION, Store

        store = Store.open(self.path, wait=self.wait)
        if store.migrated_from is not None:
            diagnostics.note(
                f"{self.path}: its tables were of version {store.migrated_from}, and are of"
                f" version {SCHEMA_VERSION} now; older versions of judged do not open it any more"
            )
        return store

    def writing_again(self) -> Store:
        """Opens for writing what an earlier stage must have made."""
        if not exists(self.path):
            raise MissingStoreError(f"{self.path}: no such database; `judged ingest` makes one")
        return self.writing()
