"""Sample data of our own making, and the job that `judged demo` does with it."""

from __future__ import annotations

from contextlib import chdir
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from judged import diagnostics
from judged.contract.settings import resolve
from judged.errors import ArgumentError
from judged.job import Files, Work, run_job
from judged.text import MEMORY

if TYPE_CHECKING:
    from judged.store.database import Database

QRELS = "qrels.txt"
RUNS = ("keywords.txt", "embeddings.txt")


def run_demo(db: Database, form: str) -> int:
    """Does `judged run` with the files as they lie in the package."""
    settings = resolve({"cutoffs": [3, 10], "unjudged": "zero"})
    diagnostics.note(f"this is: judged run {QRELS} {' '.join(RUNS)} -k 3,10 --unjudged zero")
    path = db.path if db.path == MEMORY else str(Path(db.path).absolute())
    database = replace(db, path=path)
    with as_file(files("judged.demo")) as folder, chdir(folder):
        return run_job(database, Work(Files(QRELS, RUNS), settings), form, None)


def copy_files(folder: str) -> int:
    """Writes the files where a person can look at them and try things."""
    if not folder:
        raise ArgumentError("--files: the folder has no name; give one, such as sample")
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name in (QRELS, *RUNS):
            data = (files("judged.demo") / name).read_bytes()
            if (target / name).exists() and (target / name).read_bytes() != data:
                raise ArgumentError(
                    f"{target / name}: is there already, with other content;"
                    " name a folder without it"
                )
            (target / name).write_bytes(data)
    except OSError as error:
        raise ArgumentError(f"--files {folder}: cannot be written: {error.strerror}") from None
    diagnostics.note(f"wrote {', '.join((QRELS, *RUNS))} to {folder}")
    return 0
