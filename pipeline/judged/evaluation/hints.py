"""Guesses at why ids do not meet, to be said beside the finding or the error."""

from __future__ import annotations

import re
import shlex
import unicodedata
from functools import partial
from typing import TYPE_CHECKING

from judged.errors import near
from judged.text import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from judged.store.store import Store

    _Difference = tuple[str, Callable[[str], str]]

SHOWN = 3
SAMPLED = 1000
SAMPLED_LINES = 100_000

# How chunks and pages are told from their documents, the plainest first: of patterns that fit as
# many ids the first is told.
SUFFIXES = (
    r"^(.*)#[0-9]+$",
    r"^(.*)_p[0-9]+$",
    r"^(.*)-p[0-9]+$",
    r"^(.*)_[a-z]+_?[0-9]+$",
    r"^(.*)-[a-z]+-?[0-9]+$",
    r"^(.*)::[a-z]*[0-9]+$",
    r"^(.*)_[0-9]+$",
    r"^(.*)-[0-9]+$",
    r"^(.*):[0-9]+$",
    r"^(.*)\.[0-9]+$",
    r"^(.*)/[0-9]+$",
    r"^(.*)#[^#]*$",
    r"^(.*)_[^_]*$",
    r"^(.*)-[^-]*$",
    r"^(.*):[^:]*$",
    r"^(.*)\.[^.]*$",
    r"^(.*)/[^/]*$",
)

# What two sides may have written differently, and how to say it.
_PADDING: tuple[_Difference, ...] = (
    ("blanks at their ends", str.strip),
    ("a trailing .0", lambda text: text.removesuffix(".0")),
    ("leading zeros", lambda text: text.lstrip("0") or text),
)
_PREFIXES: tuple[_Difference, ...] = (
    ("a prefix before digits", lambda text: re.sub(r"^\D+(?=\d)", "", text)),
    ("a prefix and leading zeros", lambda text: re.sub(r"^\D*0*(?=\d)", "", text)),
)
# What may stand in a line of a list besides the id.
_LISTED: tuple[_Difference, ...] = (
    ("quotation marks around it", lambda text: text.strip('"')),
    ("what follows a separator", lambda text: re.split(r"[,;|]", text)[0].strip('" ')),
    ("invisible signs around it", lambda text: text.strip("\ufeff\u200b\u00a0 ")),
)
_DIFFERENCES: tuple[_Difference, ...] = (
    *_PADDING,
    ("upper and lower case", str.casefold),
    ("the form of their characters (Unicode: write NFC)", partial(unicodedata.normalize, "NFC")),
    ("the form of their characters (Unicode: write NFKC)", partial(unicodedata.normalize, "NFKC")),
    *_PREFIXES,
)
_SUFFIXED: tuple[_Difference, ...] = (
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
    if not judged:
        return "the run answers none of the evaluated queries, for there are none"
    message = (
        "the run answers none of the evaluated queries:"
        f" it has {_shown(of_run)}, evaluated are {_shown(judged)}"
    )
    for words, simplify in (*_DIFFERENCES, *_SUFFIXED):
        if {simplify(query) for query in of_run} & {simplify(query) for query in judged}:
            return f"{message}; they would meet but for {words}"
    return message


def listed_hint(store: Store) -> str:
    """What to say where listed queries without a judgment may be judged ones."""
    unjudged = _ids(
        store,
        "select query_id from listed_queries"
        " where query_id not in (select query_id from judgment_lines) order by 1",
    )
    unlisted = _ids(
        store,
        "select distinct query_id from judgment_lines"
        " where query_id not in (select query_id from listed_queries) order by 1",
    )
    found = _met(unjudged, unlisted, (*_LISTED, *_DIFFERENCES, *_SUFFIXED))
    if found is None:
        return ""
    alike, other, words = found
    return f"; {alike!r} would be the judged query {other!r}, but for {words}"


def padding_hint(store: Store, run_id: str) -> str:
    """What to say where queries of a run without a judgment may be judged ones that it lacks."""
    unknown = _ids(
        store,
        "select distinct query_id from run_queries where run_id = $run_id"
        " and query_id not in (select query_id from judged_queries) order by 1",
        run_id=run_id,
    )
    missing = _ids(
        store,
        "select query_id from judged_queries where query_id not in"
        " (select query_id from run_queries where run_id = $run_id) order by 1",
        run_id=run_id,
    )
    # A suffix may tell one query from another, such as the turns of a conversation.
    found = _met(unknown, missing, _DIFFERENCES)
    if found is None:
        return ""
    alike, other, words = found
    return f"; {alike!r} would be the judged query {other!r}, which the run lacks, but for {words}"


def suffix_hint(store: Store, run_id: str) -> str:
    """What to say where no document of a run is judged but stripping a suffix would match."""
    found = [
        (matches, -place, example, pattern)
        for place, pattern in enumerate(SUFFIXES)
        for matches, example in [_stripped(store, run_id, pattern)]
        if matches
    ]
    if not found:
        return ""
    _, _, example, pattern = max(found)
    return (
        f"; ids like {shortened(example)!r} would match without their suffix: if these are chunks"
        f" of judged documents, try --doc-ids {shlex.quote(f'pattern={pattern}')}"
    )


def _stripped(store: Store, run_id: str, pattern: str) -> tuple[int, str | None]:
    """How many ids of a run are judged for their query once a pattern took their suffix off.

    It is the engine that would use the pattern that tries it.
    """
    return store.rows(
        "with retrieved as (select query_id, doc_id from selected_lines where run_id = $run_id"
        " and query_id in (select query_id from judged_queries)"
        " group by query_id, doc_id order by query_id, doc_id limit $most),"
        " stripped as (select query_id, doc_id, regexp_extract(doc_id, $pattern, 1) as document"
        " from retrieved)"
        " select count(*), min(s.doc_id) from stripped as s inner join judgments as j"
        " on s.query_id = j.query_id and s.document = j.doc_id",
        run_id=run_id,
        pattern=pattern,
        most=SAMPLED_LINES,
    )[0]


def iteration_hint(store: Store, source_id: int, iteration: str) -> str:
    """The iterations that judgments have, near ones or the most frequent first."""
    known = store.rows(
        "select iteration from qrel_lines where source_id = $source_id"
        " and iteration is not null group by iteration order by count(*) desc, iteration",
        source_id=source_id,
    )
    return near(iteration, [name for (name,) in known]) if known else "none has any"


def _met(
    odd: list[str], known: list[str], differences: Iterable[_Difference]
) -> tuple[str, str, str] | None:
    """The first odd id that would be a known one but for a difference; both, and its words."""
    for words, simplify in differences:
        forms = {simplify(query): query for query in reversed(known)}
        alike = next((query for query in odd if simplify(query) in forms), None)
        if alike is not None:
            return alike, forms[simplify(alike)], words
    return None


def _ids(store: Store, sql: str, **parameters: str) -> list[str]:
    return [row[0] for row in store.rows(f"{sql} limit {SAMPLED}", **parameters)]


def _shown(ids: list[str]) -> str:
    if not ids:
        return "none"
    more = ", ..." if len(ids) > SHOWN else ""
    return ", ".join(repr(query) for query in ids[:SHOWN]) + more
