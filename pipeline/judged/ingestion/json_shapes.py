"""What shape a JSON file has: one object by query, or lines of rows or of lists."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from judged.errors import UnreadableError
from judged.ingestion.columns import KNOWN, knows
from judged.ingestion.formats import FORMATS, wanted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.ingestion.columns import FileKind
    from judged.ingestion.formats import Format
    from judged.ingestion.sample import Sample

# The first key of an object, and how its value begins.
FIRST_VALUE = re.compile(r'\s*\{\s*(?:("(?:[^"\\]|\\.)*")\s*:\s*(.)|\})')
# What a list holds that holds no ids.
FIRST_OF_LIST = re.compile(r"\s*[\[{]")
# As many lines are parsed to see which keys there are.
PARSED = 20
BEST_OR_WORST = "whether the best or the worst is first is never guessed: say --run-format"


def looks_like_json(sample: Sample) -> bool:
    """Whether a text begins as an object or array of JSON does."""
    return bool(re.match(r'\s*[\[{]\s*(["\[{\]}]|$)', sample.lines[0]))


def records_of(sample: Sample) -> list[dict[str, Any]]:
    """The first lines that are JSON objects."""
    return [record for line in sample.lines[:PARSED] if (record := _object(line)) is not None]


def json_format(kind: FileKind, sample: Sample, columns: Mapping[str, str]) -> Format:
    """The format of a text that begins as JSON does.

    Raises:
        UnreadableError: an array, or an object of neither lists nor rows.
    """
    if sample.lines[0].lstrip().startswith("["):
        raise _misfit(kind, sample, "a JSON array; write each of its objects in a line (jsonl)")
    records = records_of(sample)
    if records and _is_row(kind, records[0], columns):
        return _lines_format(kind, sample, records, columns)
    return _object_format(kind, sample)


def documents_key(
    kind: FileKind, records: list[dict[str, Any]], columns: Mapping[str, str]
) -> str | None:
    """The key of the lists in lines of one query each; None where lines hold one row."""
    for record in records:
        for key, value in record.items():
            if isinstance(value, list) and knows(kind, "documents", [key], columns):
                return key
    return None


def entries_of(records: list[dict[str, Any]], key: str) -> list[Any]:
    """What the lists of some lines hold; a line without a list has none."""
    lists = [record[key] for record in records if isinstance(record.get(key), list)]
    return [entry for entries in lists for entry in entries]


def _is_row(kind: FileKind, record: dict[str, Any], columns: Mapping[str, str]) -> bool:
    """Whether an object names its query, rather than having queries for keys."""
    return any(
        knows(kind, "query", [key], columns) and isinstance(value, str | int | float)
        for key, value in record.items()
    )


def _lines_format(
    kind: FileKind,
    sample: Sample,
    records: list[dict[str, Any]],
    columns: Mapping[str, str],
) -> Format:
    # By the first line: a later one of another shape is told with its number.
    key = documents_key(kind, records[:1], columns)
    if key is None:
        return FORMATS[kind]["jsonl"]
    entries = entries_of(records, key)
    if not entries or isinstance(entries[0], dict):
        return FORMATS[kind]["jsonl-queries"]
    if isinstance(entries[0], list):
        raise _misfit(kind, sample, "JSON lists of pairs; write an object a document")
    raise _of_ids(kind, sample, "jsonl")


def _object_format(kind: FileKind, sample: Sample) -> Format:
    found = FIRST_VALUE.match("\n".join(sample.lines[:PARSED]))
    if found is None:
        raise _misfit(kind, sample, "JSON that begins otherwise than the formats do")
    sign = found[2]
    # Beside objects null is an odd value of one query.
    if sign is None or sign in "{n":
        return FORMATS[kind]["json"]
    if sign == "[":
        if FIRST_OF_LIST.match("\n".join(sample.lines[:PARSED]), found.end()):
            told = "JSON lists of objects or of pairs, in an object; write an object a query"
            raise _misfit(kind, sample, told)
        raise _of_ids(kind, sample, "json")
    key = _value(found[1])
    if not isinstance(key, str):
        told = f"not JSON: its first key is {found[1][:80]!r}; mend it, or write it anew"
        raise _misfit(kind, sample, told)
    if knows(kind, "query", [key], {}):
        told = "a JSON object over several lines, or without a query's id; write each in one line"
        raise _misfit(kind, sample, told)
    names = ", ".join(KNOWN[kind]["query"].replace("|", "").split())
    raise _misfit(
        kind,
        sample,
        f"a JSON object whose first key is {found[1][:80]}, and none is known to be a query"
        f" ({names}); name it with --columns query=NAME",
    )


def _of_ids(kind: FileKind, sample: Sample, form: str) -> UnreadableError:
    if kind == "qrels":
        return _misfit(kind, sample, "JSON lists of ids, which have no grades")
    told = f"JSON lists of ids; {BEST_OR_WORST} {form}-best-first or {form}-worst-first"
    return UnreadableError(sample.path, told, sample.line_number)


def _object(line: str) -> dict[str, Any] | None:
    found = _value(line)
    return found if isinstance(found, dict) else None


def _value(text: str) -> Any:
    """What a JSON text stands for; None where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _misfit(kind: FileKind, sample: Sample, told: str) -> UnreadableError:
    return UnreadableError(sample.path, f"{told}; wanted {wanted(kind)}", sample.line_number)
