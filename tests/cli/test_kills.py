"""kill -9 at random moments of every stage: over two hundred of them hit a process at work."""

from __future__ import annotations

import random
import shutil
import signal
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.kills import (
    DATABASE,
    Forker,
    Real,
    assert_all_is_there,
    contents,
    files,
    forker,
)
from tests.cli.undisturbed import (
    STAGES,
    Stage,
    Undisturbed,
    assert_no_temporary_file,
    undisturbed,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL is POSIX's"),
    pytest.mark.slow,
]

# Kills of each stage that must hit a process at work, each in its part of the stage's duration.
KILLS = 25
REAL_KILLS = 6


def assert_whole(found: Undisturbed) -> None:
    """After a kill: what was committed is there, and no file is half written."""
    assert contents() in found.states
    if found.states[0]:
        assert_all_is_there(found.before / DATABASE)
    for name, text in files(Path("out")).items():
        if not name.startswith("judged-"):
            assert any(reports.get(name) == text for reports in found.reports), name


def assert_completed(found: Undisturbed, temporary: Path) -> None:
    """After the run that follows: all is as if nobody had killed, and nothing else lies about."""
    assert contents() == found.states[-1]
    assert files(Path("out")) == found.reports[-1]
    assert_no_temporary_file(found, temporary)


def kill_often(
    stage: Stage, folder: Path, runner: Forker | Real, temporary: Path, kills: int
) -> None:
    """Kills a stage in every part of its duration, until as many kills hit it at work."""
    found = undisturbed(stage, folder, runner)
    moments = random.Random(" ".join(stage.command.words))
    hits = attempts = 0
    while hits < kills and attempts < 4 * kills:
        attempts += 1
        delay = (hits + moments.random()) / kills * found.seconds * 0.97 ** (attempts - hits)
        place = folder / "killed"
        shutil.copytree(found.before, place)
        with chdir(place):
            hits += runner.kill(stage.command, delay)
            assert_whole(found)
            runner.run(stage.command)
            assert_completed(found, temporary)
        shutil.rmtree(place)
    assert hits == kills


@pytest.fixture(scope="module")
def temporary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture(scope="module")
def forked(temporary: Path) -> Iterator[Forker]:
    with forker(temporary) as found:
        yield found


def test_the_kills_are_at_least_two_hundred() -> None:
    assert len(STAGES) * KILLS >= 200


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_killed_at_any_moment_loses_nothing(
    name: str, folder: Path, forked: Forker, temporary: Path
) -> None:
    kill_often(STAGES[name], folder, forked, temporary, KILLS)


@pytest.mark.parametrize("name", ["first run", "run"])
def test_a_process_killed_at_any_moment_loses_nothing(
    name: str, folder: Path, temporary: Path
) -> None:
    kill_often(STAGES[name], folder, Real(temporary), temporary, REAL_KILLS)
