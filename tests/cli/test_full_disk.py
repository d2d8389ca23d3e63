"""A disk that is full: where the store is, where temporary files go, and where reports go."""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks import generate
from tests.cli.helpers import environment, put, put_collection, rows
from tests.cli.kills import contents, files
from tests.cli.large import COUNT, STAGES, WHOLE, put_large, reach
from tests.support import PROJECT, judged

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="POSIX's ways"),
]

DISK_BYTES = 16 * 1024 * 1024
NAMESPACE = ("unshare", "--map-root-user", "--mount")
INSIDE = "JUDGED_TESTS_IN_NAMESPACE"
EVALUATE = ("run", "qrels.txt", "run.txt", "--unjudged", "zero")


@pytest.fixture
def disk(folder: Path) -> Iterator[Path]:
    """A small disk of its own in the current folder."""
    path = folder / "disk"
    path.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "judged-tests", str(path)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here; see the test of a namespace")
    yield path
    subprocess.run(["umount", "--lazy", str(path)], check=True)


def leave(disk: Path, room: int) -> Path:
    """Fills a disk but for so many bytes; the file to remove for room."""
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(shutil.disk_usage(disk).free - room))
    return ballast


def run(*words: str, **variables: str) -> tuple[int, str]:
    """The exit code and standard error of a process."""
    done = subprocess.run(
        [sys.executable, "-m", "judged", *words],
        env=environment(**variables),
        capture_output=True,
        check=False,
        text=True,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.usefixtures("evaluated")
def test_a_store_on_a_full_disk_loses_nothing_and_goes_on_with_room(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_large()
    shutil.move("judged.duckdb", disk)
    monkeypatch.setenv("JUDGED_DB", "disk/judged.duckdb")
    ballast = leave(disk, 400_000)
    before = contents("disk/judged.duckdb")
    code, told = run("ingest", "large.txt")
    assert code == 4
    assert "judged: error: disk/judged.duckdb: " in told
    assert "No space left" in told
    assert "make room, or name a database elsewhere with --db" in told
    assert contents("disk/judged.duckdb") == before
    ballast.unlink()
    assert run("ingest", "large.txt")[0] == 0
    assert rows(COUNT) == WHOLE
    assert set(files(disk)) == {"judged.duckdb"}


@pytest.mark.parametrize("room", [0, 4_096, 8_192, 12_288, 40_000])
def test_a_store_that_cannot_be_made_can_be_made_with_room(room: int, disk: Path) -> None:
    put_collection()
    ballast = leave(disk, room)
    code, told = run(*EVALUATE, "--db", "disk/judged.duckdb")
    assert code == 4
    assert told.count("judged: error: ") == 1
    assert "room" in told
    ballast.unlink()
    assert run(*EVALUATE, "--db", "disk/judged.duckdb")[0] == 0
    assert set(files(disk)) == {"judged.duckdb"}


@pytest.mark.usefixtures("evaluated")
def test_temporary_files_on_a_full_disk_leave_nothing(disk: Path) -> None:
    put_large()
    put("large.txt.gz", gzip.compress(Path("large.txt").read_bytes()))
    ballast = leave(disk, 100_000)
    before = contents()
    code, told = run("ingest", "large.txt.gz", TMPDIR=str(disk))
    assert code == 4
    assert f"{disk}/judged-" in told
    assert "a temporary file cannot be written: No space left on device; make room" in told
    assert "TMPDIR" in told
    assert contents() == before
    assert set(files(disk)) == {"ballast"}
    ballast.unlink()
    assert run("ingest", "large.txt.gz", TMPDIR=str(disk))[0] == 0
    assert rows(COUNT) == WHOLE
    assert list(disk.iterdir()) == []


@pytest.mark.parametrize("stage", ["validate", "score"])
def test_a_later_stage_on_a_full_disk_loses_nothing_and_goes_on_with_room(
    stage: str, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_large()
    monkeypatch.setenv("JUDGED_DB", "disk/judged.duckdb")
    reach(stage)
    ballast = leave(disk, 0)
    before = contents("disk/judged.duckdb")
    code, told = run(stage, *STAGES[stage])
    assert code == 4
    assert told.count("judged: error: ") == 1
    assert "make room, or name a database elsewhere with --db" in told
    assert contents("disk/judged.duckdb") == before
    ballast.unlink()
    assert run(stage, *STAGES[stage])[0] == 0
    assert contents("disk/judged.duckdb") != before
    assert set(files(disk)) == {"judged.duckdb"}


@pytest.mark.parametrize("name", ["out.txt", "out.json", "out.csv", "out.parquet"])
def test_a_converted_file_on_a_full_disk_is_the_old_one(name: str, disk: Path) -> None:
    put_large()
    (disk / name).write_text("old", encoding="utf-8")
    ballast = leave(disk, 40_000)
    words = ("convert", "large.txt", f"disk/{name}", "--force", "--lossy")
    code, told = run(*words)
    assert code == 4
    assert "make room" in told
    assert set(files(disk)) == {"ballast", name}
    assert (disk / name).read_text(encoding="utf-8") == "old"
    ballast.unlink()
    assert run(*words)[0] == 0
    assert set(files(disk)) == {name}


def test_a_full_disk_for_what_does_not_fit_in_memory_is_told(disk: Path) -> None:
    generate.write_qrels(Path("qrels.txt"), 1000, 20)
    generate.write_run(Path("large.txt"), 1000, 1000, 0)
    reach("validate")
    ballast = leave(disk, 1_000_000)
    before = contents()
    limits = ("--memory-limit", "40MB", "--temp-dir", str(disk), "--threads", "1")
    code, told = run("validate", *STAGES["validate"], *limits)
    assert code == 4
    assert "no room for what does not fit in memory (" in told
    assert "name a folder with more room with --temp-dir" in told
    assert contents() == before
    assert set(files(disk)) == {"ballast"}
    ballast.unlink()
    assert run("validate", *STAGES["validate"], *limits)[0] == 0
    assert list(disk.iterdir()) == []


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("room", [0, 4_096])
def test_reports_on_a_full_disk_are_the_old_ones_or_none(room: int, disk: Path) -> None:
    (disk / "out").mkdir()
    (disk / "out" / "report.md").write_text("old", encoding="utf-8")
    ballast = leave(disk, room)
    code, told = run("report", "--out", "disk/out")
    assert code == 4
    assert "--out disk/out: cannot be written: No space left on device; make room, or" in told
    assert dict(files(disk / "out")) == {"report.md": b"old"}
    assert [path.name for path in (disk / "out").iterdir()] == ["report.md"]
    ballast.unlink()
    assert run("report", "--out", "disk/out")[0] == 0
    assert len(list((disk / "out").iterdir())) == 5


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_file_of_a_statement_on_a_full_disk_is_the_old_one(form: str, disk: Path) -> None:
    (disk / "rows").write_text("old", encoding="utf-8")
    ballast = leave(disk, 4_096)
    words = ("sql", "select range, hash(range) as h from range(9000)", "--format", form)
    code, told = run(*words, "--out", "disk/rows")
    assert code == 4
    assert "--out disk/rows: cannot be written: " in told
    assert "make room, or" in told
    assert set(files(disk)) == {"ballast", "rows"}
    assert (disk / "rows").read_text(encoding="utf-8") == "old"
    ballast.unlink()
    assert run(*words, "--out", "disk/rows")[0] == 0


@pytest.mark.skipif(INSIDE in os.environ, reason="we are in the namespace")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root needs none")
def test_in_a_namespace_of_its_own_everybody_can_mount_a_small_disk() -> None:
    if not shutil.which(NAMESPACE[0]) or subprocess.run([*NAMESPACE, "true"]).returncode:
        pytest.skip("the system allows nobody a namespace")
    command = [*NAMESPACE, sys.executable, "-m", "pytest", "-q", "-k", "not namespace", __file__]
    done = subprocess.run(
        command, cwd=PROJECT, env=environment(**{INSIDE: "1"}), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout.splitlines()[-1]


# Runs a command where no file may grow beyond some bytes.
LIMITED = """
import resource, sys
from judged.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
sys.exit(main(sys.argv[2:]))
"""


def limited(size: int, *words: str) -> tuple[int, str]:
    """The exit code and standard error of a process whose files have a largest size."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(size), *words],
        env=environment(),
        capture_output=True,
        check=False,
        text=True,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.usefixtures("evaluated")
def test_a_store_that_may_not_grow_loses_nothing() -> None:
    put_large()
    before = contents()
    code, told = limited(200_000, "ingest", "large.txt")
    assert code == 4
    assert "judged.duckdb" in told
    assert contents() == before
    assert judged("ingest", "large.txt").code == 0
    assert rows(COUNT) == WHOLE


@pytest.mark.usefixtures("evaluated")
def test_reports_that_may_not_grow_are_the_old_ones() -> None:
    assert judged("report", "--out", "out").code == 0
    before = files(Path("out"))
    # The longest of the files is cut.
    code, told = limited(max(map(len, before.values())) - 1, "report", "--out", "out")
    assert code == 4
    assert "--out out: cannot be written: File too large; make room" in told
    assert files(Path("out")) == before
    assert len(list(Path("out").iterdir())) == 5
