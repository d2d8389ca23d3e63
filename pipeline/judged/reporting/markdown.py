"""Headings, paragraphs and tables as GitHub's Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from judged.reporting.blocks import Heading, Paragraph, Table
from judged.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.reporting.blocks import Block

# What is markup in GitHub's Markdown wherever it stands, an underscore at the edge of a word too.
MARKUP = re.compile(r"[\\`*\[\]<>|&~]|(?<![^\W_])_|_(?![^\W_])")
ENTITIES = {"<": "&lt;", "&": "&amp;"}


def as_markdown(blocks: Sequence[Block]) -> str:
    """GitHub's Markdown; what could be markup in an id stays text."""
    parts = []
    for block in blocks:
        if isinstance(block, Heading):
            parts.append(f"## {_escaped(block.text)}")
        elif isinstance(block, Paragraph):
            parts.append(_escaped(block.text))
        else:
            parts.append(_markdown_table(block))
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: Table) -> str:
    lines = [
        [_escaped(column.removeprefix(">")) for column in table.columns],
        ["---:" if column.startswith(">") else "---" for column in table.columns],
        *([_escaped(value) for value in row] for row in table.rows),
    ]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _escaped(text: str) -> str:
    return MARKUP.sub(lambda sign: ENTITIES.get(sign[0], f"\\{sign[0]}"), visible(text))
