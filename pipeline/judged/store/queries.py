"""The SQL files: found, read once, and chained.

Every file below `sql/` is one statement under a header of comment lines:

    -- ideal_gains: what a perfect ranking of each query would gain.
    -- params:  $k (integer)
    -- reads:   gains, discounts
    -- returns: query_id, k, idcg_units
    -- grain:   one row per query_id and k
    -- source:  Järvelin & Kekäläinen 2002
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable


@dataclass(frozen=True)
class Query:
    """One SQL file.

    Attributes:
        name: its path below sql/, without the ending, such as "score/ranked".
        sql: the statement.
        params: names of its `$name` parameters.
    """

    name: str
    sql: str
    params: tuple[str, ...]


@cache
def load(name: str) -> Query:
    """Reads `sql/<name>.sql`, from the wheel or from the checkout."""
    text = (root() / f"{name}.sql").read_text(encoding="utf-8")
    statement = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    params = tuple(dict.fromkeys(re.findall(r"\$([a-z_]+)", statement)))
    return Query(name, statement.strip().rstrip(";"), params)


def chained(steps: Mapping[str, str | Query], last: str) -> Query:
    """A query that reads from others: each step sees those before it, by the names given.

    Args:
        steps: files, or queries, by the names that later ones read them under, in order.
        last: the file whose rows are the result.
    """
    parts = {
        name: load(query) if isinstance(query, str) else query for name, query in steps.items()
    }
    final = load(last)
    named = ", ".join(f"{name} as ({query.sql})" for name, query in parts.items())
    params = dict.fromkeys(name for query in (*parts.values(), final) for name in query.params)
    # The last may begin with a `with` of its own.
    return Query(last, f"with {named} select * from ({final.sql})", tuple(params))


def identifier(name: str) -> str:
    """A name as SQL takes it, whatever its characters."""
    return '"' + name.replace('"', '""') + '"'


def json_path(key: str) -> str:
    """Where a key is in a JSON object, as DuckDB's functions take it."""
    return f"$.{json.dumps(key, ensure_ascii=False)}"


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
    return Path(__file__).resolve().parents[3] / "sql"
