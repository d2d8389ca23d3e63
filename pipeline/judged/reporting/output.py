"""Standard output: the only module that writes there. Data, in the form that was asked for."""

from __future__ import annotations

import io
import json
import math
import os
import re
import sys
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import click

from judged.files import CHUNK_BYTES
from judged.reporting.blocks import Heading, Paragraph, Table
from judged.reporting.chunks import chunk_columns
from judged.reporting.document import document
from judged.text import CSV_FORMULAS, short_id, visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from judged.reporting.blocks import Block

FORMS = ("table", "json", "jsonl", "csv", "markdown")
# The fields that rule what is counted, named as in table evaluations.
POLICIES = ("zero_idcg", "missing_queries", "unjudged")
# Wide enough that nothing is cut where no terminal says how wide it is.
PIPE_WIDTH = 10_000
UNLIMITED = 1_000_000
# The columns of run_scores but the ids, which a refused run has too, as null.
SCORE_KEYS = (
    "k",
    "measure",
    "queries",
    "scored_queries",
    "zero_idcg_queries",
    "missing_queries",
    "unknown_queries",
    "macro_ndcg",
    "macro_ndcg_zero_idcg_as_zero",
    "macro_ndcg_zero_idcg_excluded",
    "pooled_ndcg",
    "mean_ceiling",
    "retrieved",
    "unjudged",
    "unjudged_rate",
    "mean_unjudged_rate",
)

# What is markup in GitHub's Markdown wherever it stands, an underscore at the edge of a word too.
MARKUP = re.compile(r"[\\`*\[\]<>|&~]|(?<![^\W_])_|_(?![^\W_])")
ENTITIES = {"<": "&lt;", "&": "&amp;"}
# Controls beyond those that JSON escapes, and what turns or hides text.
UNSEEN = re.compile(r"[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
QUOTED = re.compile(r'[",\r\n]')
# What makes a formula of a cell in one spreadsheet or another, full-width signs too.
FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")


def write(text: str) -> None:
    """Writes text that ends in a line feed, as UTF-8 on every system.

    A reader that wants no more of it changes nothing else: not what is stored, nor the exit code.
    """
    try:
        _write(text)
    except BrokenPipeError:
        discard()


def write_file(path: Path) -> None:
    """Writes a whole file, as `write` does text."""
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                _write_bytes(chunk)
    except BrokenPipeError:
        discard()


def discard() -> None:
    """Sends what follows nowhere, so that nothing is left to flush into a closed pipe."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.__stdout__.fileno() if sys.__stdout__ else 1)


def _write(text: str) -> None:
    if getattr(sys.stdout, "buffer", None) is None:
        sys.stdout.write(text)
    else:
        _write_bytes(text.encode("utf-8", errors="surrogateescape"))


def _write_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def write_report(report: dict[str, Any], form: str, db: str) -> None:
    """Writes a report on a database, as one of FORMS."""
    if form == "table":
        _draw(document(report, db))
    else:
        write(report_text(report, form, db))


def report_text(report: dict[str, Any], form: str, db: str) -> str:
    """A report as text: json, markdown, or one row a run and k as csv or jsonl."""
    if form == "json":
        return as_json(report)
    if form == "markdown":
        return as_markdown(document(report, db))
    rows = score_rows(report)
    return rows_text(list(rows[0]), [[*row.values()] for row in rows], form)


def score_rows(report: dict[str, Any]) -> list[dict[str, Any]]:
    """One row a run and k, or a run that was refused, each with what it was made under and of.

    Lists of queries, the contract and the origins of its fields are JSON in a cell, and the counts
    have their rules beside them. The note is the last column: a line of its own would be a row of
    another width to any reader.
    """
    policies = {f"{name}_policy": report["contract"][name] for name in POLICIES}
    shared = {
        "qrels_sha256": report["qrels"]["sha256"],
        "queries_sha256": (report["queries"] or {}).get("sha256"),
        **report["judgments"],
        "contract": report["contract"],
        "origins": report["origins"],
        "remarks": " ".join(report["remarks"]) or None,
    }
    return [
        {
            "contract_id": short_id(report["contract_id"]),
            "run_id": run["run_id"],
            "status": run["status"],
            "reason": run["reason"],
            **dict.fromkeys(SCORE_KEYS),
            **score,
            **policies,
            **{f"{name}_list": length for name, length in run["list_lengths"].items()},
            **chunk_columns(run, score.get("k")),
            "zero_idcg_query_ids": run["zero_idcg_queries"],
            "missing_query_ids": run["missing_queries"],
            "unknown_query_ids": run["unknown_queries"],
            "run_sha256": run["sha256"],
            **shared,
            "note": report["note"],
        }
        for run in report["runs"]
        for score in (run["scores"] or [{}])
    ]


def write_rows(columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str) -> None:
    """Writes rows as table, json, jsonl, csv or markdown."""
    if form == "table":
        _draw([text_table(columns, rows)])
    else:
        write(rows_text(columns, rows, form))


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


def write_blocks(blocks: Sequence[Block], form: str) -> None:
    """Writes headings, paragraphs and tables as table (drawn) or markdown."""
    if form == "table":
        _draw(blocks)
    else:
        write(as_markdown(blocks))


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


def as_markdown(blocks: Sequence[Block]) -> str:
    """GitHub's Markdown; what could be markup in an id stays text."""
    parts = []
    for block in blocks:
        if isinstance(block, Heading):
            parts.append(f"## {_escaped(block.text)}")
        elif isinstance(block, Paragraph):
            parts.append(_escaped(block.text))
        else:
            parts.append(_markdown_table(block))
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: Table) -> str:
    lines = [
        [_escaped(column.removeprefix(">")) for column in table.columns],
        ["---:" if column.startswith(">") else "---" for column in table.columns],
        *([_escaped(value) for value in row] for row in table.rows),
    ]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _escaped(text: str) -> str:
    return MARKUP.sub(lambda sign: ENTITIES.get(sign[0], f"\\{sign[0]}"), visible(text))


