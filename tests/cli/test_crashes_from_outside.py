"""kill -9 at any moment, and a disk that is full: a stage is whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks import generate
from tests.cli.crash import STAGES, Fresh, contents, fresh, run_stage
from tests.cli.helpers import environment, rows
from tests.support import judged

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL is POSIX's")

# Ingests into a database on a disk that takes no file beyond 200 kB.
FULL = """
import resource, sys
from judged.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
sys.exit(main(["ingest", "large.txt"]))
"""


def ingest_on_a_full_disk() -> tuple[int, str]:
    """Ten thousand lines, of which the disk takes but a part; the exit code and stderr."""
    generate.write_run(Path("large.txt"), 100, 100, 0)
    done = subprocess.run(
        [sys.executable, "-c", FULL], env=environment(), capture_output=True, check=False, text=True
    )
    return done.returncode, done.stderr


@pytest.mark.usefixtures("evaluated")
def test_a_full_disk_leaves_nothing_of_the_stage() -> None:
    before = contents()
    code, _ = ingest_on_a_full_disk()
    assert code != 0
    assert contents() == before
    assert judged("ingest", "large.txt").code == 0
    assert rows("select count(*) as n from runs where run_id = 'run0'") == [{"n": 10_000}]


@pytest.mark.usefixtures("evaluated")
def test_a_full_disk_is_4_and_no_bug() -> None:
    code, error = ingest_on_a_full_disk()
    assert code == 4
    assert "Traceback" not in error
    assert "judged.duckdb" in error


# Tells when each stage's transaction begins and ends, for a parent that kills from outside.
TELLING = """
import sys
from contextlib import contextmanager
from judged.cli import main
from judged.store.store import Store

whole = Store.transaction

@contextmanager
def transaction(store):
    inside = "store_version" in store._tables()
    with whole(store):
        if inside:
            print("begins", file=sys.stderr, flush=True)
        yield
        if inside:
            print("commits", file=sys.stderr, flush=True)
    if inside:
        print("ended", file=sys.stderr, flush=True)

Store.transaction = transaction
sys.exit(main(sys.argv[1:]))
"""


def killed_after(stage: str, delay: float) -> tuple[bool, bool]:
    """Kills a stage from outside; whether it began to commit, and whether it had ended."""
    command = [sys.executable, "-c", TELLING, *STAGES[stage]]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line == b"begins\n":
                break
        time.sleep(delay)
        os.kill(process.pid, signal.SIGKILL)
        told = process.stderr.read()
    return b"commits" in told, b"ended" in told


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """Two runs of 300 documents over 300 queries, so that a stage takes its time."""
    folder = tmp_path_factory.mktemp("large")
    generate.write_qrels(folder / "qrels.txt", 300, 100)
    for run in range(2):
        generate.write_run(folder / f"run{run}.txt", 300, 300, run)
    return fresh(folder)


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_killed_at_any_moment_leaves_all_or_nothing(stage: str, large: Fresh) -> None:
    place = large.restore(stage)
    before, after = large.contents[place : place + 2]
    inside = 0
    for step in range(12):
        commits, ended = killed_after(stage, 0.02 + step * 0.06)
        found = contents()
        # A kill during the commit may fall on either side of it.
        assert found in ([after] if ended else [before, after] if commits else [before])
        inside += not commits
        if found == after:
            break
    assert inside >= 2
    states = [run_stage(again) for again in list(STAGES)[place:]]
    assert states[-1] == large.contents[-1]
