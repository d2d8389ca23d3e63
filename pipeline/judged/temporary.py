"""Temporary folders that do not outlive us, not even by kill -9 for long.

Beside each folder lies a file `NAME.lock` that its process holds locked. The system lets go of the
lock when the process ends, however it ends; whoever gets it knows the folder for dead, and removes
both. Half of a NAME is a digest of the other half and of the machine, so that no folder of somebody
else, and none of another machine on a shared disk, is taken for one of ours.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from judged.limits import temp_dir

if TYPE_CHECKING:
    from collections.abc import Iterator

# Windows has neither these locks nor owners: there, folders of killed processes stay.
if sys.platform != "win32":
    import fcntl

LOCK = re.compile(r"judged-([0-9a-f]{12})([0-9a-f]{12})\.lock")

# Those of this process that are there, or may be where an interruption hit their making.
_ours: set[TemporaryFolder] = set()


def temporary_files() -> Path:
    """The folder for temporary files that was told, or the system's, found as Python finds it.

    But Python tries each by writing a file of another name, which a kill at that moment leaves.

    Raises:
        FileNotFoundError: there is none.
    """
    if (told := temp_dir()) is not None:
        return told
    if tempfile.tempdir is not None or sys.platform == "win32":
        return Path(tempfile.gettempdir())
    named = [os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")]
    for folder in (*named, "/tmp", "/var/tmp", "/usr/tmp"):
        if folder and Path(folder).is_dir() and os.access(folder, os.W_OK | os.X_OK):
            return Path(folder).absolute()
    raise FileNotFoundError("there is no folder for temporary files")


class TemporaryFolder:
    """A folder for this process alone, which is there until it is removed or the process ends.

    Attributes:
        path: the folder.
    """

    def __init__(self, parent: Path | None = None) -> None:
        """Makes it in another folder; by None in the system's for temporary files.

        Raises:
            OSError: it cannot be made there.
        """
        self._parent = temporary_files() if parent is None else parent
        self._process = os.getpid()
        self._descriptor: int | None = None
        self.path = self._parent / _new_name()
        _ours.add(self)
        try:
            while not self._lock():
                self.path = self._parent / _new_name()
            self.path.mkdir(mode=0o700)
        except OSError:
            self.remove()
            raise

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.remove()

    def remove(self) -> None:
        """Removes it with all that is in it; does nothing where that was done."""
        # A forked process has a copy of this object, but the folder is its parent's.
        if self not in _ours or self._process != os.getpid():
            return
        shutil.rmtree(self.path, ignore_errors=True)
        with suppress(OSError):
            # What cannot be removed now, a sweep may find later by its lock.
            if not self.path.exists():
                _lock_of(self.path).unlink()
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        _ours.discard(self)

    def _lock(self) -> bool:
        """Makes the lock; whether it is still there, for a sweep may see it before it is taken."""
        lock = _lock_of(self.path)
        self._descriptor = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        try:
            if _take(self._descriptor, lock):
                return True
        except OSError:
            return True  # a file system without locks, where no sweep gets one either
        os.close(self._descriptor)
        self._descriptor = None
        return False


def sweep(parent: Path | None = None) -> None:
    """Removes what killed processes of this user left in a folder, as far as that can be done.

    Args:
        parent: the folder; by None the system's for temporary files.
    """
    if sys.platform == "win32":
        return
    with suppress(OSError), os.scandir(temporary_files() if parent is None else parent) as entries:
        for lock in [Path(entry.path) for entry in entries if _is_ours_by_name(entry.name)]:
            with suppress(OSError):
                _remove_dead(lock)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Where to write a file so that it comes to its place only when it is whole.

    A link stays one, and a device or a pipe is written as it is.

    Raises:
        OSError: there is no place for it.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    place = path.resolve()
    sweep(place.parent)
    with TemporaryFolder(place.parent) as folder:
        new = folder / place.name
        yield new
        if place.exists():
            shutil.copymode(place, new)
        new.replace(place)


def _remove_dead(lock: Path) -> None:
    descriptor = os.open(lock, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        found = os.fstat(descriptor)
        if stat.S_ISREG(found.st_mode) and _is_mine(found) and _take(descriptor, lock):
            folder = lock.with_suffix("")
            with suppress(FileNotFoundError):
                if not _is_mine(folder.lstat()):
                    return
                shutil.rmtree(folder)  # which refuses a symbolic link
            lock.unlink()
    finally:
        os.close(descriptor)


def _take(descriptor: int, lock: Path) -> bool:
    """Locks an open file; whether nobody else has it, and it is still the one at its path.

    Raises:
        OSError: the file system has no locks.
    """
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(descriptor), lock.lstat())
    except (BlockingIOError, FileNotFoundError):
        return False


def _is_mine(found: os.stat_result) -> bool:
    return sys.platform != "win32" and found.st_uid == os.getuid()


def _lock_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.lock")


def _new_name() -> str:
    number = os.urandom(6).hex()
    return f"judged-{number}{_seal(number)}"


def _is_ours_by_name(name: str) -> bool:
    parts = LOCK.fullmatch(name)
    return parts is not None and parts[2] == _seal(parts[1])


def _seal(number: str) -> str:
    machine = "" if sys.platform == "win32" else os.uname().nodename
    return hashlib.sha256(f"judged {machine} {number}".encode()).hexdigest()[:12]


@atexit.register
def _remove_ours() -> None:
    """Removes what an interruption kept from being removed, or what nobody closed."""
    for folder in list(_ours):
        folder.remove()
