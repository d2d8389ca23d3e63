"""Reading the rows of one file into its table, in its order, and setting aside what is none."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import duckdb

from judged import queries, sources
from judged.errors import ArgumentError, InputError, is_interruption, is_storage_trouble
from judged.files import contains, literal, with_line_feeds
from judged.lines import line_numbers_at

if TYPE_CHECKING:
    from judged.inputs import Prepared
    from judged.queries import Query
    from judged.store import Store

# Lines that are no data and break no rule.
QUIET = ("blank", "comment", "header")
# Lines that tell whether it is worth trying to read a file at once.
LOOKED_AT = 500

_TYPED = {"qrels": "duckdb/typed_qrels", "run": "duckdb/typed_run"}
TABLES = {"qrels": "qrel_lines", "run": "run_lines"}
_INSERT = {
    "qrel_lines": (
        "insert into qrel_lines"
        " select $source_id, query_id, doc_id, grade, iteration, grade_text from ({rows})"
    ),
    "run_lines": (
        # A look-up in an enum keeps the order of the lines; a join need not.
        "insert into run_lines"
        " select coalesce($first_part + enum_code(try_cast(run_id as run_names)), 0),"
        " query_id, doc_id, file_rank, score from ({rows})"
    ),
}


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
        """Lines, then their columns, then what they mean: this copes with everything."""
        parameters: dict[str, Any] = {"path": literal(item.path)}
        if item.kind == "run":
            parameters["run_name"] = item.run_name
        steps = {"fields": item.form.query}
        if item.form.split is not None:
            parameters["delimiter"] = item.scan.delimiter
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
        _unread(store)
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


def read(store: Store, item: Prepared, source_id: int) -> tuple[int, int]:
    """Reads a file's rows into `qrel_lines`, or into `run_lines` and `run_parts`.

    Returns:
        How many rows were read, and how many lines were rejected (see `rejected_lines`).

    Raises:
        ArgumentError: a file that is called after its name holds several tags.
        InputError: DuckDB cannot read the file, or not one line holds data.
    """
    try:
        rows, rejected = _read_at_once(store, item, source_id), 0
        if not rows:
            rows, rejected = _read_line_by_line(store, item, source_id)
    except duckdb.Error as error:
        if is_storage_trouble(error) or is_interruption(error):
            raise
        reason = str(error).splitlines()[0]
        raise InputError(f"{item.input.path}: cannot be read: {reason}") from None
    is_empty_frame = item.input.frame is not None and bool(item.input.frame.empty)
    if rows + rejected == 0 and not is_empty_frame:
        raise InputError(f"{item.input.path}: no line with data; wanted {item.form.columns}")
    return rows, rejected


def _read_at_once(store: Store, item: Prepared, source_id: int) -> int:
    """The rows of a regular file; 0, and nothing read, where one line is not as all should be."""
    reading = Reading.at_once(item)
    if reading is None:
        return 0
    # DuckDB stumbles over a carriage return where lines ended without before.
    if contains(item.path, b"\r"):
        return 0
    new = _NewRows.of(store, item)
    lines = new.insert(store, item, source_id, reading)
    unread = _unread(store)
    is_regular = (lines, item.look.separator) == (item.scan.lines, item.scan.separator)
    if is_regular and not unread and not new.odd(store):
        return lines
    new.delete(store)
    return 0


def _read_line_by_line(store: Store, item: Prepared, source_id: int) -> tuple[int, int]:
    """Rows and rejected lines of any file.

    Lines that are no data go in as well, with an empty query_id, and are taken out again: a row's
    place among its neighbours is then its line number, without a pass that counts lines.
    """
    if item.only_tag is not None:
        refuse_several_tags(store, item)
    with ExitStack() as stack:
        if item.scan.has_mixed_ends:
            item = replace(item, path=stack.enter_context(with_line_feeds(item.path)))
        return _read_lines(store, item, source_id)


def _read_lines(store: Store, item: Prepared, source_id: int) -> tuple[int, int]:
    reading = Reading.line_by_line(item)
    new = _NewRows.of(store, item)
    lines = new.insert(store, item, source_id, reading)
    unread = _unread(store)
    odd = new.odd(store)
    if not odd and not unread:
        return lines, 0
    rejected = _set_aside(store, reading, source_id, unread)
    new.delete(store, "query_id = ''")
    return lines - odd, rejected


def refuse_several_tags(store: Store, item: Prepared) -> None:
    """Refuses a file that is one run by its name, while its lines name several.

    Raises:
        ArgumentError: it does.
    """
    tags = Reading.line_by_line(replace(item, run_name=None)).run_ids(store)
    if len(tags) > 1:
        raise ArgumentError(
            f"{item.input.path}: holds {len(tags):,} tags, of which other files of this call have"
            f" {item.first_tag!r} too; give NAME={item.input.path} to make the file one run"
        )


@dataclass(frozen=True)
class _NewRows:
    """The rows of a table that this call inserts: all behind the last that was there."""

    table: str
    last: int

    @classmethod
    def of(cls, store: Store, item: Prepared) -> _NewRows:
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
            _unread(store)
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
        store.rows(
            "create or replace temp type run_names as enum"
            " (select run_id from run_parts where source_id = $source_id order by part_id)",
            source_id=source_id,
        )
        lines = self._insert(store, reading, first_part=first_part)
        store.rows("drop type run_names")
        return lines

    def _insert(self, store: Store, reading: Reading, **parameters: int) -> int:
        return int(reading.rows(store, _INSERT[self.table], **parameters)[0][0])

    def _count(self, store: Store, condition: str) -> int:
        rows = store.rows(
            f"select count(*) from {self.table} where rowid > $last and {condition}", last=self.last
        )
        return int(rows[0][0])


def _unread(store: Store) -> list[tuple[int, str, str]]:
    """Lines that DuckDB could not even split off: number, rule and text; forgotten afterwards."""
    if not store.rows("select 1 from duckdb_tables() where table_name = 'reject_errors'"):
        return []
    rows = store.rows("select line, error_type, csv_line from reject_errors order by line")
    store.rows("drop table reject_errors")
    store.rows("drop table reject_scans")
    return [
        (line, "encoding" if "ENCODING" in kind else "line-size", text[:1000])
        for line, kind, text in rows
    ]


def _set_aside(
    store: Store, reading: Reading, source_id: int, unread: list[tuple[int, str, str]]
) -> int:
    """Keeps the number of every line that is no data, and the text of those that break a rule.

    Returns:
        How many lines break a rule.
    """
    run_id = "nullif(run_id, '')" if "run_name" in reading.parameters else "null"
    rows = reading.rows(
        store,
        f"select place, problem, line, {run_id} as run_id from"
        " (select row_number() over () as place, * from ({rows}))"
        " where problem is not null order by place",
    )
    _unread(store)
    gaps = [line for line, _, _ in unread]
    numbers = line_numbers_at([row[0] for row in rows], gaps)
    numbered = [(number, *row[1:]) for number, row in zip(numbers, rows, strict=True)]
    broken = [*unread, *((number, rule, text) for number, rule, text, _ in numbered)]
    broken = sorted(line for line in broken if line[1] not in QUIET)
    skipped = [*((line, None) for line in gaps), *((row[0], row[3]) for row in numbered)]
    store.insert(
        "skipped_lines",
        [
            {"source_id": source_id, "line_number": line, "run_id": run}
            for line, run in sorted(skipped, key=lambda pair: pair[0])
        ],
    )
    store.insert(
        "rejected_lines",
        [
            {"source_id": source_id, "line_number": line, "reason": rule, "line": text}
            for line, rule, text in broken
        ],
    )
    return len(broken)
