"""Standard error: the only module that writes there. Narration, warnings, errors and progress."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from judged.text import visible_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REFRESH_SECONDS = 0.2


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


def is_terminal() -> bool:
    """Whether a person may be looking."""
    return sys.stderr.isatty()


@contextmanager
def progress(text: str, fraction: Callable[[], float | None] | None = None) -> Iterator[None]:
    """Shows what is going on, on a terminal only.

    Args:
        text: what.
        fraction: how much of it is done, from 0 to 1, or None while that is unknown; where it is
            given, the time that is left is shown. It is called from a thread of its own.
    """
    if not is_terminal():
        yield
        return
    from rich.console import Console

    console = Console(stderr=True)
    if fraction is None:
        with console.status(text):
            yield
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeLeft())
    with Progress(*columns, console=console, transient=True) as shown:
        task, is_over = shown.add_task(text, total=None), threading.Event()

        def watch() -> None:
            while not is_over.wait(REFRESH_SECONDS):
                done = fraction()
                shown.update(task, total=None if done is None else 1.0, completed=done or 0.0)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            is_over.set()
            watcher.join()


def _line(prefix: str, text: str) -> None:
    """One line; click takes the colour away where standard error is no terminal."""
    color = False if os.environ.get("NO_COLOR") else None
    # Words that nobody can read stop no evaluation.
    with suppress(OSError):
        click.echo(f"judged: {prefix}{visible_lines(text)}", err=True, color=color)
