"""The SQL files: found, read once, and described by their headers.

Every file below `sql/` is one statement under a header of comment lines:

    -- ideal_gains: what a perfect ranking of each query would gain.
    -- params:  $k (integer)
    -- reads:   gains, discounts
    -- returns: query_id, k, idcg_units
    -- grain:   one row per query_id and k
    -- source:  Järvelin & Kekäläinen 2002
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

KEYS = ("params", "reads", "returns", "grain", "source")


@dataclass(frozen=True)
class Query:
    """One SQL file.

    Attributes:
        name: its path below sql/, without the ending, such as "score/ranked".
        title: what its rows are, in a sentence.
        sql: the statement.
        params: names of its `$name` parameters.
        header: the header's keys and their text.
    """

    name: str
    title: str
    sql: str
    params: tuple[str, ...]
    header: dict[str, str]


@cache
def load(name: str) -> Query:
    """Reads `sql/<name>.sql`, from the wheel or from the checkout."""
    text = (root() / f"{name}.sql").read_text(encoding="utf-8")
    head = [line[2:].strip() for line in text.splitlines() if line.startswith("--")]
    title = head[0].partition(":")[2].strip() if head else ""
    header = _keys(head[1:])
    statement = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    params = tuple(dict.fromkeys(re.findall(r"\$([a-z_]+)", statement)))
    return Query(name, title, statement.strip().rstrip(";"), params, header)


def _keys(lines: list[str]) -> dict[str, str]:
    """The keys of a header; a line that begins with none goes on with the one before."""
    header: dict[str, str] = {}
    key = ""
    for line in lines:
        word, colon, text = line.partition(":")
        if colon and word in KEYS:
            key = word
            header[key] = text.strip()
        elif key:
            header[key] += f" {line}"
    return header


def chained(steps: Mapping[str, str], last: str) -> Query:
    """A query that reads from others: each step sees those before it, by the names given.

    Args:
        steps: the files by the names that later ones read them under, in order.
        last: the file whose rows are the result.
    """
    parts = {name: load(query) for name, query in steps.items()}
    final = load(last)
    named = ", ".join(f"{name} as ({query.sql})" for name, query in parts.items())
    params = dict.fromkeys(name for query in (*parts.values(), final) for name in query.params)
    # The last may begin with a `with` of its own.
    sql = f"with {named} select * from ({final.sql})"
    return Query(final.name, final.title, sql, tuple(params), final.header)


def among(column: str, parameter: str = "ids", kind: str = "varchar") -> str:
    """The condition that a column's value is one of a list parameter's, which may be empty."""
    return f"{column} in (select unnest(cast(${parameter} as {kind}[])))"


@cache
def names(folder: str) -> list[str]:
    """The queries of one folder below sql/, in order."""
    paths = (root() / folder).iterdir()
    return sorted(f"{folder}/{path.name[:-4]}" for path in paths if path.name.endswith(".sql"))


@cache
def root() -> Traversable:
    """The folder of the SQL files: beside the package in a wheel, at the top in a checkout."""
    packaged = files("judged") / "sql"
    if packaged.is_dir():
        return packaged
    return Path(__file__).resolve().parents[2] / "sql"
