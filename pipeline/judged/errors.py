"""Exit codes and the errors that carry them.

Two kinds of trouble are kept apart. A *finding* is about the user's data: a row in `findings`. A
`JudgedError` stops the stage that raises it; `main()` turns it into one line and an exit code.
"""

from __future__ import annotations

import errno
from difflib import get_close_matches
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class ExitCode(IntEnum):
    """What the process returns; where two hold, the lowest above 0."""

    OK = 0
    DATA = 1
    USAGE = 2
    GATE = 3
    STATE = 4
    BUG = 70
    INTERRUPTED = 130
    TERMINATED = 143

    @property
    def meaning(self) -> str:
        """What it says, in a few words, for help and documentation."""
        return _MEANINGS[self]


# How the system says that there is no room: on the disk, in a quota, in a file.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

# The environment variables that limit what a call takes; each has an option too.
MEMORY_LIMIT = "JUDGED_MEMORY_LIMIT"
THREADS = "JUDGED_THREADS"
TEMP_DIR = "JUDGED_TEMP_DIR"

# As many known words as a message lists.
MOST_LISTED = 20

_MEANINGS = {
    ExitCode.OK: "ok",
    ExitCode.DATA: "the data broke a rule",
    ExitCode.USAGE: "the command line or the contract is wrong",
    ExitCode.GATE: "a gate was not met",
    ExitCode.STATE: "the database cannot be used as it is (locked, other version, stage not run)",
    ExitCode.BUG: "a bug in judged",
    ExitCode.INTERRUPTED: "interrupted",
    ExitCode.TERMINATED: "terminated (SIGTERM)",
}


class JudgedError(Exception):
    """Something that stops a stage; the message says what was read, wanted and what to do."""

    exit_code = ExitCode.BUG


class InputError(JudgedError, ValueError):
    """A file or frame cannot be read as what it was said to be."""

    exit_code = ExitCode.DATA


class UnreadableError(InputError):
    """Not one row of a file or frame can be used: it is not what it was said to be.

    Attributes:
        path: of the file, or what messages call a frame.
        reason: what was read, wanted and what to do.
        line_number: where it shows, from 1; None where it is about the whole file.
    """

    def __init__(self, path: str, reason: str, line_number: int | None = None) -> None:
        # An error's arguments are what it is made of again in another process.
        super().__init__(path, reason, line_number)
        self.path = path
        self.reason = reason
        self.line_number = line_number

    def __str__(self) -> str:
        line = "" if self.line_number is None else f":{self.line_number}"
        return f"{self.path}{line}: {self.reason}"


class ArgumentError(JudgedError, ValueError):
    """An argument names nothing that exists, or contradicts another one."""

    exit_code = ExitCode.USAGE


class ContractError(ArgumentError):
    """A contract field is unknown or has a value that it cannot take."""


class RefusedError(JudgedError, ValueError):
    """Findings of severity error stopped an evaluation.

    Attributes:
        message: the reasons, and what can be done.
        findings: the findings as rows (dicts with the columns of table `findings`).
        result: the `Result` with the runs that were not refused.
    """

    exit_code = ExitCode.DATA

    def __init__(
        self, message: str, findings: list[dict[str, object]], result: object = None
    ) -> None:
        super().__init__(message, findings, result)
        self.message = message
        self.findings = findings
        self.result = result

    def __str__(self) -> str:
        return self.message


class StateError(JudgedError):
    """The database is locked, of another version, or lacks what an earlier stage writes."""

    exit_code = ExitCode.STATE


class MissingStoreError(StateError, ValueError):
    """There is no database where one was named."""


class OutputError(JudgedError):
    """Our own scores broke a rule of ours: a bug, never the user's doing."""


def is_interruption(error: BaseException) -> bool:
    """Whether an error is how DuckDB, or what reads from it, tells that a person pressed Ctrl-C.

    DuckDB has a type for it; the texts of its other errors may hold whatever a user wrote.
    """
    if any(kind.__name__ == "Error" and "duckdb" in kind.__module__ for kind in type(error).mro()):
        return type(error).__name__ == "InterruptException"
    words = ("Query interrupted", "INTERRUPT Error")
    return isinstance(error, KeyboardInterrupt) or any(word in str(error) for word in words)


def is_storage_trouble(error: BaseException) -> bool:
    """Whether an error is how DuckDB tells of a disk that cannot be written, or of memory."""
    words = ("Could not write", "No space left", "File too large", "Failed to write")
    is_of_disk = _is_of_disk(error) and any(word in str(error) for word in words)
    is_of_memory = type(error).__name__ == "OutOfMemoryException"
    return is_of_memory or is_of_disk or is_permission_trouble(error)


def is_permission_trouble(error: BaseException) -> bool:
    """Whether an error is how DuckDB tells that a file may not be written."""
    words = ("Permission denied", "Read-only file system")
    return _is_of_disk(error) and any(word in str(error) for word in words)


def _is_of_disk(error: BaseException) -> bool:
    return type(error).__name__ in ("IOException", "TransactionException", "FatalException")


def is_memory_trouble(error: BaseException | None) -> bool:
    """Whether an error, or what led to it, says that the process may have no more memory."""
    while error is not None:
        is_told = isinstance(error, (ImportError, RuntimeError)) and any(
            words in str(error)
            for words in ("annot allocate memory", "failed to map segment", "start new thread")
        )
        if (
            isinstance(error, MemoryError)
            or type(error).__name__ == "OutOfMemoryException"
            or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
            or is_told
        ):
            return True
        error = error.__cause__ or error.__context__
    return False


def too_little_memory(error: BaseException) -> str:
    """What to say of it, in one line."""
    reason = next(iter(str(error).splitlines()), "") or type(error).__name__
    if "failed to offload" in reason:
        return (
            f"no room for what does not fit in memory ({reason}); what earlier stages stored is as"
            " it was: name a folder with more room with --temp-dir, make room beside the database,"
            " or allow more memory with --memory-limit"
        )
    return (
        f"not enough memory ({reason}); what earlier stages stored is as it was: allow more, or"
        " set --memory-limit well below what is allowed, such as 1GB: beyond it DuckDB works on"
        " disk"
    )


def is_database_trouble(error: BaseException) -> bool:
    """Whether an error is how DuckDB tells that it cannot read its own file."""
    kinds = ("IOException", "SerializationException", "FatalException")
    is_damaged = type(error).__name__ == "Error" and "Corrupt database file" in str(error)
    return type(error).__name__ in kinds or is_damaged


def exit_code_for(error: BaseException) -> ExitCode:
    """What a process returns that an error ends."""
    if isinstance(error, JudgedError):
        return ExitCode(error.exit_code)
    if is_interruption(error):
        return ExitCode.INTERRUPTED
    if is_memory_trouble(error):
        return ExitCode.STATE
    # One of a file has its name; what commands do with files has errors of its own.
    is_output = isinstance(error, OSError) and error.filename is None
    return ExitCode.STATE if is_output or is_database_trouble(error) else ExitCode.BUG


def near(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known ones, or all that fit.

    Those of a set have no order, and are told in that of the alphabet.
    """
    names = sorted(known) if isinstance(known, set) else list(known)
    close = get_close_matches(word, names, n=3, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(repr(name) for name in close) + "?"
    more = f", ... ({len(names):,} in all)" if len(names) > MOST_LISTED else ""
    return f"known: {', '.join(names[:MOST_LISTED])}{more}"
