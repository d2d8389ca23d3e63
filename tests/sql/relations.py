"""What the tests of SQL files share: their headers, and empty relations for them to read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from judged.validation.schemas import Schemas
from tests.support import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

SQL = PROJECT / "sql"
KEYS = ("params", "reads", "returns", "grain", "source")

# The SQL type of every column that is not text, by its name: one name means one thing everywhere.
_TYPED = {
    "bigint": (
        "age bytes chunks columns copies copy documents entries file_rank first_line gain grade"
        " judged judgments k last_line line_number line_order line_place lines longest"
        " map_source_id missing_queries most_lines occurrence part_id place places previous_rank"
        " qrels_source_id queries rank rejected relevant retrieved rows"
        " scored_queries shortest source_id stored tied top_retrieved top_unjudged unjudged"
        " unknown_queries weight zero_idcg_queries"
    ),
    "decimal(38, 0)": "dcg_units idcg_units weights",
    "double": (
        "ceiling contribution dcg discount floor_key highest_score idcg judged_rate lowest_score"
        " macro_ndcg macro_ndcg_zero_idcg_as_zero macro_ndcg_zero_idcg_excluded mean_ceiling"
        " mean_lines mean_unjudged_rate median ndcg pooled_ndcg previous_score score sort_key"
        " unjudged_rate"
    ),
    "boolean": (
        "counted has_iterations has_ranks has_scores is_judged is_mapped is_resumed maps_judgments"
        " missing zero_idcg"
    ),
    "varchar[]": "f",
    "json": "entry record",
}
TYPES = {name: kind for kind, names in _TYPED.items() for name in names.split()}

# The columns of what a stage fills with Python values; files of sql/ return all the others.
FILLED = {
    "cutoffs": ("k", "measure"),
    "discounts": ("rank", "weight", "weights"),
    "gains": ("grade", "gain"),
    "id_pairs": ("file_doc_id", "doc_id"),
    "lines": ("line",),
    "listed_queries": ("query_id",),
    "map_lines": ("line",),
    "scored_runs": ("run_id", "evaluation_id"),
    "selected_qrels": ("source_id", "iteration"),
    "selected_runs": ("run_id", "evaluation_id"),
    "selected_sources": ("run_id", "source_id"),
    "split": ("f", "line"),
}

# Relations that one of several files makes, by the pattern of their names.
VARIANTS = {
    "contenders": "score/contenders*.sql",
    "list_entries": "duckdb/lists_of_lines.sql",
    "ordered": "score/ordered_*.sql",
    "retrieved_gains": "score/gains_of_*.sql",
    "records": "duckdb/records_of_lines.sql",
    "scored_judgments": "*/scored_judgments*.sql",
    "scored_lines": "*/scored_lines*.sql",
    "typed": "duckdb/typed_run.sql",
}


@dataclass(frozen=True)
class File:
    """One SQL file, taken apart by this module and not by the program.

    Attributes:
        name: its path below sql/, without the ending.
        comment: the lines above the statement, without their hyphens.
        statement: the rest.
    """

    name: str
    comment: list[str]
    statement: str

    @property
    def header(self) -> dict[str, str]:
        """The text of each key, with its continuation lines."""
        found: dict[str, str] = {}
        key = ""
        for line in self.comment[1:]:
            match = re.fullmatch(r" (\w+): {1,3}(\S.*)", line)
            if match:
                key = match.group(1)
                found[key] = match.group(2)
            elif key and re.fullmatch(r" {10}\S.*", line):
                found[key] += " " + line.strip()
            else:
                found[f"unreadable line {line!r}"] = ""
        return found

    def listed(self, key: str) -> list[str]:
        """A key's text as names between commas."""
        return [part.strip() for part in self.header[key].split(",")]

    @property
    def params(self) -> dict[str, str]:
        """The type of each parameter by its name, as the header has it."""
        text = self.header["params"]
        kinds = {}
        for match in re.finditer(r"\$(\w+)", text):
            kind = re.search(r"\(([^)]*)\)", text[match.end() :])
            kinds[match.group(1)] = kind.group(1) if kind else "text"
        return kinds

    @property
    def grain(self) -> list[str]:
        """The columns that the grain names; none where it is told in words."""
        match = re.match(r"one row per ([\w, ]+?)(;|$)", self.header["grain"])
        names = re.split(r", | and ", match.group(1)) if match else []
        return names if set(names) <= set(self.listed("returns")) else []


