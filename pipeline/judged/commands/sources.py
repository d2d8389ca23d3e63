"""judged sources: what is in the database, file by file."""

from __future__ import annotations

import click

from judged import options
from judged.reporting.output import FORMS


@click.command(epilog="Example: judged sources bm25 --format json")
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@options.database
@options.output_format(FORMS)
def command(sources: tuple[str, ...], db: str | None, wait: float, output: str) -> int:
    """List what was ingested: files, frames and lists of queries.

    SOURCE is the id of a source, a name that it was given by, or a run that is made of it; all
    sources by default. The column runs has the runs that it is part of, evaluations how many stand
    on it; is_newest says whether it is what a command takes by its name: the newest judgments or
    queries of the name, or part of the newest version of a run.
    """
    from judged.housekeeping import sources_job

    return sources_job(options.database_of(db, wait), sources, output)