def _draw(blocks: Sequence[Block]) -> None:
    """Draws on a terminal, or as plain aligned text where standard output is none."""
    from rich.console import Console
    from rich.measure import Measurement

    buffer = io.StringIO()
    is_terminal = sys.stdout.isatty()
    console = Console(
        file=buffer,
        force_terminal=is_terminal,
        width=None if is_terminal else PIPE_WIDTH,
        highlight=False,
        # Text like :name: stays text.
        emoji=False,
    )
    for place, block in enumerate(blocks):
        if isinstance(block, Heading):
            console.print(("\n" if place else "") + visible(block.text), style="bold", markup=False)
        elif isinstance(block, Paragraph):
            console.print("\n" + visible(block.text), markup=False, soft_wrap=not is_terminal)
        else:
            drawn = _rich_table(block)
            unlimited = console.options.update(max_width=UNLIMITED)
            least = Measurement.get(console, unlimited, drawn).minimum
            # No number and no word is broken: a narrow terminal wraps the lines instead.
            console.print(drawn, width=max(console.width, least), crop=False)
    text = buffer.getvalue()
    write("\n".join(line.rstrip() for line in text.split("\n")))


def _rich_table(table: Table) -> Any:
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for place, column in enumerate(table.columns):
        is_of_numbers = column.startswith(">")
        head = visible(column.removeprefix(">"))
        cells = [visible(row[place]) for row in table.rows]
        words = head.split() + (cells if is_of_numbers else " ".join(cells).split())
        drawn.add_column(
            Text(head),
            justify="right" if is_of_numbers else "left",
            min_width=max((cell_len(word) for word in words), default=0),
            overflow="fold",
        )
    for row in table.rows:
        drawn.add_row(*[Text(visible(value)) for value in row])
    return drawn
