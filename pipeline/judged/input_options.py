"""The options of a command that say how its files are read."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from judged.ingestion.columns import FileKind
    from judged.ingestion.inputs import Ways

F = TypeVar("F", bound="Callable[..., Any]")


def input_ways(function: F) -> F:
    """`--qrels-format`, `--run-format`, `--columns` and its like, and `--max-unpacked`.

    The command gets `ways`.
    """

    @functools.wraps(function)
    def wrapper(
        *arguments: Any,
        qrels_format: str | None,
        run_format: str | None,
        columns: tuple[str, ...],
        qrels_columns: tuple[str, ...],
        run_columns: tuple[str, ...],
        max_unpacked: str | None,
        **options: Any,
    ) -> Any:
        ways = _ways(
            {"qrels": qrels_format, "run": run_format},
            columns,
            {"qrels": qrels_columns, "run": run_columns},
            max_unpacked,
        )
        return function(*arguments, ways=ways, **options)

    decorated: Any = wrapper
    for name, metavar, text in reversed(_WAYS):
        decorated = click.option(
            f"--{name}", metavar=metavar, multiple=name.endswith("columns"), help=text
        )(decorated)
    return decorated  # type: ignore[no-any-return]


_WAYS = (
    ("qrels-format", "NAME", "Read judgments in this format.  [default: told from the file]"),
    ("run-format", "NAME", "Read runs in this format.  [default: told from the file]"),
    (
        "columns",
        "FIELD=NAME,...",
        "Columns of files that name them: query=qid,doc=docno,score=bm25.  [default: known names]",
    ),
    ("qrels-columns", "FIELD=NAME,...", "The same, of judgments alone."),
    ("run-columns", "FIELD=NAME,...", "The same, of runs alone."),
    ("max-unpacked", "SIZE", "Refuse a packed file that unpacks to more.  [default: 50GB]"),
)


def _ways(
    formats: dict[FileKind, str | None],
    both: tuple[str, ...],
    columns: dict[FileKind, tuple[str, ...]],
    max_unpacked: str | None,
) -> Ways:
    from judged.ingestion.columns import told_columns
    from judged.ingestion.inputs import Ways
    from judged.packing import MOST_UNPACKED, size_of

    most = MOST_UNPACKED if max_unpacked is None else size_of("--max-unpacked", max_unpacked)
    return Ways(
        {kind: name for kind, name in formats.items() if name is not None},
        told_columns("--columns", both),
        {kind: told_columns(f"--{kind}-columns", words) for kind, words in columns.items()},
        most,
    )
