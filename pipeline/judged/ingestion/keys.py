"""The keys of JSON lines: those of the first, and any that a later one has besides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from judged.errors import UnreadableError
from judged.files import literal
from judged.ingestion.json_shapes import documents_key, entries_of, records_of
from judged.ingestion.long_lines import longest_list
from judged.ingestion.looks import DELIMITERS
from judged.ingestion.reading import sizes
from judged.store import queries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.ingestion.formats import Format
    from judged.ingestion.prepared import Prepared
    from judged.ingestion.sample import Sample
    from judged.store.store import Store


@dataclass(frozen=True)
class Keys:
    """The keys of a text of JSON lines, in the order in which they come.

    Attributes:
        of_lines: of the objects in lines.
        documents: the key of the lists, where lines hold some.
        of_entries: of the objects in these.
    """

    of_lines: list[str]
    documents: str | None = None
    of_entries: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        store: Store,
        item: Prepared,
        form: Format,
        sample: Sample,
        given: Mapping[str, str],
    ) -> Keys:
        """The keys of a whole text.

        Raises:
            UnreadableError: it cannot be read.
        """
        records = records_of(sample)
        of_lines = _joined(records, _found(store, item, form, "duckdb/line_keys"))
        if form.layout == "records":
            return cls(of_lines)
        documents = documents_key(form.kind, records, given)
        if documents is None:
            return cls(of_lines)
        objects = [entry for entry in entries_of(records, documents) if isinstance(entry, dict)]
        place = queries.json_path(documents)
        later = _found(store, item, form, "duckdb/entry_keys", documents_at=place)
        return cls(of_lines, documents, tuple(_joined(objects, later)))


def _joined(records: list[dict[str, Any]], later: list[str]) -> list[str]:
    first = dict.fromkeys(key for record in records for key in record)
    return list(first | dict.fromkeys(later))


def _found(store: Store, item: Prepared, form: Format, name: str, **parameters: str) -> list[str]:
    """The keys that a query finds; a line with a delimiter in it has none."""
    query = queries.chained({"lines": "duckdb/read_lines"}, name)
    parameters_of_lines = {
        "path": literal(item.path),
        "delimiter": DELIMITERS[0],
        **sizes(form.layout, longest_list(item.path, form.layout)),
    }
    # On a connection of its own: an error would end the transaction.
    with store.connection.cursor() as apart:
        try:
            rows = apart.execute(query.sql, {**parameters_of_lines, **parameters}).fetchall()
        except duckdb.OutOfMemoryException:
            raise
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            told = f"cannot be read as {form.name} ({reason})"
            raise UnreadableError(item.input.path, told) from None
    return [key for (key,) in rows]
