"""What a call may take: threads, memory, and where it may write what is there for a time.

An option holds before a variable of the environment. Where neither says anything DuckDB takes every
core and four fifths of the memory, of what the control group of the process allows.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from judged.errors import MEMORY_LIMIT, TEMP_DIR, THREADS, ArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator

A_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) *([kmgt])i?b", re.IGNORECASE | re.ASCII)
# In bytes; more than DuckDB reads.
TOO_MUCH = 2.0**60
A_COUNT = re.compile(r"[1-9][0-9]{0,3}")


@dataclass(frozen=True)
class Limits:
    """Limits as somebody told them, in words; None where nobody did.

    Attributes:
        threads: how many DuckDB works with.
        memory: how much DuckDB holds, such as "4GB"; the process takes some hundred MB besides.
        temp_dir: the folder for what does not fit in memory, and for copies of packed files, of
            pipes and of frames.
    """

    threads: str | None = None
    memory: str | None = None
    temp_dir: str | None = None


# What the options of a command say, while it runs.
_options: ContextVar[Limits] = ContextVar("_options", default=Limits())  # noqa: B039


@contextmanager
def limited(options: Limits) -> Iterator[None]:
    """Makes the options of a command hold for what it does.

    Raises:
        ArgumentError: one is no limit.
    """
    token = _options.set(options)
    try:
        for limit in (threads, memory, temp_dir):
            limit()
        yield
    finally:
        _options.reset(token)


def threads() -> int | None:
    """How many threads DuckDB may work with; by None as many as there are cores.

    Raises:
        ArgumentError: what was told is no such number.
    """
    told, origin = _told(_options.get().threads, "--threads", THREADS)
    if told is not None and not A_COUNT.fullmatch(told):
        raise ArgumentError(f"{origin}: {told!r} is no number from 1 to 9999")
    return None if told is None else int(told)


def memory() -> str | None:
    """How much memory DuckDB may hold, as it reads sizes; by None four fifths of what there is.

    Raises:
        ArgumentError: what was told is no size.
    """
    told, origin = _told(_options.get().memory, "--memory-limit", MEMORY_LIMIT)
    if told is not None and not _is_size(told):
        raise ArgumentError(f"{origin}: {told!r} is no size; write one such as 4GB")
    return told


def _is_size(told: str) -> bool:
    found = A_SIZE.fullmatch(told)
    if found is None:
        return False
    size = float(found[1]) * 1024.0 ** (1 + "kmgt".index(found[2].lower()))
    return 1 <= size < TOO_MUCH


def temp_dir() -> Path | None:
    """The folder for temporary files; by None the system's, and the database's for what spills.

    Raises:
        ArgumentError: there is no such folder, or nothing can be written in it.
    """
    told, origin = _told(_options.get().temp_dir, "--temp-dir", TEMP_DIR)
    if told is None:
        return None
    folder = Path(told).absolute()
    if not told or not _can_be_written_in(folder):
        raise ArgumentError(f"{origin} {quote(told)}: no folder in which files can be written")
    return folder


def _can_be_written_in(folder: Path) -> bool:
    try:
        return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    except (OSError, ValueError):  # a name too long, or with a NUL
        return False


def _told(option: str | None, name: str, variable: str) -> tuple[str | None, str]:
    """What an option says, or a variable where there is none; and which of the two."""
    if option is not None:
        return option, name
    return os.environ.get(variable) or None, variable
