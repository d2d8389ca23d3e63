"""judged forget: a source taken out of the database, with what depends on it."""

from __future__ import annotations

import click

from judged import options


@click.command(epilog="Example: judged forget 3 --yes")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@options.database
@click.option(
    "--all-versions", is_flag=True, help="Let a name stand for every source of that name."
)
@click.option("--yes", is_flag=True, help="Remove without asking.")
@options.label_option
def command(
    sources: tuple[str, ...],
    db: str | None,
    wait: float,
    all_versions: bool,
    yes: bool,
    label: str | None,
) -> int:
    """Remove sources, and all that depends on them.

    SOURCE is an id or a name, as in judged sources; a name of several sources is refused. What goes
    is said first: rows, versions of runs that lose a part, evaluations, scores, findings. On a
    terminal you are asked; where nobody agrees nothing is removed, and the exit code is 2.
    Afterwards the same bytes can be ingested again.
    """
    from judged.housekeeping import forget_job

    return forget_job(options.database_of(db, wait), sources, all_versions, yes, label)
