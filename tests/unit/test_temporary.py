"""Temporary folders: gone afterwards, gone later where we are killed, and no one else's touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judged.temporary import TemporaryFolder, sweep, temporary_files, whole
from tests.cli.helpers import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="these locks are POSIX's")

# Makes a folder with a file and a folder in it, and waits.
HOLDER = """
import sys
from pathlib import Path
from judged.temporary import TemporaryFolder
folder = TemporaryFolder(Path(sys.argv[1]))
(folder.path / "in").mkdir()
(folder.path / "in" / "file").write_text("text")
print(folder.path, flush=True)
input()
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Another process, and the temporary folder that it has."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield process, Path(process.stdout.readline().rstrip("\n"))
        process.kill()


@pytest.fixture
def dead(holder: tuple[subprocess.Popen[str], Path]) -> Path:
    """The temporary folder of a process that was killed."""
    process, path = holder
    process.send_signal(signal.SIGKILL)
    process.wait()
    return path


def test_a_folder_is_ours_alone_and_gone_afterwards(tmp_path: Path) -> None:
    with TemporaryFolder(tmp_path) as path:
        assert path.stat().st_mode & 0o777 == 0o700
        (path / "file").write_text("text", encoding="utf-8")
        assert names(tmp_path) == [path.name, f"{path.name}.lock"]
    assert names(tmp_path) == []


def test_a_folder_that_nobody_removed_goes_with_the_process(
    holder: tuple[subprocess.Popen[str], Path], tmp_path: Path
) -> None:
    process, path = holder
    assert path.is_dir()
    process.communicate("\n")
    assert names(tmp_path) == []


def test_the_folder_of_a_killed_process_is_swept(dead: Path, tmp_path: Path) -> None:
    assert (dead / "in" / "file").is_file()
    sweep(tmp_path)
    assert names(tmp_path) == []


def test_a_lock_whose_folder_was_not_made_yet_is_swept(dead: Path, tmp_path: Path) -> None:
    (dead / "in" / "file").unlink()
    (dead / "in").rmdir()
    dead.rmdir()
    sweep(tmp_path)
    assert names(tmp_path) == []


def test_the_folder_of_a_living_process_stays(
    holder: tuple[subprocess.Popen[str], Path], tmp_path: Path
) -> None:
    _, path = holder
    with TemporaryFolder(tmp_path) as ours:
        sweep(tmp_path)
        assert (path / "in" / "file").is_file()
        assert ours.is_dir()


FORKED = """
import os
child = os.fork()
child and (os.wait(), print("waited", flush=True))
input()
"""


def test_a_forked_process_removes_no_folder_of_its_parent(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER.replace("input()", FORKED), str(tmp_path)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        path = Path(process.stdout.readline().rstrip("\n"))
        # The child reads this line and ends; the parent waits for it, and finds no further one.
        print("child", file=process.stdin, flush=True)
        assert process.stdout.readline() == "waited\n"
        assert (path / "in" / "file").is_file()
        process.stdin.close()
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    "name", ["judged-results", "judged-abcdefgh", f"judged-{'0' * 24}", f"judged-{'a1' * 12}"]
)
@pytest.mark.parametrize("has_lock", [False, True])
def test_a_folder_that_only_looks_like_ours_stays(
    name: str, has_lock: bool, tmp_path: Path
) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "mine").write_text("text", encoding="utf-8")
    if has_lock:
        (tmp_path / f"{name}.lock").touch()
    before = names(tmp_path)
    sweep(tmp_path)
    assert names(tmp_path) == before
    assert names(tmp_path / name) == ["mine"]


def test_a_link_in_the_place_of_a_folder_or_of_its_lock_stays(dead: Path, tmp_path: Path) -> None:
    lock = dead.with_name(f"{dead.name}.lock")
    kept = tmp_path / "kept"
    dead.rename(kept)
    dead.symlink_to(kept, target_is_directory=True)
    sweep(tmp_path)
    assert (dead / "in" / "file").is_file()
    dead.unlink()
    kept.rename(dead)
    lock.unlink()
    (tmp_path / "target").touch()
    lock.symlink_to(tmp_path / "target")
    sweep(tmp_path)
    assert (dead / "in" / "file").is_file()
    assert (tmp_path / "target").is_file()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root")
def test_what_is_another_users_stays(dead: Path, tmp_path: Path) -> None:
    lock = dead.with_name(f"{dead.name}.lock")
    os.chown(dead, 65534, 65534)
    sweep(tmp_path)
    assert (dead / "in" / "file").is_file()
    os.chown(dead, 0, 0)
    os.chown(lock, 65534, 65534)
    sweep(tmp_path)
    assert (dead / "in" / "file").is_file()


def test_what_another_machine_made_stays(
    dead: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = os.uname_result(("Linux", "another", "1", "1", "x86_64"))
    with monkeypatch.context() as patched:
        patched.setattr("os.uname", lambda: other)
        sweep(tmp_path)
    assert (dead / "in" / "file").is_file()


def test_the_folder_for_temporary_files_is_found_without_writing_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", None)
    before = tmp_path.stat().st_mtime_ns
    monkeypatch.setenv("TMPDIR", str(tmp_path / "absent"))
    monkeypatch.setenv("TEMP", str(tmp_path))
    assert temporary_files() == tmp_path
    assert tmp_path.stat().st_mtime_ns == before
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)
    assert temporary_files() == Path("/tmp")
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(FileNotFoundError, match="no folder for temporary files"):
        temporary_files()


def test_a_folder_that_cannot_be_read_is_no_trouble(tmp_path: Path) -> None:
    sweep(tmp_path / "absent")
    with pytest.raises(FileNotFoundError):
        TemporaryFolder(tmp_path / "absent")


def test_a_file_comes_whole_to_its_place(tmp_path: Path) -> None:
    path = tmp_path / "report"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    with whole(path) as new:
        new.write_text("new", encoding="utf-8")
        assert path.read_text(encoding="utf-8") == "old"
    assert path.read_text(encoding="utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path) == ["report"]


def test_a_file_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "report"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError), whole(path) as new:
        new.write_text("half" * 10_000 + "\udc80", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["report"]


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    path, target = tmp_path / "link", tmp_path / "folder" / "target"
    path.symlink_to(target)
    with whole(path) as new:
        new.write_text("new", encoding="utf-8")
    assert path.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert names(tmp_path / "folder") == ["target"]


def test_a_device_is_written_as_it_is() -> None:
    with whole(Path(os.devnull)) as path:
        assert path == Path(os.devnull)
