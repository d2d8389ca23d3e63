"""Rows as text: JSON, JSON Lines, CSV, Markdown."""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import click

from judged.reporting.blocks import Table
from judged.reporting.markdown import as_markdown
from judged.text import CSV_FORMULAS

if TYPE_CHECKING:
    from collections.abc import Sequence

# Controls beyond those that JSON escapes, and what turns or hides text.
UNSEEN = re.compile(r"[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
QUOTED = re.compile(r'[",\r\n]')
# What makes a formula of a cell in one spreadsheet or another, full-width signs too.
# What is not seen may stand before it.
FORMULA = re.compile(r"[\s\x00-\x1f\ufeff\u200b]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")


def rows_text(columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str) -> str:
    """Rows as json, jsonl, csv or markdown."""
    if form == "csv":
        return as_csv(columns, rows)
    if form == "markdown":
        return as_markdown([text_table(columns, rows)])
    names = _distinct(columns)
    dicts = [
        {name: _json_value(value) for name, value in zip(names, row, strict=True)} for row in rows
    ]
    if form == "jsonl":
        return "".join(json_text(row) + "\n" for row in dicts)
    return as_json(dicts)


def _distinct(columns: Sequence[str]) -> list[str]:
    """Names of which no two are alike: a second `a` is `a_2`."""
    names: list[str] = []
    for column in columns:
        name, number = column, 1
        while name in names:
            number += 1
            name = f"{column}_{number}"
        names.append(name)
    return names


def _json_value(value: Any) -> Any:
    """The value, or its name as text where JSON has no number for it: NaN and infinity."""
    is_other = isinstance(value, float) and not math.isfinite(value)
    return str(value) if is_other else value


def text_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    """Rows as a table of text, the same text as in CSV; numbers to the right."""
    marks = [
        ">" if any(is_number(row[place]) for row in rows) else "" for place in range(len(columns))
    ]
    names = tuple(mark + column for mark, column in zip(marks, columns, strict=True))
    return Table(names, [tuple(cell(value) for value in row) for row in rows])


def is_number(value: object) -> bool:
    """Whether a value is told to the right of its column; true and false are words."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def cell(value: object) -> str:
    """One value as text: nothing for null, every digit of a float, true and false."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return repr(value) if isinstance(value, float) else str(value)


def as_json(value: object) -> str:
    """JSON with two spaces a level, in the order of the keys, every visible character as it is."""
    return json_text(value, indent=2) + "\n"


def json_text(value: object, indent: int | None = None) -> str:
    """JSON in which what steers a terminal is escaped: the same value to whatever reads JSON."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return UNSEEN.sub(lambda sign: json.dumps(sign[0])[1:-1], text)


def as_csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """CSV of RFC 4180 with line feeds, a header line first; null is empty."""
    written = _without_formula if _escapes_formulas() else cell
    return "".join(_csv_line([written(value) for value in row]) for row in (columns, *rows))


def _csv_line(cells: Sequence[str]) -> str:
    """Cells between commas; Python's own writer leaves a carriage return without quotes."""
    if list(cells) == [""]:
        return '""\n'  # an empty line would be none
    quoted = [
        '"' + text.replace('"', '""') + '"' if QUOTED.search(text) else text for text in cells
    ]
    return ",".join(quoted) + "\n"


def _escapes_formulas() -> bool:
    """Whether the command line chose `--csv-formulas escape`; Python callers have none."""
    context = click.get_current_context(silent=True)
    return context is not None and context.meta.get(CSV_FORMULAS) == "escape"


def _without_formula(value: object) -> str:
    """A value as a cell that no spreadsheet takes for a formula; numbers are none."""
    text = cell(value)
    is_text = not isinstance(value, int | float | Decimal)
    return f"'{text}" if is_text and FORMULA.match(text) else text
