"""Options that several commands share."""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any, TypeVar

import click

from judged.errors import ArgumentError
from judged.limits import Limits, limited
from judged.store.database import Database
from judged.text import DEFAULT_DB

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


F = TypeVar("F", bound="Callable[..., Any]")

_MEMORY = "default: $JUDGED_MEMORY_LIMIT, else four fifths of what may be used"
_TEMP = "default: $JUDGED_TEMP_DIR, else beside the database, and $TMPDIR"
_LIMITS = (
    ("--threads", "N", "Work with so many threads.  [default: $JUDGED_THREADS, else all cores]"),
    ("--memory-limit", "SIZE", f"Work on disk beyond so much memory, such as 4GB.  [{_MEMORY}]"),
    (
        "--temp-dir",
        "DIR",
        f"Write what does not fit in memory, and temporary files, there.  [{_TEMP}]",
    ),
)


def database(function: F) -> F:
    """`--db`, `--wait` and the limits; the command gets `db` and `wait`."""
    return click.option(
        "--db",
        metavar="FILE",
        help=f"The database.  [default: $JUDGED_DB, else {DEFAULT_DB}; :memory: keeps nothing]",
    )(wait_option(limits(function)))


def limits(function: F) -> F:
    """`--threads`, `--memory-limit` and `--temp-dir`, which hold for what the command does."""

    @functools.wraps(function)
    def wrapper(
        *arguments: Any,
        threads: str | None,
        memory_limit: str | None,
        temp_dir: str | None,
        **options: Any,
    ) -> Any:
        with limited(Limits(threads, memory_limit, temp_dir)):
            return function(*arguments, **options)

    for name, metavar, text in reversed(_LIMITS):
        wrapper = click.option(name, metavar=metavar, help=text)(wrapper)
    return wrapper  # type: ignore[return-value]


def wait_option(function: F) -> F:
    """`--wait`."""
    return click.option(
        "--wait",
        type=float,
        metavar="SECONDS",
        default=0,
        show_default=True,
        help="Wait so long where another process has the database open.",
    )(function)


def database_of(db: str | None, wait: float) -> Database:
    """The database that a call means; the default one is said on standard error."""
    from judged import diagnostics

    if db == "":
        raise ArgumentError("--db: the path is empty; name a file, or leave the option out")
    path = db or os.environ.get("JUDGED_DB")
    if path:
        return Database(path, wait)
    diagnostics.note(f"database: {DEFAULT_DB}")
    return Database(DEFAULT_DB, wait)


def schema_option(models: str) -> Callable[[F], F]:
    """`--schema`, repeatable; the command gets `schema`."""
    return click.option(
        "--schema",
        multiple=True,
        metavar="FILE.py:MODEL",
        help=f"Validate by your own subclass of {models}; may be given again.",
    )


def output_format(formats: Sequence[str]) -> Callable[[F], F]:
    """`--format`; the command gets `output`. And `--csv-formulas`, which `output` asks for."""
    from judged.text import CSV_FORMULAS

    of_formulas = click.option(
        "--csv-formulas",
        type=click.Choice(["keep", "escape"]),
        default="keep",
        show_default=True,
        expose_value=False,
        callback=lambda context, _, value: context.meta.update({CSV_FORMULAS: value}),
        help="In CSV, text that a spreadsheet would run as a formula (=, +, -, @ first): as it is,"
        " or behind an apostrophe.",
    )
    of_format = click.option(
        "--format",
        "output",
        type=click.Choice(list(formats)),
        default="table",
        show_default=True,
        help="What is written to standard output.",
    )
    return lambda function: of_format(of_formulas(function))


def label_option(function: F) -> F:
    """`--label`."""
    return click.option(
        "--label",
        metavar="TEXT",
        help="A name for this job in table jobs: a commit, a build, ...",
    )(function)


def _not_empty(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """A variable that is not set gives an empty path, which would be the current folder."""
    if value == "":
        raise ArgumentError("--out: the path is empty; name a folder, or leave the option out")
    return value


def report_folder(function: F) -> F:
    """`--out`; the command gets `out`."""
    return click.option(
        "--out",
        metavar="DIR",
        callback=_not_empty,
        help="Write report.json, report.md, report.csv, query_scores.csv and findings.csv here"
        " too.",
    )(function)


def contract_id_option(function: F) -> F:
    """`--contract-id`."""
    return click.option(
        "--contract-id",
        metavar="PREFIX",
        help="Look at the contract whose identifier begins so.  [default: the newest of the runs]",
    )(function)
