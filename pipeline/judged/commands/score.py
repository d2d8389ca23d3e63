"""judged score: stage 3 alone."""

from __future__ import annotations

import click

from judged import options


@click.command(epilog="Example: judged score -k 10,100")
@click.argument("runs", metavar="[RUN]...", nargs=-1)
@options.database
@click.option(
    "-k",
    "--cutoffs",
    multiple=True,
    metavar="k,...|all",
    help="Score at these cutoffs.  [default: those of the contract]",
)
@options.schema_option("Coverage")
@options.label_option
def command(
    runs: tuple[str, ...],
    db: str | None,
    wait: float,
    cutoffs: tuple[str, ...],
    schema: tuple[str, ...],
    label: str | None,
) -> int:
    """Score what was validated last, under the same contract.

    RUN is the name of a run; all runs of that contract by default.
    """
    from judged.job import score_job

    return score_job(options.database_of(db, wait), runs, cutoffs, schema, label)
