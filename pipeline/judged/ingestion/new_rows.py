"""The rows that a file adds to the table of its kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from judged.ingestion.odd_lines import unread_lines
from judged.store import sources

if TYPE_CHECKING:
    from judged.ingestion.prepared import Prepared
    from judged.ingestion.reading import Reading
    from judged.store.store import Store

TABLES = {"qrels": "qrel_lines", "run": "run_lines"}
_INSERT = {
    "qrel_lines": (
        "insert into qrel_lines"
        " select $source_id, query_id, doc_id, grade, iteration, grade_text from ({rows})"
    ),
    "run_lines": (
        "insert into run_lines select {part_id}, query_id, doc_id, file_rank, score from ({rows})"
    ),
}
# The number of a line's part, 0 where its run has none. A look-up in an enum keeps the order of the
# lines, which a join need not; of the one run of most files a comparison is a tenth faster.
_ONLY_PART = "case when run_id = $only then $first_part else 0 end"
_PART = "coalesce($first_part + enum_code(try_cast(run_id as run_names)), 0)"


@dataclass(frozen=True)
class NewRows:
    """The rows of a table that this call inserts: all behind the last that was there."""

    table: str
    last: int

    @classmethod
    def of(cls, store: Store, item: Prepared) -> NewRows:
        table = TABLES[item.kind]
        return cls(table, store.rows(f"select coalesce(max(rowid), -1) from {table}")[0][0])

    def insert(self, store: Store, item: Prepared, source_id: int, reading: Reading) -> int:
        """Inserts a row for each line and returns how many there are."""
        if item.kind == "qrels":
            return self._insert(store, reading, source_id=source_id)
        # Most files have one tag, so try that first.
        name = item.run_name or item.first_tag
        names = [name] if name else reading.run_ids(store)
        lines = self._insert_parts(store, reading, source_id, names)
        if self._count(store, "part_id = 0 and query_id <> ''"):
            self.delete(store)
            unread_lines(store)
            self._insert_parts(store, reading, source_id, reading.run_ids(store))
        return lines

    def odd(self, store: Store) -> int:
        """How many lines are no data."""
        return self._count(store, "query_id = ''")

    def delete(self, store: Store, condition: str = "true") -> None:
        store.rows(f"delete from {self.table} where rowid > $last and {condition}", last=self.last)

    def _insert_parts(
        self, store: Store, reading: Reading, source_id: int, names: list[str]
    ) -> int:
        """Inserts run lines with the numbers of their parts; 0 where the run is none of `names`."""
        first_part = sources.keep_parts(store, source_id, names)
        if len(names) == 1:
            return self._insert(store, reading, _ONLY_PART, first_part=first_part, only=names[0])
        store.rows(
            "create or replace temp type run_names as enum"
            " (select run_id from run_parts where source_id = $source_id order by part_id)",
            source_id=source_id,
        )
        lines = self._insert(store, reading, _PART, first_part=first_part)
        store.rows("drop type run_names")
        return lines

    def _insert(
        self, store: Store, reading: Reading, part_id: str = "", **parameters: int | str
    ) -> int:
        statement = _INSERT[self.table].replace("{part_id}", part_id)
        return int(reading.rows(store, statement, **parameters)[0][0])

    def _count(self, store: Store, condition: str) -> int:
        rows = store.rows(
            f"select count(*) from {self.table} where rowid > $last and {condition}", last=self.last
        )
        return int(rows[0][0])
