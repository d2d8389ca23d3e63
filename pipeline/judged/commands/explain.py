"""judged explain: one query of one run, rank by rank."""

from __future__ import annotations

import click

from judged import options
from judged.reporting.output import FORMS


@click.command(epilog="Example: judged explain bm25 q7 -k 10")
@click.argument("run", metavar="RUN")
@click.argument("query", metavar="QUERY")
@options.database
@options.contract_id_option
@click.option(
    "-k",
    "--cutoff",
    metavar="k|all",
    help="The cutoff.  [default: the first of the contract]",
)
@options.output_format(FORMS)
def command(
    run: str,
    query: str,
    db: str | None,
    wait: float,
    contract_id: str | None,
    cutoff: str | None,
    output: str,
) -> int:
    """Show where a score comes from, rank by rank.

    RUN is the name of an evaluated run, QUERY the id of a query. Table and markdown show the
    ranking beside the ideal one and the first relevant documents that it missed; json has all of
    them. What --unjudged drop took out of the run's own top k stands in all three. csv and jsonl
    are one row a rank: the document that the run has there, the one that is ideal there, and in
    ideal_run_rank where the run has that one.
    """
    from judged.reporting.explain import explain_command

    return explain_command(options.database_of(db, wait), run, query, cutoff, contract_id, output)
