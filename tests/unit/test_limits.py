"""Limits of a call: options before the environment, and what they hold for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged import limits
from judged.errors import ArgumentError, too_little_memory
from judged.files import temporary
from judged.limits import Limits, limited
from judged.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = (
    "select current_setting('threads'), current_setting('memory_limit'),"
    " current_setting('temp_directory')"
)


def test_nothing_told_is_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JUDGED_THREADS", "JUDGED_MEMORY_LIMIT", "JUDGED_TEMP_DIR"):
        monkeypatch.setenv(name, "")
    assert (limits.threads(), limits.memory(), limits.temp_dir()) == (None, None, None)


def test_an_option_holds_before_the_environment_and_ends_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_option, of_variable = tmp_path / "option", tmp_path / "variable"
    for folder in (of_option, of_variable):
        folder.mkdir()
    monkeypatch.setenv("JUDGED_THREADS", "3")
    monkeypatch.setenv("JUDGED_MEMORY_LIMIT", "1GB")
    monkeypatch.setenv("JUDGED_TEMP_DIR", str(of_variable))
    with limited(Limits("2", "2GB", str(of_option))):
        assert (limits.threads(), limits.memory(), limits.temp_dir()) == (2, "2GB", of_option)
    with limited(Limits()):
        assert (limits.threads(), limits.memory(), limits.temp_dir()) == (3, "1GB", of_variable)


@pytest.mark.parametrize("place", ["judged.duckdb", ":memory:"])
def test_a_store_keeps_to_them(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "apart"
    folder.mkdir()
    with limited(Limits("2", "1.5 GiB", str(folder))):
        for read_only in (False, place != ":memory:"):
            with Store.open(place, read_only=read_only) as store:
                ((threads, memory, spilled),) = store.rows(SETTINGS)
                assert (threads, memory) == (2, "1.5 GiB")
                assert spilled.startswith(f"{folder}/judged-")
            assert list(folder.iterdir()) == []


def test_temporary_files_lie_in_the_folder_that_was_told(tmp_path: Path) -> None:
    with limited(Limits(temp_dir=str(tmp_path))):
        with temporary("mine") as path:
            assert path.parent.parent == tmp_path
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (Limits(threads="0"), "--threads: '0' is no number from 1 to 9999"),
        (Limits(threads=""), "--threads: '' is no number"),
        (Limits(memory="80%"), "--memory-limit: '80%' is no size; write one such as 4GB"),
        (Limits(memory="99999999TB"), "--memory-limit: '99999999TB' is no size"),
        (Limits(memory="0GB"), "--memory-limit: '0GB' is no size"),
        (Limits(memory="٣GB"), "--memory-limit: '٣GB' is no size"),
        (Limits(temp_dir="nowhere"), "--temp-dir nowhere: no folder in which files can be written"),
        (Limits(temp_dir=""), "--temp-dir '': no folder in which files can be written"),
        (Limits(temp_dir="a" * 300), "--temp-dir aaa"),
    ],
)
def test_what_is_no_limit_is_told_by_its_option(told: Limits, message: str) -> None:
    with pytest.raises(ArgumentError, match=message), limited(told):
        pass


def test_a_full_disk_for_what_does_not_fit_in_memory_is_told_as_that() -> None:
    told = too_little_memory(MemoryError("failed to offload data block of size 256.0 KiB (1 MiB)"))
    assert told.startswith("no room for what does not fit in memory (failed to offload data block")
    assert "name a folder with more room with --temp-dir" in told
