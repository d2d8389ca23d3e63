"""kill -9 at a chosen statement: what was committed stays, and a re-run completes the rest."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import chdir

import pytest

from tests.cli.crash import STAGES, Fresh, contents, fresh, run_stage
from tests.cli.helpers import environment, put, rows

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL is POSIX's"),
]

# Runs a command, and kills its own process inside the stage's transaction: when the n-th statement
# is done, before the commit ("last"), or right after it ("done"). The transaction that makes the
# tables of a new database is no stage.
SUICIDE = """
import os, signal, sys
from contextlib import contextmanager
from judged.cli import main
from judged.store.store import Store

point = sys.argv[1]
whole = Store.transaction
is_stage = False
statements = 0

def die_at(place):
    if is_stage and str(place) == point:
        os.kill(os.getpid(), signal.SIGKILL)

@contextmanager
def transaction(store):
    global is_stage
    has_tables = "store_version" in store._tables()
    with whole(store):
        is_stage = has_tables
        yield
        die_at("last")
    die_at("done")
    is_stage = False

def counting(method):
    def counted(*arguments, **named):
        global statements
        result = method(*arguments, **named)
        statements += is_stage
        die_at(statements)
        return result
    return counted

Store.transaction = transaction
for name in ("rows", "dicts", "derive", "fill", "insert"):
    setattr(Store, name, counting(getattr(Store, name)))
sys.exit(main(sys.argv[2:]))
"""


def killed(stage: str, point: str) -> None:
    """Runs a stage until it kills itself."""
    done = subprocess.run(
        [sys.executable, "-c", SUICIDE, point, *STAGES[stage]],
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """Two runs over three queries."""
    folder = tmp_path_factory.mktemp("small")
    grades = [(query, doc, (query + doc) % 4) for query in range(3) for doc in range(4)]
    with chdir(folder):
        put("qrels.txt", "".join(f"q{query} 0 d{doc} {grade}\n" for query, doc, grade in grades))
        for run in range(2):
            order = [(query, doc, (3 * doc + query + run) % 7) for query, doc, _ in grades]
            lines = [f"q{query} Q0 d{doc} 1 {score} run{run}\n" for query, doc, score in order]
            put(f"run{run}.txt", "".join(lines))
    return fresh(folder)


SLOW = [pytest.param(point, marks=pytest.mark.slow) for point in ("1", "2", "5", "9", "13")]


@pytest.mark.parametrize("point", ["last", "done", *SLOW])
@pytest.mark.parametrize("stage", STAGES)
def test_a_killed_stage_leaves_all_or_nothing_and_a_re_run_completes(
    stage: str, point: str, small: Fresh
) -> None:
    place = small.restore(stage)
    killed(stage, point)
    (job,) = rows("select exit_code, finished_at from jobs order by job_id desc limit 1")
    assert job == {"exit_code": None, "finished_at": None}
    assert contents() == small.contents[place + (point == "done")]
    for step, again in enumerate(list(STAGES)[place:], start=place + 1):
        assert run_stage(again) == small.contents[step]
    # Two runs, three queries, two cutoffs.
    assert rows("select count(*) as n from query_scores") == [{"n": 12}]
