"""Ways to read a file: the query that gives its rows, with its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judged.files import literal
from judged.ingestion.odd_lines import unread_lines
from judged.store import queries

if TYPE_CHECKING:
    from judged.ingestion.inputs import Prepared
    from judged.store.queries import Query
    from judged.store.store import Store

# Lines that tell whether it is worth trying to read a file at once.
LOOKED_AT = 500

_TYPED = {"qrels": "duckdb/typed_qrels", "run": "duckdb/typed_run"}


@dataclass(frozen=True)
class Reading:
    """One way to read a file: the query that gives its rows, with its parameters."""

    query: Query
    parameters: dict[str, Any]

    @classmethod
    def at_once(cls, item: Prepared) -> Reading | None:
        """DuckDB splits the columns, where the file begins regular enough for it."""
        if item.form.plain is None or not _begins_regular(item):
            return None
        parameters: dict[str, Any] = {
            "path": literal(item.path),
            "separator": item.look.separator,
        }
        if item.kind == "run":
            parameters |= {"run_name": item.run_name, "tag": item.only_tag}
        return cls(queries.load(item.form.plain), parameters)

    @classmethod
    def line_by_line(cls, item: Prepared) -> Reading:
        """Lines, then their columns, then what they mean: this copes with everything but binary.

        Raises:
            UnreadableError: it is binary.
        """
        parameters: dict[str, Any] = {"path": literal(item.path)}
        if item.kind == "run":
            parameters["run_name"] = item.run_name
        steps = {"fields": item.form.query}
        if item.form.split is not None:
            parameters["delimiter"] = item.scan.delimiter_for(item.input.path)
            steps = {"lines": "duckdb/read_lines", "split": item.form.split, **steps}
        return cls(queries.chained(steps, _TYPED[item.kind]), parameters)

    def rows(self, store: Store, statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """Runs a statement that reads from `{rows}`."""
        text = statement.replace("{rows}", self.query.sql)
        return store.rows(text, **self.parameters, **parameters)

    def run_ids(self, store: Store) -> list[str]:
        """The runs of the file's rows, in byte order."""
        rows = self.rows(
            store, "select distinct run_id from ({rows}) where query_id <> '' order by run_id"
        )
        unread_lines(store)
        return [run_id for (run_id,) in rows]


def _begins_regular(item: Prepared) -> bool:
    """Whether the first lines have the columns of their format, and nothing else is there."""
    separator = item.look.separator
    if separator is None:
        return False
    first = [line.split(separator) for line in item.look.head.rstrip("\n").split("\n")[:LOOKED_AT]]
    columns = len(item.form.columns.split())
    return all(
        len(words) == columns and all(words) and not words[0].startswith("#") for words in first
    )
