"""judged demo: the main job on sample data inside the package."""

from __future__ import annotations

import click

from judged import options
from judged.reporting.output import FORMS


@click.command(epilog="Example: judged demo --files sample")
@click.option("--db", default=":memory:", metavar="FILE", help="Keep the result in this database.")
@options.wait_option
@click.option("--files", metavar="DIR", help="Copy the sample files here, and do nothing else.")
@options.output_format(FORMS)
def command(db: str, wait: float, files: str | None, output: str) -> int:
    """Run the main job on sample data inside the package.

    Two runs over twelve questions on cooking, made for judged: one question has no relevant
    document, one run misses another, and there are unjudged documents and ties.
    """
    from judged.demo import copy_files, run_demo
    from judged.store.database import Database

    if files is not None:
        return copy_files(files)
    return run_demo(Database(db, wait), output)
