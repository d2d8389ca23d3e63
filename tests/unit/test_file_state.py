"""Whether a file changed: by its stamps, and by its bytes where the clock has not moved since."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from judged import InputError
from judged.file_state import LONG_TICK, TICK, FileState

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXT = b"q1 0 d1 1\n"
OTHER = b"q1 0 d1 3\n"
REFUSAL = (
    "runs/a: the file was changed or replaced while it was read; nothing was stored: run again"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(TEXT)
    return path


def wait() -> None:
    """Until the clock of the file system has moved on."""
    time.sleep(2 * TICK / 1e9)


def append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(TEXT)


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(TEXT)
    os.utime(other, ns=(0, path.stat().st_mtime_ns))
    other.replace(path)


def set_back(path: Path) -> None:
    """Other bytes of the same number, and the time of the old ones, as `touch -r` gives."""
    before = path.stat().st_mtime_ns
    path.write_bytes(OTHER)
    os.utime(path, ns=(before, before))


CHANGES: list[Callable[[Path], None]] = [
    append,
    replace,
    set_back,
    lambda path: os.truncate(path, 3),
    lambda path: path.unlink(),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_file_is_refused(path: Path, change: Callable[[Path], None]) -> None:
    wait()
    state = FileState.of(path)
    assert state.sha256 is None
    state.refuse_changed(path, "runs/a")
    change(path)
    with pytest.raises(InputError, match=REFUSAL):
        state.refuse_changed(path, "runs/a")


def at(monkeypatch: pytest.MonkeyPatch, path: Path, later: int) -> None:
    """Sets the clock to so many nanoseconds after a file's last change."""
    changed = path.stat().st_ctime_ns
    monkeypatch.setattr("time.time_ns", lambda: changed + later)


@pytest.mark.parametrize(("later", "is_hashed"), [(-5, True), (TICK - 1, True), (TICK, False)])
def test_bytes_are_hashed_only_where_the_clock_may_stand_at_their_change(
    path: Path, later: int, is_hashed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, path, later)
    assert (FileState.of(path).sha256 is not None) == is_hashed


def frozen(monkeypatch: pytest.MonkeyPatch, *stamps: int) -> None:
    """A file system whose clock does not move."""
    monkeypatch.setattr("judged.file_state._stamps", lambda _: stamps)


def test_a_change_within_one_tick_is_told_by_the_bytes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(monkeypatch, 1, 2, len(TEXT), 7, time.time_ns())
    state = FileState.of(path)
    state.refuse_changed(path, "runs/a")
    path.write_bytes(OTHER)
    with pytest.raises(InputError, match=REFUSAL):
        state.refuse_changed(path, "runs/a")


def test_whole_seconds_are_a_long_tick(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    second = 1_700_000_000_000_000_000
    frozen(monkeypatch, 1, 2, len(TEXT), second, second)
    monkeypatch.setattr("time.time_ns", lambda: second + LONG_TICK - 1)
    assert FileState.of(path).sha256 is not None
    monkeypatch.setattr("time.time_ns", lambda: second + LONG_TICK)
    assert FileState.of(path).sha256 is None


def test_a_copy_of_our_own_has_no_state_and_a_missing_file_neither(path: Path) -> None:
    found = FileState.of_input(path, str(path))
    assert found is not None
    assert found.stamps == FileState.of(path).stamps
    assert FileState.of_input(path, "-") is None
    absent = path.with_name("absent")
    assert FileState.of_input(absent, str(absent)) is None
