"""A warmed-up process that forks for each command, so that one is running at once.

Reads orders from standard input, a JSON object a line: the folder, the words of a command, and the
file that is its standard input. Writes two lines for each: the process, and how it ended.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import judged.api
import judged.job
import judged_schemas.coverage
import judged_schemas.qrels
from judged.cli import main

if TYPE_CHECKING:
    from typing import NoReturn

# What a command imports is there already.
WARM = (judged.api, judged.job, judged_schemas.coverage, judged_schemas.qrels)


def carry_out(order: dict[str, Any]) -> NoReturn:
    """Runs a command as a process of its own would, its standard error in the file `told`."""
    os.chdir(order["folder"])
    code = 70
    try:
        with Path(os.devnull).open("wb") as nowhere, Path("told").open("wb") as told:
            os.dup2(os.open(order["stdin"], os.O_RDONLY), 0)
            os.dup2(nowhere.fileno(), 1)
            os.dup2(told.fileno(), 2)
        code = main(order["words"])
        sys.stdout.flush()
        atexit._run_exitfuncs()
    finally:
        os._exit(code)


def serve() -> None:
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            carry_out(json.loads(line))
        print(process, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)


if __name__ == "__main__":
    serve()
