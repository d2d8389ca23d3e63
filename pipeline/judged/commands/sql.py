"""judged sql: one SELECT on the store."""

from __future__ import annotations

import click

from judged import options
from judged.reporting.output import FORMS


@click.command(
    epilog='Example: judged sql "select run_id, macro_ndcg from latest_run_scores where k = 10"'
)
@click.argument("statement", metavar="SELECT")
@options.database
@options.output_format([*FORMS, "parquet"])
@click.option("--out", metavar="FILE", help="Write to a file instead; parquet needs one.")
def command(statement: str, db: str | None, wait: float, output: str, out: str | None) -> int:
    """Query the database with one SELECT, read-only.

    SELECT is the statement, or "-" to read it from standard input. It reaches no other file and no
    network. `judged sql "show tables"` lists what there is, private tables too; sql/README.md
    describes the public ones.
    """
    from judged.sql_command import run_statement

    return run_statement(options.database_of(db, wait), statement, output, out)
