"""judged migrate: a database of an older version, brought up to date."""

from __future__ import annotations

import click

from judged import options


@click.command(epilog="Example: judged migrate --db scores.duckdb")
@options.database
@options.label_option
def command(db: str | None, wait: float, label: str | None) -> int:
    """Bring a database of an older version of judged up to date.

    Every command that writes does so by itself; those that only read ask for it. It is done whole
    or not at all, and no score is lost. Older versions of judged do not open the database any more.
    """
    from judged.housekeeping import migrate_job

    return migrate_job(options.database_of(db, wait), label)
