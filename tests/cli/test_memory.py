"""Too little memory: said in one line, nothing half stored, and the re-run completes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks import generate
from tests.cli.helpers import environment, put_collection, rows
from tests.cli.kills import contents
from tests.cli.large import COUNT, STAGES, WHOLE, put_large, reach
from tests.support import judged

# Runs a command in a process that may take but so many bytes more than it has when it begins.
# Real processes with little memory.
pytestmark = pytest.mark.slow

LIMITED = """
import os, sys
from pathlib import Path
from judged.cli import main
import judged.job
import resource
taken = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
resource.setrlimit(resource.RLIMIT_AS, (taken + int(sys.argv[1]),) * 2)
sys.exit(main(sys.argv[2:]))
"""
# The first two are too little for sure; whether the others suffice hangs on threads.
ROOM = (10_000_000, 40_000_000, 100_000_000, 200_000_000)
ADVICE = (
    "what earlier stages stored is as it was: allow more, or set --memory-limit well below"
    " what is allowed, such as 1GB: beyond it DuckDB works on disk\n"
)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux tells what is taken")
@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("room", ROOM)
def test_a_limit_of_the_process_loses_nothing(room: int) -> None:
    put_large()
    before = contents()
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(room), "ingest", "large.txt"],
        env=environment(),
        capture_output=True,
        check=False,
        text=True,
    )
    assert "Traceback" not in done.stderr
    is_enough = done.returncode == 0
    assert not is_enough or room not in ROOM[:2]
    # The C library itself may find no way on, and ends the process.
    if not is_enough and "cannot allocate memory" not in done.stderr:
        assert done.returncode == 4
        assert done.stderr.count("judged: error: ") == 1
        assert "not enough memory (" in done.stderr
        assert done.stderr.endswith(ADVICE)
    assert (contents() == before) == (not is_enough)
    assert judged("ingest", "large.txt").code == 0
    assert rows(COUNT) == WHOLE


@pytest.mark.parametrize("limit", ["3MB", "6MB", "12MB"])
@pytest.mark.parametrize("stage", ["validate", "score"])
def test_a_limit_that_is_too_low_for_a_later_stage_loses_nothing(
    stage: str, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_large()
    reach(stage)
    before = contents()
    with monkeypatch.context() as patched:
        patched.setenv("JUDGED_MEMORY_LIMIT", limit)
        outcome = judged(stage, *STAGES[stage])
    is_enough = outcome.code == 0
    assert not is_enough or limit != "3MB"
    if not is_enough:
        assert outcome.code == 4
        assert "not enough memory (Out of Memory" in outcome.stderr
        assert outcome.stderr.endswith(ADVICE)
    assert (contents() == before) == (not is_enough)
    assert judged(stage, *STAGES[stage]).code == 0
    assert contents() != before


@pytest.mark.usefixtures("evaluated")
def test_a_limit_of_duckdb_is_told_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    put_large()
    before = contents()
    with monkeypatch.context() as patched:
        patched.setenv("JUDGED_MEMORY_LIMIT", "3MB")
        outcome = judged("ingest", "large.txt")
    assert (outcome.code, outcome.stdout) == (4, "")
    assert "judged: error: judged.duckdb: not enough memory (Out of Memory" in outcome.stderr
    assert outcome.stderr.endswith(ADVICE)
    assert contents() == before
    assert judged("ingest", "large.txt").code == 0
    assert rows(COUNT) == WHOLE


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("can't start new thread")])
def test_pythons_own_lack_of_memory_rolls_a_stage_back(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    put_collection()
    with monkeypatch.context() as patched:
        patched.setattr("judged.scoring.score.run_scores", fail)
        outcome = judged("run", "qrels.txt", "run.txt")
    assert outcome.code == 4
    assert f"not enough memory ({str(error) or 'MemoryError'})" in outcome.stderr
    assert "Traceback" not in outcome.stderr
    assert rows("select exit_code from jobs") == [{"exit_code": 4}]
    assert rows("select status from evaluations") == [{"status": "validated"}]
    assert judged("score").code == 0
    assert len(rows("select * from query_scores")) == 1


@pytest.mark.usefixtures("evaluated")
def test_a_report_without_memory_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr("judged.job.report", fail)
        outcome = judged("report")
    assert (outcome.code, outcome.stdout) == (4, "")
    assert outcome.stderr.endswith(f"judged: error: not enough memory (MemoryError); {ADVICE}")


@pytest.mark.usefixtures("evaluated")
def test_a_statement_without_memory_is_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGED_MEMORY_LIMIT", "3MB")
    outcome = judged("sql", "select list(range) from range(9000000)")
    assert (outcome.code, outcome.stdout) == (4, "")
    assert "not enough memory (Out of Memory" in outcome.stderr


def test_beyond_the_limit_work_goes_on_on_disk_with_the_same_scores(folder: Path) -> None:
    generate.write_qrels(Path("qrels.txt"), 1000, 20)
    generate.write_run(Path("large.txt"), 1000, 1000, 0)
    spilled = folder / "spilled"
    spilled.mkdir()
    words = ("run", "qrels.txt", "large.txt", "--preset", "trec_eval", "--threads", "1")
    free = judged(*words, "--db", "free.duckdb")
    limits = ("--memory-limit", "70MB", "--temp-dir", str(spilled))
    limited = judged(*words, "--db", "limited.duckdb", *limits)
    assert (free.code, limited.code) == (0, 0), limited.stderr
    assert free.stdout == limited.stdout
    assert contents("free.duckdb") == contents("limited.duckdb")
    assert list(spilled.iterdir()) == []
