"""Standard output: the only module that writes there."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from judged.files import CHUNK_BYTES
from judged.text import visible

if TYPE_CHECKING:
    from pathlib import Path


def write(text: str) -> None:
    """Writes text that ends in a line feed, as UTF-8 on every system.

    A reader that wants no more of it changes nothing else: not what is stored, nor the exit code.
    """
    try:
        _write(text)
    except BrokenPipeError:
        discard()


def write_data(text: str) -> None:
    """Writes text that a file may hold as it is; a terminal sees control characters spelled out.

    Elsewhere every byte is the data's.
    """
    write(_steady(text) if sys.stdout.isatty() else text)


def write_file(path: Path) -> None:
    """Writes a whole file, as `write_data` does text."""
    if sys.stdout.isatty():
        with path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            for line in lines:
                write_data(line)
        return
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                _write_bytes(chunk)
    except BrokenPipeError:
        discard()


def _steady(text: str) -> str:
    """Text of lines that steers no terminal; tabs and line feeds stand."""
    return "".join(sign if sign in "\n\t" else visible(sign) for sign in text)


def discard() -> None:
    """Sends what follows nowhere, so that nothing is left to flush into a closed pipe."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.__stdout__.fileno() if sys.__stdout__ else 1)


def _write(text: str) -> None:
    if getattr(sys.stdout, "buffer", None) is None:
        sys.stdout.write(text)
    else:
        _write_bytes(text.encode("utf-8", errors="surrogateescape"))


def _write_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
