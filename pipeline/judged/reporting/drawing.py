"""Headings, paragraphs and tables as a terminal shows them, or as plain aligned text."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any

from judged.reporting.blocks import Heading, Paragraph, Table
from judged.reporting.stdout import write
from judged.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.reporting.blocks import Block

# Wide enough that nothing is cut where no terminal says how wide it is.
PIPE_WIDTH = 10_000
UNLIMITED = 1_000_000


def draw(blocks: Sequence[Block]) -> None:
    """Draws on a terminal, or as plain aligned text where standard output is none."""
    from rich.console import Console
    from rich.measure import Measurement

    buffer = io.StringIO()
    is_terminal = sys.stdout.isatty()
    console = Console(
        file=buffer,
        force_terminal=is_terminal,
        width=None if is_terminal else PIPE_WIDTH,
        highlight=False,
        # Text like :name: stays text.
        emoji=False,
    )
    for place, block in enumerate(blocks):
        if isinstance(block, Heading):
            console.print(("\n" if place else "") + visible(block.text), style="bold", markup=False)
        elif isinstance(block, Paragraph):
            console.print("\n" + visible(block.text), markup=False, soft_wrap=not is_terminal)
        else:
            drawn = _rich_table(block)
            unlimited = console.options.update(max_width=UNLIMITED)
            least = Measurement.get(console, unlimited, drawn).minimum
            # No number and no word is broken: a narrow terminal wraps the lines instead.
            console.print(drawn, width=max(console.width, least), crop=False)
    text = buffer.getvalue()
    write("\n".join(line.rstrip() for line in text.split("\n")))


def _rich_table(table: Table) -> Any:
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for place, column in enumerate(table.columns):
        is_of_numbers = column.startswith(">")
        head = visible(column.removeprefix(">"))
        cells = [visible(row[place]) for row in table.rows]
        words = head.split() + (cells if is_of_numbers else " ".join(cells).split())
        drawn.add_column(
            Text(head),
            justify="right" if is_of_numbers else "left",
            min_width=max((cell_len(word) for word in words), default=0),
            overflow="fold",
        )
    for row in table.rows:
        drawn.add_row(*[Text(visible(value)) for value in row])
    return drawn
