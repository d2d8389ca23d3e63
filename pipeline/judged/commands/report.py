"""judged report: stage 4 alone."""

from __future__ import annotations

import click

from judged import options
from judged.output import REPORT_FORMATS


@click.command(epilog="Example: judged report bm25 --format markdown")
@click.argument("runs", metavar="[RUN]...", nargs=-1)
@options.database
@options.output_format(REPORT_FORMATS)
@click.option(
    "--out",
    metavar="DIR",
    help="Write report.json, report.md, report.csv, query_scores.csv and findings.csv here too.",
)
def command(runs: tuple[str, ...], db: str | None, output: str, out: str | None) -> int:
    """Report what is stored under the newest contract.

    RUN is the name of a run; all runs of that contract by default.
    """
    from judged.job import report_job

    return report_job(options.database_path(db), runs, output, out)
