"""Guesses at why ids do not meet, to be said beside the finding or the error."""

from __future__ import annotations

import re
import unicodedata
from functools import partial
from typing import TYPE_CHECKING

from judged.errors import near

if TYPE_CHECKING:
    from collections.abc import Callable

    from judged.store.store import Store

SHOWN = 3
SAMPLED = 1000

# What two sides may have written differently, and how to say it.
_DIFFERENCES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("a trailing .0", lambda text: text.removesuffix(".0")),
    ("leading zeros", lambda text: text.lstrip("0") or text),
    ("upper and lower case", str.casefold),
    ("the form of their characters (Unicode: write NFC)", partial(unicodedata.normalize, "NFC")),
    ("the form of their characters (Unicode: write NFKC)", partial(unicodedata.normalize, "NFKC")),
    ("a prefix before digits", lambda text: re.sub(r"^\D+(?=\d)", "", text)),
    ("a prefix and leading zeros", lambda text: re.sub(r"^\D*0*(?=\d)", "", text)),
    ("a suffix after a dot", lambda text: text.partition(".")[0]),
    ("a suffix after a hyphen or underscore", lambda text: re.split(r"[-_]", text)[0]),
)


def id_hint(store: Store, run_id: str) -> str:
    """The message of a run that shares no query: a few ids of each side, and how they differ."""
    of_run = _ids(
        store,
        "select distinct query_id from run_queries where run_id = $run_id order by 1",
        run_id=run_id,
    )
    judged = _ids(store, "select query_id from judged_queries order by 1")
    message = (
        "the run answers none of the evaluated queries:"
        f" it has {_shown(of_run)}, evaluated are {_shown(judged)}"
    )
    for words, simplify in _DIFFERENCES:
        if {simplify(query) for query in of_run} & {simplify(query) for query in judged}:
            return f"{message}; they would meet but for {words}"
    return message


def suffix_hint(store: Store, run_id: str) -> str:
    """What to say where no document of a run is judged but stripping a suffix would match."""
    documents = _ids(
        store,
        "select distinct doc_id from selected_lines where run_id = $run_id order by 1",
        run_id=run_id,
    )
    for pattern in (r"^(.+)#[^#]*$", r"^(.+)_[^_]*$", r"^(.+)-[^-]*$", r"^(.+)\.[^.]*$"):
        matches = filter(None, (re.match(pattern, document) for document in documents))
        whole = {match.group(1): match.group(0) for match in matches}
        judged = store.rows(
            "select min(doc_id) from judgments where doc_id in"
            " (select unnest(cast($stripped as varchar[])))",
            stripped=list(whole),
        )[0][0]
        if judged is not None:
            return (
                f"; ids like {whole[judged]!r} would match without their suffix"
                f" (pattern {pattern!r}): are these chunks of judged documents?"
            )
    return ""


def iteration_hint(store: Store, source_id: int, iteration: str) -> str:
    """The iterations that judgments have, near ones or the most frequent first."""
    known = store.rows(
        "select iteration from qrel_lines where source_id = $source_id"
        " and iteration is not null group by iteration order by count(*) desc, iteration",
        source_id=source_id,
    )
    return near(iteration, [name for (name,) in known]) if known else "none has any"


def _ids(store: Store, sql: str, **parameters: str) -> list[str]:
    return [row[0] for row in store.rows(f"{sql} limit {SAMPLED}", **parameters)]


def _shown(ids: list[str]) -> str:
    if not ids:
        return "none"
    more = ", ..." if len(ids) > SHOWN else ""
    return ", ".join(repr(query) for query in ids[:SHOWN]) + more
