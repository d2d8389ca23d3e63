"""judged validate: stage 2 alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judged import options
from judged.contract_options import contract_options

if TYPE_CHECKING:
    from judged.contract.settings import Settings


@click.command(epilog="Example: judged validate --preset trec_eval -k 10")
@click.argument("runs", metavar="[RUN]...", nargs=-1)
@options.database
@contract_options
@click.option("--qrels", metavar="NAME", help="Judgments by name.  [default: the newest]")
@click.option("--queries", metavar="NAME", help="A list of queries by name.  [default: none]")
@options.schema_option("Qrels or Runs")
@options.label_option
def command(
    runs: tuple[str, ...],
    db: str | None,
    wait: float,
    settings: Settings,
    qrels: str | None,
    queries: str | None,
    schema: tuple[str, ...],
    label: str | None,
) -> int:
    """Check what is in the database against the rules of a contract.

    RUN is the name of a run; all runs by default, each in its newest version.
    """
    from judged.job import validate_job

    database = options.database_of(db, wait)
    return validate_job(database, runs, settings, qrels, queries, schema, label)
