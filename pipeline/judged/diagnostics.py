"""Standard error: the only module that writes there. Narration, warnings, errors and progress."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from judged.text import visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterator


def note(text: str) -> None:
    """What a person may want to know; no trouble."""
    _line("", text)


def warning(text: str) -> None:
    """Something that does not stop an evaluation."""
    _line(click.style("warning: ", fg="yellow"), text)


def error(text: str) -> None:
    """Something that does."""
    _line(click.style("error: ", fg="red"), text)


def bug(text: str) -> None:
    """A traceback of ours, and where to report it."""
    with suppress(OSError):
        click.echo(visible_lines(text.rstrip("\n")), err=True)
    error(
        "this is a bug of judged; please report it with the lines above"
        " and the command that was run"
    )


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Shows what is going on, on a terminal only."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


def _line(prefix: str, text: str) -> None:
    """One line; click takes the colour away where standard error is no terminal."""
    color = False if os.environ.get("NO_COLOR") else None
    # Words that nobody can read stop no evaluation.
    with suppress(OSError):
        click.echo(f"judged: {prefix}{visible_lines(text)}", err=True, color=color)
