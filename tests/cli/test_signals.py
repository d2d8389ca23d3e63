"""Ctrl-C and SIGTERM: the stage is rolled back, nothing temporary stays, the code says which."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import chdir
from pathlib import Path

import pytest

from tests.cli.helpers import environment, put_collection, rows, start
from tests.cli.kills import DATABASE, Real, assert_all_is_there, contents, files
from tests.cli.undisturbed import STAGES, assert_no_temporary_file, undisturbed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="POSIX's signals"),
]

SLOW = "select count(*) from range(1000000) as a, range(1000000) as b where a.range + b.range = 7"
SIGNALS = {signal.SIGINT: (130, "interrupted"), signal.SIGTERM: (143, "terminated (SIGTERM)")}
STORED = "what earlier stages stored is as it was\n"
TIMES = 8


@pytest.mark.usefixtures("evaluated")
def test_sigterm_while_duckdb_works_is_143() -> None:
    with start("sql", SLOW, bufsize=0) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"judged: database: judged.duckdb\n"
        time.sleep(1.5)
        process.terminate()
        assert process.wait(timeout=20) == 143
        told = process.stderr.read().decode()
    assert told.endswith(f"judged: error: terminated (SIGTERM); {STORED}")


def test_sigterm_while_waiting_for_standard_input_is_143_and_leaves_nothing() -> None:
    put_collection()
    Path("temporary").mkdir()
    runner = Real(Path("temporary"))
    with runner.start("ingest", "--qrels", "-", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        # More than a pipe holds: when it is written, the process is reading.
        process.stdin.write(b"# a comment\n" * 30_000)
        process.stdin.flush()
        assert len(list(Path("temporary").glob("judged-*/spooled"))) == 1
        process.terminate()
        assert process.wait(timeout=20) == 143
    assert list(Path("temporary").iterdir()) == []
    assert rows("select exit_code from jobs") == [{"exit_code": 143}]
    assert rows("select * from sources") == []


@pytest.mark.usefixtures("evaluated")
def test_a_program_that_ignores_sigterm_goes_on_ignoring_it() -> None:
    put_collection()
    with subprocess.Popen(
        ["sh", "-c", "trap '' TERM; exec \"$0\" -m judged sql -", sys.executable],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        time.sleep(1.5)
        process.terminate()
        time.sleep(0.2)
        out, _ = process.communicate(b"select 42 as answer")
    assert process.returncode == 0
    assert b"42" in out


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_at_any_moment_ends_a_job_in_order(number: int, folder: Path) -> None:
    temporary = folder / "temporary"
    temporary.mkdir()
    runner, stage = Real(temporary), STAGES["run"]
    found = undisturbed(stage, folder, runner)
    code, word = SIGNALS[signal.Signals(number)]
    moments = random.Random(number)
    codes = []
    for place in range(TIMES):
        # Before a third of its time a process still begins, and signals are the system's.
        delay = (1 + 2 * (place + moments.random()) / TIMES) / 3 * found.seconds
        shutil.copytree(found.before, "stopped")
        with chdir("stopped"):
            told, ended = runner.signalled(stage.command, delay, number)
            codes.append(ended)
            if ended == code:
                assert told.endswith(f"judged: error: {word}; {STORED}")
            assert_no_temporary_file(found, temporary)
            assert contents() in found.states
            assert_all_is_there(found.before / DATABASE)
            written = files(Path("out"))
            assert all(
                written[name] in (one.get(name) for one in found.reports) for name in written
            )
            assert "Traceback" not in told
            runner.run(stage.command)
            assert contents() == found.states[-1]
        shutil.rmtree("stopped")
    assert set(codes) <= {0, code, -number}
    assert codes.count(code) >= TIMES // 2
