"""What is wrong with a file that DuckDB cannot read as the format that it should have."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import duckdb

from judged.errors import UnreadableError, is_interruption, is_storage_trouble
from judged.ingestion.reading import LARGEST_OBJECT, Reading

if TYPE_CHECKING:
    from judged.ingestion.prepared import Prepared
    from judged.store.store import Store


# A larger object takes gigabytes of memory to parse in Python, to tell more of what is wrong.
MOST_PARSED = 500_000_000


class BrokenOffError(Exception):
    """DuckDB could not read an input, and the transaction in which it tried is lost.

    Attributes:
        item: the input.
        trouble: what is wrong with it.
    """

    def __init__(self, item: Prepared, trouble: UnreadableError) -> None:
        super().__init__(item, trouble)
        self.item = item
        self.trouble = trouble


def tried_apart(store: Store, item: Prepared) -> Prepared:
    """The input, or what it is if DuckDB cannot read it either: all are told of in one new try.

    It is read apart, and nothing of it kept.
    """
    if item.trouble is not None or item.form.layout not in ("json", "columns"):
        return item
    reading = Reading.line_by_line(item)
    with store.connection.cursor() as apart:
        try:
            # Every value, as what is not asked for is not read.
            apart.execute(
                f"select sum(hash(r)) from ({reading.query.sql}) as r", reading.parameters
            ).fetchall()
        except duckdb.Error as error:
            if is_storage_trouble(error) or is_interruption(error):
                raise
            return item.as_no_run(trouble_of(item, error))
    return item


def trouble_of(item: Prepared, error: Exception) -> UnreadableError:
    """What a person should know of a file on which DuckDB gave up."""
    name = item.input.path
    reason = str(error).splitlines()[0]
    size = item.path.stat().st_size
    if item.form.layout == "json" and size > LARGEST_OBJECT:
        told = f"one JSON object of {size:,} bytes; write it as JSON lines (jsonl), or as Parquet"
        return UnreadableError(name, told)
    if item.form.layout == "json" and size <= MOST_PARSED:
        return _json_trouble(item)
    if item.form.layout == "columns":
        return UnreadableError(name, f"a damaged Parquet file ({reason})")
    return UnreadableError(name, f"cannot be read as {item.form.name} ({reason})")


def _json_trouble(item: Prepared) -> UnreadableError:
    """DuckDB says only that something is wrong; parsing again says what, and where."""
    name = item.input.path
    repeated = _RepeatedKeys()
    try:
        found = json.loads(item.path.read_bytes(), object_pairs_hook=repeated.object_of)
    except json.JSONDecodeError as error:
        told = f"not JSON from column {error.colno} on ({error.msg}); mend it, or write it anew"
        return UnreadableError(name, told, error.lineno)
    except UnicodeDecodeError:
        return UnreadableError(name, "not UTF-8; convert it (iconv -f LATIN1 -t UTF-8)")
    except RecursionError:
        return UnreadableError(name, f"JSON of another shape; wanted {item.form.columns}")
    if repeated.count:
        return UnreadableError(name, repeated.told)
    if not _is_text(found):
        told = "an escape such as \\ud800, half of a character; write both halves, or the character"
        return UnreadableError(name, told)
    return UnreadableError(name, f"{_odd_value(item, found)}; wanted {item.form.columns}")


def _is_text(found: object) -> bool:
    """Whether all text in it is of whole characters."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


class _RepeatedKeys:
    """The keys that stand more than once in one of the objects of a JSON text.

    Attributes:
        count: how often a key stands again.
    """

    def __init__(self) -> None:
        self.count = 0
        self._first = ""
        self._object: dict[str, Any] | None = None
        self._where = "one JSON object"

    def object_of(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Makes an object of its pairs, and notes the keys among them that repeat."""
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                self.count += 1
                if self._object is None:
                    self._first, self._object = key, found
            # Objects within others are made first.
            if value is self._object and value is not None:
                self._where = f"the object of {key!r}"
            found[key] = value
        return found

    @property
    def told(self) -> str:
        """What a person should know of them."""
        more = f" (and {self.count - 1:,} more such places)" if self.count > 1 else ""
        return f"the key {self._first!r} stands twice in {self._where}{more}; each may stand once"


def _odd_value(item: Prepared, found: Any) -> str:
    """The first value that is not what the format has there."""
    kind = dict if item.form.is_worst_first is None else list
    if not isinstance(found, dict):
        return f"JSON that begins with {json.dumps(found)[:40]}"
    for query, value in found.items():
        if not isinstance(value, kind):
            return f"the value of {query!r} is {json.dumps(value)[:40]}"
    return "JSON of another shape"
