"""The command line: a group that imports a command only when it is called, and the exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judged import diagnostics
from judged.errors import (
    ExitCode,
    JudgedError,
    exit_code_for,
    is_interruption,
    is_memory_trouble,
    is_storage_trouble,
    too_little_memory,
)
from judged.store import interrupts
from judged.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = (
    "run",
    "demo",
    "init",
    "ingest",
    "validate",
    "score",
    "report",
    "sql",
    "explain",
    "convert",
    "sources",
    "forget",
    "migrate",
)


class LazyGroup(click.Group):
    """A group whose commands are modules of `judged.commands`, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"judged.commands.{cmd_name}").command
        return command


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: " + "; ".join(f"{code.value} {code.meaning}" for code in ExitCode) + ".",
)
@click.version_option(__version__, prog_name="judged")
def group() -> None:
    """Score ranked retrieval under an explicit evaluation contract.

    Reads relevance judgments and system runs into DuckDB, validates them, computes NDCG, and keeps
    every score queryable with SQL.

    \b
    Start with:
      judged demo
      judged run qrels.txt bm25.txt --preset trec_eval
    """  # noqa: D301


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit code of the process.

    Click alone exits with 1 for everything, so its exceptions are mapped here.
    """
    _open_streams()
    with interrupts.noticed():
        return _main(arguments)


def _open_streams() -> None:
    """Puts the null device where a standard stream is closed, as daemons leave them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _main(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if any(word != word.encode(errors="replace").decode() for word in words):
        diagnostics.error("a word of the command line is not UTF-8; rename the file or the run")
        return ExitCode.USAGE
    try:
        return _run(words)
    except JudgedError as error:
        if error.exit_code is ExitCode.BUG:
            return _bug()
        diagnostics.error(str(error))
        return error.exit_code
    except click.ClickException as error:
        return _usage(error)
    except (click.Abort, KeyboardInterrupt):
        return _interrupted()
    except BrokenPipeError:
        return _closed_pipe()
    except SystemExit as error:
        return _closed_pipe() if _is_clicks(error) else _bug()
    except OSError as error:
        if is_memory_trouble(error):
            return _too_little_memory(error)
        if exit_code_for(error) is ExitCode.BUG:
            return _bug()
        diagnostics.error(f"standard output cannot be written: {error.strerror}; make room for it")
        return ExitCode.STATE
    except Exception as error:
        if is_interruption(error):
            return _interrupted()
        if is_memory_trouble(error):
            return _too_little_memory(error)
        if is_storage_trouble(error):
            return _full(error)
        return _unreadable(error) if exit_code_for(error) is ExitCode.STATE else _bug()
    except BaseException:
        # What panics in a library is no Exception.
        return _bug()


def _run(words: list[str]) -> int:
    # Table jobs keeps these words: sys.argv is another's where Python calls main().
    code = group.main(args=words, prog_name="judged", standalone_mode=False, obj=words)
    sys.stdout.flush()
    return int(code or 0)


def _usage(error: click.ClickException) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        # Its message is the whole help, usage included.
        click.echo(error.format_message(), err=True)
        return ExitCode.USAGE
    context = getattr(error, "ctx", None)
    if context is not None:
        click.echo(context.get_usage(), err=True)
    diagnostics.error(error.format_message())
    return ExitCode.USAGE


def _bug() -> int:
    diagnostics.bug(traceback.format_exc())
    return ExitCode.BUG


def _unreadable(error: Exception) -> int:
    diagnostics.error(
        f"the database cannot be read: {str(error).splitlines()[0]};"
        " restore it, or name another file with --db"
    )
    return ExitCode.STATE


def _too_little_memory(error: Exception) -> int:
    diagnostics.error(too_little_memory(error))
    return ExitCode.STATE


def _full(error: Exception) -> int:
    diagnostics.error(
        f"the database cannot be written: {str(error).splitlines()[0]};"
        " make room, or name a database elsewhere with --db"
    )
    return ExitCode.STATE


def _interrupted() -> int:
    code = interrupts.exit_code()
    diagnostics.error(f"{code.meaning}; what earlier stages stored is as it was")
    return code


def _is_clicks(error: SystemExit) -> bool:
    """Whether Click itself ends the program, which in this mode it does for a closed pipe alone."""
    (*_, last) = traceback.extract_tb(error.__traceback__)
    return Path(last.filename) == Path(click.core.__file__)


def _closed_pipe() -> int:
    """The reader of a help text wanted no more, which is no error."""
    from judged.reporting.stdout import discard

    discard()
    return ExitCode.OK


def entry() -> None:
    """The console script."""
    sys.exit(main())
