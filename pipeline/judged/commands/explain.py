"""judged explain: one query of one run, rank by rank."""

from __future__ import annotations

import click

from judged import options


@click.command(epilog="Example: judged explain bm25 q7 -k 10")
@click.argument("run", metavar="RUN")
@click.argument("query", metavar="QUERY")
@options.database
@click.option(
    "-k",
    "--cutoff",
    metavar="k|all",
    help="The cutoff.  [default: the first of the contract]",
)
@options.output_format(("table", "json", "markdown"))
def command(run: str, query: str, db: str | None, cutoff: str | None, output: str) -> int:
    """Show where a score comes from, rank by rank.

    RUN is the name of an evaluated run, QUERY the id of a query.
    """
    from judged.explain import explain_command

    return explain_command(options.database_path(db), run, query, cutoff, output)
