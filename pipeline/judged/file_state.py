"""Whether a file is still what it was, also where it was written to a moment before."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path

from judged.errors import InputError

SECOND = 1_000_000_000
# A change is stamped with the last tick of the clock, which is at most 10 ms old; on some file
# systems with a whole second, of which FAT has only every other one.
TICK = SECOND // 20
LONG_TICK = 5 * SECOND // 2


@dataclass(frozen=True)
class FileState:
    """What a file was like at one moment.

    Attributes:
        stamps: what changes where it is written to or replaced: its device, number, size, the time
            of its bytes, which anybody may set back, and that of their change, which nobody may.
        sha256: of its bytes, where its stamps are so new that a change right after would leave
            them as they are; None otherwise.
    """

    stamps: tuple[int, int, int, int, int]
    sha256: str | None

    @classmethod
    def of(cls, path: Path) -> FileState:
        """The state of a file now.

        Raises:
            OSError: it is not there, or cannot be read.
        """
        stamps = _stamps(path)
        return cls(stamps, _sha256(path) if _is_new(stamps) else None)

    @classmethod
    def of_input(cls, path: Path, name: str) -> FileState | None:
        """That of a file that others may write to; None of a copy of our own, or of no file.

        Args:
            path: where its bytes lie.
            name: what the user calls it.
        """
        try:
            return cls.of(path) if path == Path(name) else None
        except (OSError, ValueError):
            return None  # whoever opens it says why

    def refuse_changed(self, path: Path, name: str) -> None:
        """Refuses a file that is another now.

        Args:
            path: where it lies.
            name: what messages call it.

        Raises:
            InputError: it is.
        """
        if not self._holds(path):
            raise InputError(
                f"{name}: the file was changed or replaced while it was read;"
                " nothing was stored: run again when nobody writes to it"
            )

    def _holds(self, path: Path) -> bool:
        try:
            is_stamped_so = _stamps(path) == self.stamps
            return is_stamped_so and (self.sha256 is None or _sha256(path) == self.sha256)
        except OSError:
            return False


def _stamps(path: Path) -> tuple[int, int, int, int, int]:
    found = path.stat()
    return (
        found.st_dev,
        found.st_ino,
        found.st_size,
        found.st_mtime_ns,
        found.st_ctime_ns,
    )


def _is_new(stamps: tuple[int, int, int, int, int]) -> bool:
    """Whether the clock may still stand at the tick of the last change, as far as its fineness."""
    changed = max(stamps[3:])
    tick = TICK if stamps[4] % SECOND else LONG_TICK
    # A change in the future is that of another clock, as on a network disk.
    return time.time_ns() - changed < tick


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
