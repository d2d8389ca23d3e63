"""judged run: the four stages in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judged import options
from judged.contract_options import contract_options
from judged.input_options import input_ways
from judged.reporting.output import FORMS

if TYPE_CHECKING:
    from judged.contract.settings import Settings
    from judged.ingestion.inputs import Ways


@click.command(
    epilog="Example: judged run qrels.txt bm25.txt dense=runs/dense.gz -k 10,100 --preset trec_eval"
)
@click.argument("qrels", metavar="QRELS")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@options.database
@contract_options
@click.option("--queries", metavar="FILE", help="Evaluate only the queries listed in this file.")
@input_ways
@options.schema_option("Qrels, Runs or Coverage")
@options.label_option
@options.output_format(FORMS)
@options.report_folder
def command(
    qrels: str,
    runs: tuple[str, ...],
    db: str | None,
    wait: float,
    settings: Settings,
    queries: str | None,
    ways: Ways,
    schema: tuple[str, ...],
    label: str | None,
    output: str,
    out: str | None,
) -> int:
    """Ingest, validate, score and report in one go.

    QRELS is a file of judgments, each RUN a PATH or NAME=PATH; "-" is standard input. A run is
    named by NAME, or by the tag of its lines, or by its file where two files share a tag.
    """
    from judged.job import Files, Work, run_job

    files = Files(qrels, runs, queries, ways)
    work = Work(files, settings, schema, label)
    return run_job(options.database_of(db, wait), work, output, out)
