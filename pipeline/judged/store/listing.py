"""The sources of a store, listed, and chosen by the words of a command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.errors import ArgumentError, near
from judged.text import short_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store.store import Store

Listed = dict[str, Any]


def listed(store: Store, words: Sequence[str] = ()) -> list[Listed]:
    """The rows of `duckdb/source_list`, by id: every source, or those that words choose.

    A word is an id, a name that the source was given by, or a run that is made of it.

    Raises:
        ArgumentError: a word chooses nothing.
    """
    rows = store.query("duckdb/source_list")
    if not words:
        return rows
    chosen = {row["source_id"] for word in words for row in _matching(rows, word)}
    return [row for row in rows if row["source_id"] in chosen]


def one_of_each(store: Store, words: Sequence[str], all_versions: bool) -> list[Listed]:
    """The sources that words name without doubt, by id.

    Args:
        store: the database.
        words: ids and names, as in `listed`.
        all_versions: whether a name may stand for several sources, as long as all are of one kind
            and go by that name.

    Raises:
        ArgumentError: a word chooses nothing, or several sources.
    """
    rows = store.query("duckdb/source_list")
    chosen = set()
    for word in words:
        found = _matching(rows, word)
        are_versions = len({row["kind"] for row in found}) == 1 and all(
            word in _names(row) for row in found
        )
        if len(found) > 1 and not (all_versions and are_versions):
            raise ArgumentError(_several(word, found, are_versions))
        chosen |= {row["source_id"] for row in found}
    return [row for row in rows if row["source_id"] in chosen]


def _names(row: Listed) -> list[str]:
    return [*row["names"], *row["runs"]]


def _matching(rows: Sequence[Listed], word: str) -> list[Listed]:
    found = [row for row in rows if word == str(row["source_id"]) or word in _names(row)]
    if not found:
        known = sorted({name for row in rows for name in _names(row)})
        raise ArgumentError(f"no source {word!r}; {near(word, known) if known else 'none is here'}")
    return found


def _several(word: str, found: Sequence[Listed], are_versions: bool) -> str:
    told = "; ".join(
        f"{row['source_id']} ({row['kind']} {row['path']}, sha256 {short_id(row['sha256'])}"
        f"{', the newest' if row['is_newest'] else ''})"
        for row in found
    )
    every = ", or all of them by --all-versions" if are_versions else ""
    return f"{word!r} stands for {len(found)} sources: {told}; choose by id{every}"
