"""judged ingest: stage 1 alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judged import options
from judged.input_options import input_ways

if TYPE_CHECKING:
    from judged.ingestion.inputs import Ways


@click.command(epilog="Example: judged ingest --qrels qrels.txt bm25.txt dense=runs/dense.gz")
@click.argument("runs", metavar="[RUN]...", nargs=-1)
@click.option("--qrels", metavar="FILE", help="Judgments.")
@click.option("--queries", metavar="FILE", help="A list of queries, with metadata or without.")
@options.database
@input_ways
@options.label_option
def command(
    runs: tuple[str, ...],
    qrels: str | None,
    queries: str | None,
    db: str | None,
    wait: float,
    ways: Ways,
    label: str | None,
) -> int:
    """Read judgments and runs into the database.

    RUN is a PATH or NAME=PATH. The same bytes again change nothing; other bytes under a known name
    become a new version beside the old one.
    """
    from judged.errors import ArgumentError
    from judged.job import Files, ingest_job

    if not (runs or qrels or queries):
        raise ArgumentError("nothing to ingest; give --qrels FILE, --queries FILE or RUN files")
    files = Files(qrels, runs, queries, ways)
    return ingest_job(options.database_of(db, wait), files, label)
