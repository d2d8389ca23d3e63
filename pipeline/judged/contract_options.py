"""The options of a command that are the fields of its contract."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from judged.contract.contract import Contract
from judged.contract.fields import FIELDS
from judged.contract.presets import PRESETS
from judged.errors import ArgumentError, ContractError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from judged.contract.settings import OnBadLine, Settings

F = TypeVar("F", bound="Callable[..., Any]")

_LISTS = ("cutoffs", "gain")
_SHORT = {"cutoffs": ("-k",)}


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

    if contract_file == "":
        raise ArgumentError("--contract: an empty path, as of a variable that is not set")
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
