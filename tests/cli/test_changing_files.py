"""A file that changes while it is read: an error, and nothing is stored."""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.benchmarks import generate
from tests.cli.helpers import QRELS, RUN, put, put_collection, rows, start
from tests.support import few, judged

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED = "the file was changed or replaced while it was read; nothing was stored: run again"


def append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"q9 0 z 3\n")


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def rename_another(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


def touch_back(path: Path) -> None:
    """Other bytes of the same number, under the old time."""
    like, text = path.with_name("like"), path.read_bytes()
    shutil.copy2(path, like)
    path.write_bytes(text[:-1] + b" ")
    subprocess.run(["touch", "-r", str(like), str(path)], check=True)
    assert path.stat().st_mtime_ns == like.stat().st_mtime_ns


CHANGES = (append, truncate, rename_another, touch_back)

# What a moment follows: a first look, the unpacking, the reading of all rows.
MOMENTS = {
    "looked at": "judged.ingestion.prepare.look",
    "unpacked": "judged.ingestion.prepare.unpacked",
    "read": "judged.ingestion.ingest.read",
}


def change_after(
    moment: str, path: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changes a file once, when the work of a moment is done on it or on another."""
    module, _, name = MOMENTS[moment].rpartition(".")
    original = __import__(module, fromlist=[name]).__dict__[name]
    left = [change]

    def and_change(*arguments: Any, **named: Any) -> Any:
        found = original(*arguments, **named)
        if left:
            left.pop()(path)
        return found

    monkeypatch.setattr(MOMENTS[moment], and_change)


@pytest.mark.parametrize("is_old", few([False, True], False))
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_judgments_that_change_while_they_are_read_are_refused(
    moment: str, change: Callable[[Path], None], is_old: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("qrels.txt", QRELS)
    if is_old:
        time.sleep(0.1)
    change_after(moment, Path("qrels.txt"), change, monkeypatch)
    outcome = judged("ingest", "--qrels", "qrels.txt")
    assert (outcome.code, outcome.stdout) == (1, "")
    assert f"qrels.txt: {REFUSED}" in outcome.stderr
    assert rows("select * from sources") == []
    assert rows("select * from qrels") == []


@pytest.mark.parametrize("change", CHANGES)
def test_a_packed_run_that_changes_takes_nothing_of_the_others_in(
    change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    put_collection()
    put("packed.gz", gzip.compress(RUN.encode()))
    change_after("read", Path("packed.gz"), change, monkeypatch)
    outcome = judged("ingest", "--qrels", "qrels.txt", "one=run.txt", "two=packed.gz")
    assert outcome.code == 1
    assert f"packed.gz: {REFUSED}" in outcome.stderr
    assert rows("select * from sources") == []


def test_a_list_of_queries_that_changes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    put_collection()
    put("queries.txt", "q1\nq2\n")
    original = __import__("judged.ingestion.query_list", fromlist=["_rows"])._rows

    def and_change(*arguments: Any) -> Any:
        found = original(*arguments)
        touch_back(Path("queries.txt"))
        return found

    monkeypatch.setattr("judged.ingestion.query_list._rows", and_change)
    outcome = judged("run", "qrels.txt", "run.txt", "--queries", "queries.txt")
    assert outcome.code == 1
    assert f"queries.txt: {REFUSED}" in outcome.stderr
    assert rows("select * from sources") == []


def test_a_file_that_changes_before_or_afterwards_is_a_version_each_time() -> None:
    put("qrels.txt", QRELS)
    append(Path("qrels.txt"))
    assert judged("ingest", "--qrels", "qrels.txt").code == 0
    touch_back(Path("qrels.txt"))
    assert judged("ingest", "--qrels", "qrels.txt").code == 0
    assert rows("select rows from sources") == [{"rows": 4}, {"rows": 4}]


def has_open(process: int, path: Path) -> bool:
    """Whether a process has a file open."""
    try:
        links = [link.readlink() for link in Path(f"/proc/{process}/fd").iterdir()]
    except OSError:
        return False  # a descriptor that was closed meanwhile
    return path.absolute() in links


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="Linux tells what is open")
@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_process_that_stands_still_meanwhile_notices(change: Callable[[Path], None]) -> None:
    path = Path("run.txt")
    generate.write_run(path, 300, 300, 0)
    time.sleep(0.1)
    with start("ingest", "run.txt") as process:
        while process.poll() is None and not has_open(process.pid, path):
            pass
        process.send_signal(signal.SIGSTOP)
        change(path)
        process.send_signal(signal.SIGCONT)
        _, told = process.communicate()
    assert f"run.txt: {REFUSED}" in told.decode()
    assert process.returncode == 1
    assert rows("select * from sources") == []
