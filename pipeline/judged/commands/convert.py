"""judged convert: one file in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judged import options
from judged.input_options import input_ways

if TYPE_CHECKING:
    from judged.ingestion.columns import FileKind
    from judged.ingestion.inputs import Ways


@click.command(epilog="Example: judged convert bm25.txt bm25.parquet")
@click.argument("source", metavar="IN")
@click.argument("out", metavar="OUT")
@click.option(
    "--kind",
    type=click.Choice(["qrels", "run"]),
    help="What IN is.  [default: what alone it can be read as]",
)
@click.option(
    "--to", metavar="FORMAT", help="Write this format.  [default: told from the name of OUT]"
)
@click.option("--run", metavar="NAME", help="Write this run alone, of several that IN holds.")
@click.option(
    "--lossy", is_flag=True, help="Go on without what FORMAT cannot hold, and tell how much it is."
)
@click.option("--force", is_flag=True, help="Write over OUT where it is there already.")
@options.limits
@input_ways
def command(
    source: str,
    out: str,
    kind: FileKind | None,
    to: str | None,
    run: str | None,
    lossy: bool,
    force: bool,
    ways: Ways,
) -> int:
    """Write judgments or a run in another format.

    IN is what `judged ingest` takes: a PATH, NAME=PATH, a folder of one run, FILE.duckdb::TABLE, or
    "-" for standard input. The name of OUT tells its format, and .gz, .bz2 or .zst behind that how
    it is packed; "-" is standard output. What is written is read again and compared with IN, scores
    to the last bit. What a format cannot hold is refused.
    """
    from judged.conversion.convert import Conversion, convert

    convert(Conversion(source, out, ways, kind, to, run, lossy, force))
    return 0
