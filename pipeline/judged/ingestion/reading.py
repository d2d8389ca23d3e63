"""Ways to read a file: the query that gives its rows, with its parameters."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judged.files import literal
from judged.ingestion.formats import SPLITS
from judged.ingestion.odd_lines import unread_lines
from judged.store import queries

if TYPE_CHECKING:
    from judged.ingestion.formats import Layout
    from judged.ingestion.prepared import Prepared
    from judged.store.queries import Query
    from judged.store.store import Store

NUMBER = re.compile(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?")
# Lines that tell whether it is worth trying to read a file at once.
LOOKED_AT = 500

# In bytes. A line that holds a list may be long; DuckDB sets aside memory of several such lines.
LONGEST_LINE = 2_000_000
LONGEST_LIST = 64_000_000
LARGEST_OBJECT = 2**32 - 1


def longest_line(layout: Layout) -> int:
    """How many bytes a line of a layout may have."""
    return LONGEST_LIST if layout == "lists" else LONGEST_LINE


# DuckDB's own. Of lists no more is read at once than a line may have: taken apart they take forty
# times the memory of their text.
BUFFER = 32_000_000


def sizes(layout: Layout, longest: int) -> dict[str, int]:
    """How much of a text is read at once, and how long a line of it may be, for `read_lines`."""
    size = longest if layout == "lists" else max(BUFFER, longest)
    return {"longest_line": longest, "buffer_size": size}


# Statements that read the entries of the objects in a JSON object.
OF_ENTRIES = ("duckdb/json_qrels", "duckdb/json_run")
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
        """Rows one by one, then their columns, then what they mean: this copes with any text.

        Raises:
            UnreadableError: it is binary.
        """
        return cls._of(item, queries.chained(_steps(item), _TYPED[item.kind]))

    @classmethod
    def _of(cls, item: Prepared, query: Query) -> Reading:
        """A query with the parameters that an input has for it."""
        known: dict[str, Any] = {"path": literal(item.path), "run_name": item.run_name}
        if "delimiter" in query.params:
            known["delimiter"] = item.scan.delimiter_for(item.input.path)
            known |= sizes(item.form.layout, item.longest_line or LONGEST_LINE)
        if "columns" in query.params:
            known["columns"] = _usual_columns(item)
        if item.form.layout == "json":
            known["size"] = min(item.path.stat().st_size + 1, LARGEST_OBJECT)
        if item.table is not None:
            known |= item.table.parameters
        known["is_worst_first"] = item.form.is_worst_first
        return cls(query, {name: known[name] for name in query.params})

    @classmethod
    def rows_of_lines(cls, item: Prepared) -> Reading:
        """Of lines that hold a list: how many rows are in each, and how many of them are data."""
        steps = {**_steps(item), "typed": _TYPED[item.kind]}
        return cls._of(item, queries.chained(steps, "duckdb/rows_of_lines"))

    @classmethod
    def later_lines(cls, item: Prepared) -> Reading:
        """The lines of a table in which no row begins."""
        lines = {"lines": "duckdb/read_lines"}
        return cls._of(item, queries.chained(lines, "duckdb/later_lines"))

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


def _steps(item: Prepared) -> dict[str, str | Query]:
    """From a file to the columns of its rows."""
    layout, fields = item.form.layout, item.form.query
    if layout in SPLITS:
        return {"lines": "duckdb/read_lines", "split": SPLITS[layout], "fields": fields}
    if layout == "records":
        records = {"lines": "duckdb/read_lines", "records": "duckdb/records_of_lines"}
        return {**records, "fields": fields}
    if layout == "lists":
        entries = {"lines": "duckdb/read_lines", "list_entries": "duckdb/lists_of_lines"}
        return {**entries, "fields": fields}
    if fields in OF_ENTRIES:
        return {"json_entries": "duckdb/json_entries", "fields": fields}
    if item.table is None or item.table.named is None:
        return {"fields": fields}
    return {"named": item.table.named, "fields": fields}


def _usual_columns(item: Prepared) -> int | None:
    """How many columns most of the first lines have: one of more may be of an id with a space.

    None where such a line tells nothing: between tabs, or where tags are numbers anyway.
    """
    if item.form.layout == "tabs":
        return None
    lines = [line.strip(" \t") for line in item.look.head.split("\n")[:LOOKED_AT]]
    words = [re.split("[ \t]+", line) for line in lines if line and not line.startswith("#")]
    counts = Counter(len(line) for line in words)
    usual = max(counts, key=lambda columns: (counts[columns], -columns), default=0)
    tags = [line[5] for line in words if len(line) == usual and usual > 5]
    return None if any(NUMBER.fullmatch(tag) for tag in tags) else usual


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
