"""What a call may not ask of its inputs, told before anything is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.errors import ArgumentError
from judged.files import STANDARD_INPUT
from judged.ingestion.columns import KNOWN
from judged.ingestion.formats import forced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.ingestion.columns import FileKind
    from judged.ingestion.inputs import Input, Ways
    from judged.ingestion.prepared import Prepared


def refuse_one_input_twice(inputs: Sequence[Input], queries: str | Sequence[str] | None) -> None:
    paths = [*(item.path for item in inputs if item.frame is None), queries]
    if paths.count(STANDARD_INPUT) > 1:
        raise ArgumentError(
            "-: standard input can be only one of judgments, runs and queries; name the others"
        )


def refuse_odd_ways(ways: Ways, is_read: dict[FileKind, bool]) -> None:
    for kind, name in ways.formats.items():
        forced(kind, name)
        if not is_read[kind]:
            raise ArgumentError(f"--{kind}-format {name}: nothing is read so; leave the option out")


def refuse_unused_columns(ways: Ways, inputs: Sequence[Prepared]) -> None:
    """Refuses names of columns where no file has any."""
    kinds: set[FileKind] = {item.kind for item in inputs}
    for held in ways.columns:
        if not any(held in KNOWN[kind] for kind in kinds):
            raise ArgumentError(f"--columns {held}=...: nothing that is read holds a {held}")
    files = [item for item in inputs if item.input.frame is None]
    has_names = {item.kind for item in files if item.table is not None or item.trouble}
    unused = [f"--{kind}-columns" for kind, told in ways.columns_of.items() if told]
    unused = [option for option in unused if option[2:].partition("-")[0] not in has_names]
    if ways.columns and not has_names:
        unused.append("--columns")
    if unused:
        raise ArgumentError(
            f"{unused[0]}: no file whose columns have names is read so; leave the option out"
        )
