"""Stages that somebody will disturb, and what they do when nobody does."""

from __future__ import annotations

import gzip
import shutil
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from judged.store.store import Store
from tests.benchmarks import generate
from tests.cli.kills import DATABASE, Command, Contents, Forker, Real, contents, files

if TYPE_CHECKING:
    from collections.abc import Mapping

CHOICES = ("--unjudged", "zero", "-k", "10,all")
OUT = ("--out", "out")
INGEST = Command(("ingest", "--qrels", "qrels.txt", "run0.txt", "run1.txt"))
VALIDATE = Command(("validate", "--qrels", "qrels", "run0", "run1", *CHOICES))
SCORE = Command(("score", "run0", "run1"))
RUN = Command(("run", "qrels.txt", "run0.txt", "run1.txt", *CHOICES, *OUT))
# An evaluation that was stored long before, and a folder of reports.
EARLIER = Command(("run", "old-qrels.txt", "old.txt", "--preset", "trec_eval", *OUT))


@dataclass(frozen=True)
class Stage:
    """What is killed, after what, and by what steps it changes the store.

    Attributes:
        steps: each is one transaction, and all together do what the command does to the store.
    """

    command: Command
    after: tuple[Command, ...]
    steps: tuple[Command, ...]


def ingest(qrels: str, *runs: str, stdin: str = "/dev/null") -> Stage:
    command = Command(("ingest", "--qrels", qrels, *runs), stdin)
    return Stage(command, (EARLIER,), (command,))


STAGES = {
    "first run": Stage(RUN, (), (INGEST, VALIDATE, SCORE)),
    "run": Stage(RUN, (EARLIER,), (INGEST, VALIDATE, SCORE)),
    "ingest": ingest("qrels.txt", "run0.txt", "run1.txt"),
    "ingest gz": ingest("qrels.txt.gz", "run0.txt.gz", "run1.txt.gz"),
    "ingest one run of two files": ingest("qrels.txt", "both=run0.txt", "both=run1.txt"),
    "ingest lines of CR LF": ingest("qrels-crlf.txt", "run0-crlf.txt"),
    "ingest standard input": ingest("-", "run0.txt", stdin="qrels.txt"),
    "validate": Stage(VALIDATE, (EARLIER, INGEST), (VALIDATE,)),
    "score": Stage(SCORE, (EARLIER, INGEST, VALIDATE), (SCORE,)),
    "report": Stage(Command(("report", *OUT)), (EARLIER, INGEST, VALIDATE, SCORE), ()),
}


def put_files(folder: Path) -> None:
    """Judgments and runs, each also with CR LF and in gzip."""
    generate.write_qrels(folder / "old-qrels.txt", 20, 10)
    generate.write_run(folder / "old.txt", 20, 30, 5)
    generate.write_qrels(folder / "qrels.txt", 60, 20)
    for run in range(2):
        generate.write_run(folder / f"run{run}.txt", 60, 100, run)
    for name in ("qrels", "run0", "run1"):
        text = (folder / f"{name}.txt").read_bytes()
        (folder / f"{name}.txt.gz").write_bytes(gzip.compress(text))
        (folder / f"{name}-crlf.txt").write_bytes(text.replace(b"\n", b"\r\n"))


@dataclass
class Undisturbed:
    """What a stage does when nobody kills it.

    Attributes:
        before: a folder as it is before the stage.
        states: the contents of the store before it, and after each of its steps.
        reports: the files of --out before and after.
        seconds: how long it takes.
    """

    before: Path
    states: list[Contents]
    reports: list[Mapping[str, bytes]]
    seconds: float = 0
    names: set[str] = field(default_factory=set)


def undisturbed(stage: Stage, folder: Path, runner: Forker | Real) -> Undisturbed:
    """Runs a stage in copies of a folder: at once, and step by step."""
    before, at_once, by_steps = (folder / name for name in ("before", "at once", "by steps"))
    before.mkdir()
    put_files(before)
    with chdir(before):
        for command in stage.after:
            runner.run(command)
    for copy in (at_once, by_steps):
        shutil.copytree(before, copy)
    with chdir(by_steps):
        states = [contents()]
        if not states[0]:
            # The tables of a new store are made in a transaction of their own.
            Store.open(DATABASE).close()
            states.append(contents())
        for step in stage.steps:
            runner.run(step)
            states.append(contents())
    found = Undisturbed(before, states, [files(before / "out")])
    with chdir(at_once):
        found.seconds = runner.run(stage.command)
        assert contents() == states[-1]
        found.reports.append(files(at_once / "out"))
        found.names = {path.name for path in at_once.iterdir()} | {"told"}
    return found


def assert_no_temporary_file(found: Undisturbed, temporary: Path) -> None:
    """Nothing lies in the folder for temporary files, beside the store or in that of reports."""
    assert list(temporary.iterdir()) == []
    assert {path.name for path in Path.cwd().iterdir()} <= found.names
    assert {path.name for path in Path("out").glob("*")} <= set(found.reports[-1])
