"""The generated parts of the READMEs, such as commands and rules, and our schemas as SQL.

    python -m tests.docs.generate

writes them anew; `test_generated.py` fails where one is not current. A part of a README stands
between `<!-- generated: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from tests.support import PROJECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[:0] = [str(PROJECT / "pipeline"), str(PROJECT / "schemas")]

README_FILES = [
    PROJECT / "README.md",
    PROJECT / "pipeline" / "README.md",
    PROJECT / "schemas" / "README.md",
    PROJECT / "sql" / "README.md",
    PROJECT / "tests" / "README.md",
]
PART = re.compile(r"<!-- generated: (\w+) -->\n.*?<!-- end -->", re.DOTALL)


def renewed(text: str) -> str:
    """A README with every generated part made anew."""
    return PART.sub(lambda match: _part(match.group(1)), text)


def _part(name: str) -> str:
    return f"<!-- generated: {name} -->\n\n{PARTS[name]()}\n\n<!-- end -->"


def commands() -> str:
    """The help of every command, as it is printed."""
    from judged.cli import COMMANDS, group

    settings: dict[str, Any] = {**group.context_settings, "terminal_width": 100}
    with click.Context(group, info_name="judged", **settings) as context:
        pages = [("judged", group.get_help(context))]
        for name in COMMANDS:
            command = import_module(f"judged.commands.{name}").command
            with click.Context(command, info_name=name, parent=context) as inner:
                pages.append((f"judged {name}", command.get_help(inner)))
    return "\n\n".join(f"### {name}\n\n```text\n{page.rstrip()}\n```" for name, page in pages)


def contract() -> str:
    """Every field, the default first."""
    from judged.contract.contract import Contract
    from judged.contract.fields import FIELDS

    rows = [
        (
            f"`{name}`",
            f"`{field.kind.text(getattr(Contract(), name)) or 'none'}`",
            f"`{field.kind.form}`",
            field.meaning,
            "yes" if field.identifies else "no",
        )
        for name, field in FIELDS.items()
    ]
    return table(("field", "default", "values", "meaning", "in the identifier"), rows)


def presets() -> str:
    """The fields that each preset fixes and that differ among presets."""
    from judged.contract.contract import Contract
    from judged.contract.fields import FIELDS
    from judged.contract.presets import PRESETS

    shown = [
        name
        for name, field in FIELDS.items()
        if len({field.kind.text(getattr(Contract.preset(preset), name)) for preset in PRESETS}) > 1
    ]
    rows = [
        (
            f"`{preset}`",
            *[
                FIELDS[name].kind.text(getattr(Contract.preset(preset), name)) or "none"
                for name in shown
            ],
        )
        for preset in PRESETS
    ]
    return table(("preset", *shown), rows)


def formats() -> str:
    """What each input format looks like."""
    from judged.ingestion.formats import FORMATS

    of_qrels, of_runs = FORMATS["qrels"], FORMATS["run"]
    rows = []
    for name in {**of_qrels, **of_runs}:
        forms = [of_qrels.get(name), of_runs.get(name)]
        layouts = ["" if form is None else f"`{form.columns}`" for form in forms]
        notes = dict.fromkeys(form.note for form in forms if form is not None)
        rows.append((f"`{name}`", *layouts, "; ".join(notes)))
    return table(("format", "judgments", "runs", "note"), rows)


def columns() -> str:
    """By which names the columns of a file are known."""
    from judged.ingestion.columns import COLUMNS, KNOWN

    rows = []
    for held in COLUMNS:
        for kind, known in KNOWN.items():
            first, _, then = known.get(held, "").partition("|")
            if first:
                rows.append((held, kind, _names(first), _names(then)))
    # Where both kinds know the same names, one row says so.
    both = [(held, first, then) for held, _, first, then in rows]
    merged = [
        (f"`{held}`", "both" if both.count((held, first, then)) == 2 else kind, first, then)
        for held, kind, first, then in rows
    ]
    return table(("field", "file", "known names", "where none of these is there"), _once(merged))


def _names(words: str) -> str:
    return ", ".join(f"`{word}`" for word in words.split())


def _once(rows: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return list(dict.fromkeys(rows))


def rules() -> str:
    """The catalogue of rules."""
    from judged_schemas.rules import RULES

    rows = [
        (
            f"`{rule.rule_id}`",
            _severity(rule),
            rule.about,
            rule.meaning,
            rule.what_to_do,
            rule.source,
        )
        for rule in RULES.values()
    ]
    columns = ("rule", "severity", "about", "what holds", "where it does not", "source")
    return table(columns, rows)


def _severity(rule: Any) -> str:
    changes = [
        f"{word} under `{field}` = {', '.join(values)}"
        for word, fields in (("warning", rule.softened), ("error", rule.hardened))
        for field, values in fields.items()
    ]
    if rule.skips:
        changes.append("warning under `--on-bad-line skip`")
    return "; ".join([rule.severity, *changes])


def inputs() -> str:
    """Which test has which broken or odd input."""
    from tests.cases.items import ITEMS

    rows = [
        (item, ", ".join(f"`{test.rpartition('::')[2]}`" for test in tests))
        for item, tests in ITEMS.items()
    ]
    return table(("input", "tests"), rows)


def relations() -> str:
    """The columns of every schema with what they hold."""
    from judged_schemas.coverage import Coverage
    from judged_schemas.qrels import Qrels
    from judged_schemas.query_scores import QueryScores
    from judged_schemas.runs import Runs

    parts = []
    for model in (Qrels, Runs, Coverage, QueryScores):
        doc = (model.__doc__ or "").splitlines()
        grain = next(line.strip() for line in doc if "Grain:" in line)
        schema = model.to_schema()
        rows = [
            (
                f"`{name}`",
                str(column.dtype),
                "yes" if column.nullable else "no",
                ", ".join(f"`{check.error or check.name}`" for check in column.checks),
                column.description or "",
            )
            for name, column in schema.columns.items()
        ]
        columns = ("column", "type", "null", "checks", "what it holds")
        parts.append(f"### {model.__name__}\n\n{doc[0]} {grain}\n\n{table(columns, rows)}")
    return "\n\n".join(parts)


def tables() -> str:
    """The public tables and views, from the comments in the database itself."""
    from judged.store.store import Store

    with TemporaryDirectory() as folder, Store.open(f"{folder}/new.duckdb") as store:
        relations = store.rows(
            "select table_name, comment from duckdb_tables() where comment is not null"
            " union all select view_name, comment from duckdb_views() where comment is not null"
            " order by 1"
        )
        columns = store.rows(
            "select table_name, column_name, data_type, comment from duckdb_columns()"
            " where comment is not null order by table_name, column_index"
        )
    parts = []
    for name, comment in relations:
        rows = [
            (f"`{column}`", kind.lower(), text) for of, column, kind, text in columns if of == name
        ]
        parts.append(
            f"### {name}\n\n{comment}\n\n{table(('column', 'type', 'what it holds'), rows)}"
        )
    return "\n\n".join(parts)


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [list(columns)]
    lines.append(["---"] * len(lines[0]))
    lines += [[str(value).replace("|", "\\|") for value in row] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


PARTS: dict[str, Callable[[], str]] = {
    "commands": commands,
    "contract": contract,
    "presets": presets,
    "formats": formats,
    "columns": columns,
    "rules": rules,
    "relations": relations,
    "inputs": inputs,
    "tables": tables,
}


def write(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(renewed(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    from tests.docs.schema_sql import files

    for readme in README_FILES:
        write(readme)
    for name, text in files().items():
        (PROJECT / "sql" / name).write_text(text, encoding="utf-8", newline="\n")
