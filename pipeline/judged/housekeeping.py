"""What the commands do with a database as such: list sources, forget some, bring it up to date."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from judged import diagnostics
from judged.errors import ExitCode, StateError
from judged.job import job
from judged.reporting import output
from judged.store.forgetting import Loss, forget, loss_of
from judged.store.interrupts import interruptible
from judged.store.listing import listed, one_of_each
from judged.store.store import SCHEMA_VERSION
from judged.text import short_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.store.database import Database
    from judged.store.listing import Listed

SOURCE_COLUMNS = (
    "source_id",
    "kind",
    "name",
    "other_names",
    "path",
    "format",
    "compression",
    "rows",
    "rejected",
    "sha256",
    "ingested_at",
    "runs",
    "is_newest",
    "evaluations",
)
# As many runs, and as many sources, are told one by one.
MOST_TOLD = 10


def sources_job(db: Database, words: Sequence[str], form: str) -> int:
    """Lists sources on standard output, one a row."""
    with db.reading() as store, interruptible(store):
        rows = listed(store, words)
    output.write_rows(SOURCE_COLUMNS, [_cells(row, form) for row in rows], form)
    return ExitCode.OK


def _cells(row: Listed, form: str) -> list[Any]:
    """The columns of a source; an empty list is an empty cell where it would be text."""
    shown = {
        **row,
        "other_names": [name for name in row["names"] if name != row["name"]],
        "sha256": short_id(row["sha256"]),
    }
    values = [shown[column] for column in SOURCE_COLUMNS]
    is_json = form in ("json", "jsonl")
    return [None if value == [] and not is_json else value for value in values]


def forget_job(
    db: Database, words: Sequence[str], all_versions: bool, is_agreed: bool, label: str | None
) -> int:
    """Says what depends on sources, and removes it with them if somebody agrees.

    While a person is asked, others may use the database.

    Raises:
        ArgumentError: a word names no source, or several.
        StateError: what depends on the sources changed while a person was asked.
    """
    told: Loss | None = None
    if not is_agreed:
        with db.reading() as store, interruptible(store):
            told = loss_of(store, one_of_each(store, words, all_versions))
        _tell(told)
        if not _agrees():
            diagnostics.note("nothing was removed; --yes removes it")
            return ExitCode.USAGE
    with db.writing_again() as store, job(store, label), store.transaction():
        loss = loss_of(store, one_of_each(store, words, all_versions))
        if told is None:
            _tell(loss)
        elif told != loss:
            raise StateError(
                f"{db.path}: changed by another process meanwhile; nothing was removed: try again"
            )
        forget(store, loss)
    diagnostics.note(f"removed {_number(len(loss.sources), 'source')}")
    return ExitCode.OK


def _agrees() -> bool:
    """Asks on a terminal; nobody agrees elsewhere."""
    return sys.stdin.isatty() and click.confirm("judged: remove all this?", err=True)


def _tell(loss: Loss) -> None:
    """What goes, a line each: sources, versions of runs, evaluations; and what stays behind."""
    for row in loss.sources:
        diagnostics.note(
            f"source {row['source_id']}: {row['kind']} {row['path']}"
            f" ({_number(row['rows'], 'row')}, {_number(row['rejected'], 'rejected line')})"
        )
    for run in loss.runs[:MOST_TOLD]:
        others = f", although {_number(run['others'], 'other source')} of it stay"
        diagnostics.note(
            f"  run {run['run_id']!r}, version {short_id(run['run_sha256'])}"
            f"{others if run['others'] else ''}"
        )
    if len(loss.runs) > MOST_TOLD:
        diagnostics.note(f"  ... {len(loss.runs):,} versions of runs in all")
    _tell_evaluations(loss)
    if loss.orphans:
        _tell_orphans(loss.orphans)


def _tell_evaluations(loss: Loss) -> None:
    scored = sum(row["status"] == "scored" for row in loss.evaluations)
    counts = loss.counts
    diagnostics.note(
        f"  {_number(len(loss.evaluations), 'evaluation')} ({scored:,} scored):"
        f" {_number(counts['query_scores'], 'score')} of queries,"
        f" {counts['run_scores']:,} of runs, {_number(counts['findings'], 'place')} of findings"
    )


def _tell_orphans(source_ids: Sequence[int]) -> None:
    ids = ", ".join(map(str, source_ids[:MOST_TOLD]))
    more = ", ..." if len(source_ids) > MOST_TOLD else ""
    diagnostics.note(
        f"  {_number(len(source_ids), 'source')} without a run from then on ({ids}{more}):"
        " ingest them again to make runs of them, or forget them too"
    )


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def migrate_job(db: Database, label: str | None) -> int:
    """Brings a database of an older version up to date; `Database.writing` says so."""
    with db.writing_again() as store, job(store, label):
        if store.migrated_from is None:
            diagnostics.note(f"{db.path}: its tables are of version {SCHEMA_VERSION}")
    return ExitCode.OK
