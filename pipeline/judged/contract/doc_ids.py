"""Which entity is scored: the values of the contract's doc_ids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike, fspath
from typing import Any, TypeAlias

from judged.contract.kinds import Choice
from judged.contract.words import one_word
from judged.errors import ContractError, near

KEYS = ("pattern", "map", "judgments")
BOTH = "judgments,"
EXAMPLE = "^(.*)#[0-9]+$"
WANTED = f'one capture group says which part of an id is judged, such as "{EXAMPLE}"'
# How a map is named that is known by its content alone.
BY_HASH = re.compile(r"sha256:([0-9a-f]{64})")
# What messages and sources call pairs in memory.
IN_MEMORY = "doc_ids"


@dataclass(frozen=True)
class IdPattern:
    """The judged id is what the one group of a regular expression (RE2) captures.

    Attributes:
        judgments: whether the ids of the judgments are read so too.
    """

    pattern: str
    judgments: bool = False

    @property
    def told(self) -> str:
        return f"pattern={self.pattern}"


@dataclass(frozen=True)
class IdMap:
    """The judged id stands beside the run's in a map, which is what it holds, wherever it lies.

    Attributes:
        sha256: of its pairs, in any order.
        judgments: whether the ids of the judgments are read so too.
        path: its file, or what messages call pairs in memory; None where it is in a store.
        pairs: the pairs, where they are in memory.
    """

    sha256: str
    judgments: bool = False
    path: str | None = field(default=None, compare=False)
    pairs: tuple[tuple[str, str], ...] | None = field(default=None, compare=False, repr=False)

    @property
    def told(self) -> str:
        return f"map=sha256:{self.sha256}"


IdRule: TypeAlias = IdPattern | IdMap


class DocIds:
    """The ids as they are, or a rule that says which document an id of a chunk or page is of."""

    form = "as_is|[judgments,]pattern=REGEX|[judgments,]map=FILE"
    toml = (
        '"as_is"',
        f"{{ pattern = '{EXAMPLE}' }}",
        '{ map = "chunks.tsv" }',
        f"{{ pattern = '{EXAMPLE}', judgments = true }}",
    )
    words = Choice(("as_is",), "a table with a pattern or a map: pattern=REGEX, map=FILE")

    def parse(self, words: Sequence[str]) -> object:
        """A pattern may hold whatever a path or a list may: only what stands before it is split."""
        word = one_word(words)
        rest = word.removeprefix(BOTH)
        for key in ("pattern", "map"):
            if rest.startswith(f"{key}="):
                both = {} if rest == word else {"judgments": True}
                return {key: rest.removeprefix(f"{key}="), **both}
        return word

    def check(self, value: Any) -> str | IdRule:
        if isinstance(value, IdMap):
            return value
        if isinstance(value, IdPattern):
            return _pattern(value.pattern, value.judgments)
        if isinstance(value, Mapping):
            return _rule(value)
        if isinstance(value, str) and value.removeprefix(BOTH).startswith(("pattern", "map")):
            raise ContractError(
                f'{value!r} is text; a table says which ids: {{"pattern": "{EXAMPLE}"}}'
                ' or {"map": "chunks.tsv"}'
            )
        return self.words.check(value)

    def json(self, value: str | IdRule) -> object:
        if isinstance(value, str):
            return value
        key, _, told = value.told.partition("=")
        return {key: told, "judgments": value.judgments}

    def text(self, value: str | IdRule) -> str:
        if isinstance(value, str):
            return value
        return f"{BOTH if value.judgments else ''}{value.told}"


def _rule(table: Mapping[Any, Any]) -> IdRule:
    for key in table:
        if key not in KEYS:
            raise ContractError(f"{key!r} is unknown; {near(str(key), KEYS)}")
    judgments = table.get("judgments", False)
    if not isinstance(judgments, bool):
        raise ContractError(f"judgments: {judgments!r} is not true or false")
    if ("pattern" in table) == ("map" in table):
        raise ContractError(f"{dict(table)!r}: give either a pattern or a map")
    if "pattern" in table:
        return _pattern(table["pattern"], judgments)
    return _map(table["map"], judgments)


def _pattern(pattern: object, judgments: bool) -> IdPattern:
    if not isinstance(pattern, str):
        raise ContractError(f"pattern: {pattern!r} is not text; {WANTED}")
    trouble = _trouble(pattern)
    if trouble:
        raise ContractError(f"pattern: {pattern!r} {trouble}")
    return IdPattern(pattern, judgments)


@lru_cache(maxsize=100)
def _trouble(pattern: str) -> str:
    """What is wrong with a pattern, by the engine that will use it; empty where nothing is."""
    import duckdb

    from judged.store.connection import connect
    from judged.text import MEMORY

    with connect(MEMORY, read_only=False) as connection:
        for names in (["one"], ["one", "two"]):
            try:
                # DuckDB binds names to groups, and refuses a name that has none.
                connection.execute(
                    "select regexp_extract('', $pattern, $names)",
                    {"pattern": pattern, "names": names},
                )
            except duckdb.Error as error:
                reason = str(error).splitlines()[0].partition(": ")[2]
                if "capturing groups" not in reason:
                    return f"is no regular expression of RE2: {reason}"
                return "" if len(names) == 2 else f"has no capture group; {WANTED}"
    return f"has more than one capture group; {WANTED}, and (?:...) is no group of it"


def _map(source: object, judgments: bool) -> IdMap:
    from judged.ingestion.id_map import content_hash

    if isinstance(source, Mapping):
        pairs = _pairs(source)
        return IdMap(content_hash(pairs), judgments, IN_MEMORY, pairs)
    path = fspath(source) if isinstance(source, str | PathLike) else None
    if not isinstance(path, str):
        raise ContractError(f"map: {source!r} is neither a path nor a dict of ids")
    known = BY_HASH.fullmatch(path)
    if known:
        return IdMap(known[1], judgments)
    return IdMap(content_hash(path), judgments, path)


def _pairs(table: Mapping[Any, Any]) -> tuple[tuple[str, str], ...]:
    if not table:
        raise ContractError("map: the dict is empty; give ids of the run with their judged ids")
    for pair in table.items():
        for word in pair:
            if not isinstance(word, str) or not word:
                raise ContractError(f"map: {word!r} is no id; ids are text, and not empty")
            if not word.isascii() and word != word.encode(errors="replace").decode():
                raise ContractError(f"map: {word!r} is not UTF-8; decode it as what it is")
    return tuple(table.items())
