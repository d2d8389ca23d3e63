"""Options that several commands share."""

from __future__ import annotations

import functools
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from judged.contract.contract import Contract
from judged.contract.fields import FIELDS
from judged.contract.presets import PRESETS
from judged.errors import ArgumentError, ContractError
from judged.store.database import Database
from judged.text import DEFAULT_DB

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from judged.contract.settings import OnBadLine, Settings
    from judged.ingestion.columns import FileKind
    from judged.ingestion.inputs import Ways

F = TypeVar("F", bound="Callable[..., Any]")

_LISTS = ("cutoffs", "gain")
_SHORT = {"cutoffs": ("-k",)}


def database(function: F) -> F:
    """`--db` and `--wait`; the command gets `db` and `wait`."""
    return click.option(
        "--db",
        metavar="FILE",
        help=f"The database.  [default: $JUDGED_DB, else {DEFAULT_DB}; :memory: keeps nothing]",
    )(wait_option(function))


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


def contract_options(function: F) -> F:
    """`--contract`, `--preset`, a field an option, `--on-bad-line`; the command gets `settings`."""

    @functools.wraps(function)
    def wrapper(
        *arguments: Any,
        contract: str | None,
        preset: str | None,
        on_bad_line: OnBadLine,
        **options: Any,
    ) -> Any:
        words = {name: options.pop(f"contract_{name}") for name in FIELDS}
        settings = read_settings(contract, preset, words)
        return function(*arguments, settings=replace(settings, on_bad_line=on_bad_line), **options)

    decorated: Any = _on_bad_line(wrapper)
    for name in reversed(list(FIELDS)):
        decorated = _field_option(name)(decorated)
    decorated = click.option(
        "--preset",
        metavar="NAME",
        help=f"Fix the fields that a tool fixes: {', '.join(PRESETS)}.",
    )(decorated)
    return click.option(  # type: ignore[no-any-return]
        "--contract",
        metavar="FILE",
        help="A judged.toml.  [default: judged.toml in this folder, if there is one]",
    )(decorated)


def _on_bad_line(function: Any) -> Any:
    from judged.contract.settings import ON_BAD_LINE

    return click.option(
        "--on-bad-line",
        type=click.Choice(ON_BAD_LINE),
        default="refuse",
        show_default=True,
        help="Lines that cannot be read refuse the run (of judgments, every run), or are left out"
        " of it and counted.",
    )(function)


def _field_option(name: str) -> Callable[[Any], Any]:
    field = FIELDS[name]
    default = field.kind.text(getattr(Contract(), name)) or "none"
    return click.option(
        *_SHORT.get(name, ()),
        f"--{name.replace('_', '-')}",
        f"contract_{name}",
        metavar=field.kind.form,
        multiple=name in _LISTS,
        help=f"{field.meaning}  [default: {default}]",
    )


def read_settings(
    contract_file: str | None, preset: str | None, words: Mapping[str, Any]
) -> Settings:
    """The contract that a command line means; what a person should know of it goes to stderr.

    Raises:
        ContractError: an option's value is wrong; the message begins with the option.
    """
    from judged import diagnostics
    from judged.contract.settings import CONTRACT_FILE, resolve

    file = None if contract_file is None else Path(contract_file)
    if file is None and CONTRACT_FILE.exists():
        file = CONTRACT_FILE
        diagnostics.note(f"contract: {file}")
    settings = resolve(_parsed(words), preset, file)
    for text in settings.notes:
        diagnostics.warning(text)
    return settings


def _parsed(words: Mapping[str, Any]) -> dict[str, Any]:
    values = {}
    for name, given in words.items():
        if given is None or given == ():
            continue
        kind = FIELDS[name].kind
        try:
            values[name] = kind.check(kind.parse(given if name in _LISTS else [given]))
        except ContractError as error:
            raise ContractError(f"--{name.replace('_', '-')}: {error}") from None
    return values


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
