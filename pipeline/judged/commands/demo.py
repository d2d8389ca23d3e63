"""judged demo: the main job on sample data inside the package."""

from __future__ import annotations

from importlib.resources import as_file, files

import click

from judged import options
from judged.output import REPORT_FORMATS


@click.command(epilog="Example: judged demo --format markdown")
@click.option("--db", default=":memory:", metavar="FILE", help="Keep the result in this database.")
@options.output_format(REPORT_FORMATS)
def command(db: str, output: str) -> int:
    """Run the main job on sample data inside the package.

    Two runs over twelve questions on cooking, made for judged: one question has no relevant
    document, one run misses another, and there are unjudged documents and ties.
    """
    from judged import diagnostics
    from judged.job import Work, run_job
    from judged.settings import resolve

    with as_file(files("judged") / "demo") as folder:
        settings = resolve({"cutoffs": [3, 10], "unjudged": "zero"})
        diagnostics.note(
            "this is: judged run qrels.txt keywords.txt embeddings.txt -k 3,10 --unjudged zero"
        )
        work = Work(
            str(folder / "qrels.txt"),
            (str(folder / "keywords.txt"), str(folder / "embeddings.txt")),
            settings,
        )
        return run_job(db, work, output, None)
