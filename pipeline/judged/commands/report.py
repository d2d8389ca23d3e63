"""judged report: stage 4 alone."""

from __future__ import annotations

import click

from judged import options
from judged.reporting.output import FORMS


@click.command(epilog="Example: judged report bm25 --format markdown")
@click.argument("runs", metavar="[RUN]...", nargs=-1)
@options.database
@options.contract_id_option
@options.output_format(FORMS)
@options.report_folder
def command(
    runs: tuple[str, ...],
    db: str | None,
    wait: float,
    contract_id: str | None,
    output: str,
    out: str | None,
) -> int:
    """Report what was evaluated last.

    RUN is the name of a run, which is looked at as it was evaluated last; by default all that stand
    beside the newest evaluation. Another contract is reached by --contract-id.
    """
    from judged.job import report_job

    return report_job(options.database_of(db, wait), runs, contract_id, output, out)