def read(path: Path) -> File:
    """Reads one file of sql/."""
    lines = path.read_text(encoding="utf-8").splitlines()
    above = next((place for place, line in enumerate(lines) if not line.startswith("--")), 0)
    name = path.relative_to(SQL).with_suffix("").as_posix()
    return File(name, [line[2:] for line in lines[:above]], "\n".join(lines[above:]).strip())


def files(*, excluded: Sequence[str] = ("tables/", "migrations/", "duckdb/comments")) -> list[File]:
    """Every file of sql/, without those whose names begin with one of `excluded`."""
    paths = sorted(SQL.rglob("*.sql"))
    found = [read(path) for path in paths]
    return [file for file in found if not file.name.startswith(tuple(excluded))]


def tree(connection: duckdb.DuckDBPyConnection, statement: str) -> dict[str, Any]:
    """The one SELECT of a statement as DuckDB parses it."""
    row = connection.execute("select json_serialize_sql($text)", {"text": statement}).fetchone()
    assert row is not None
    parsed = json.loads(row[0])
    assert not parsed["error"], parsed
    assert len(parsed["statements"]) == 1
    node: dict[str, Any] = parsed["statements"][0]["node"]
    return node


def nodes(node: object) -> Iterator[dict[str, Any]]:
    """Every object of a parsed statement."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from nodes(value)
    elif isinstance(node, list):
        for value in node:
            yield from nodes(value)


def relations_read(node: dict[str, Any]) -> set[str]:
    """The tables that a statement names, without its own CTEs."""
    tables = {str(part["table_name"]) for part in nodes(node) if part.get("type") == "BASE_TABLE"}
    ctes = {
        str(entry["key"])
        for part in nodes(node)
        if isinstance(part.get("cte_map"), dict)
        for entry in part["cte_map"]["map"]
    }
    return tables - ctes


def columns_of(relation: str, reader: str) -> dict[str, str]:
    """The columns of a relation with their types.

    Args:
        relation: its name.
        reader: the file that reads it; several read a relation `fields`, or `relation`.
    """
    table = SQL / "tables" / f"{relation}.sql"
    if table.exists():
        with duckdb.connect() as connection:
            connection.execute(table.read_text(encoding="utf-8"))
            described = connection.execute(f"describe {relation}").fetchall()
        return {row[0]: row[1] for row in described}
    if relation == "relation":
        schema = Schemas.of().model(reader.removeprefix("schemas/")).to_schema()
        names = list(schema.columns)
    elif relation == "fields":
        names = read(SQL / "duckdb" / f"{_FIELDS[reader]}.sql").listed("returns")
    elif relation == "named":
        names = _named(reader)
    elif relation in FILLED:
        names = list(FILLED[relation])
    else:
        pattern = VARIANTS.get(relation, f"**/{relation}.sql")
        paths = [path for path in SQL.glob(pattern) if path.parent.name != "schemas"]
        names, *others = [read(path).listed("returns") for path in paths]
        assert all(other == names for other in others), f"{relation} has not the same columns"
    return {name: TYPES.get(name, "varchar") for name in names}


# Which file makes the relation `fields` that another reads.
_FIELDS = {
    "duckdb/typed_qrels": "trec_qrels",
    "duckdb/typed_run": "trec_run",
    "duckdb/rows_of_lines": "lists_run",
}


def _named(reader: str) -> list[str]:
    """The columns that files with named columns are read by: what the reader returns of them."""
    returned = read(SQL / f"{reader}.sql").listed("returns")
    return [name for name in returned if name not in ("problem", "line")]


def create(connection: duckdb.DuckDBPyConnection, relation: str, columns: dict[str, str]) -> None:
    """Makes an empty table."""
    listed = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
    connection.execute(f"create table {relation} ({listed})")
