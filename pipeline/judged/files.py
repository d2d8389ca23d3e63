"""One look at a file before DuckDB reads it: its hash, its compression, its first lines."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import sys
import tempfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from judged.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD_BYTES = 64 * 1024
CHUNK_BYTES = 1024 * 1024

# Whole lines are read as one column, so the column delimiter must occur nowhere in the file. These
# are code points that Unicode sets aside as noncharacters.
DELIMITERS = ("\U0010ffff", "\U0010fffe", "\U000fffff", "\U000ffffe")

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Scan:
    """What is known of a file before it is read.

    Attributes:
        sha256: of the bytes as they lie on disk, compressed or not, in hex.
        bytes: size on disk.
        compression: "none" or "gzip", by content and not by name.
        delimiter: a character that does not occur in the text.
        head: the beginning of the text, without a byte order mark.
    """

    sha256: str
    bytes: int
    compression: str
    delimiter: str
    head: str


def scan(path: Path, name: str) -> Scan:
    """Reads a file once for its hash and its first lines.

    Args:
        path: where it lies.
        name: what messages call it ("-" for standard input).

    Raises:
        ArgumentError: it does not exist, is no file or cannot be opened.
        InputError: it is empty, UTF-16, or a damaged gzip file.
    """
    digest = hashlib.sha256()
    size = 0
    with _opened(path, name) as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            size += len(chunk)
        if size == 0:
            raise InputError(f"{name}: the file is empty; give the file that was meant")
        file.seek(0)
        is_gzip = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        text = cast("BinaryIO", gzip.GzipFile(fileobj=file)) if is_gzip else file
        try:
            head, delimiter = _look(text, name)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(
                f"{name}: a damaged gzip file ({error}); copy or download it again"
            ) from None
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{name}: UTF-16 text; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)")
    return Scan(
        sha256=digest.hexdigest(),
        bytes=size,
        compression="gzip" if is_gzip else "none",
        delimiter=delimiter,
        head=head.decode("utf-8-sig", errors="replace"),
    )


@contextmanager
def spooled(name: str) -> Iterator[Path]:
    """The path of a named file; standard input is first written to a temporary one."""
    if name != STANDARD_INPUT:
        yield Path(name)
        return
    with tempfile.TemporaryDirectory(prefix="judged-") as folder:
        path = Path(folder) / "stdin"
        with path.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield path


@contextmanager
def _opened(path: Path, name: str) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except FileNotFoundError:
        raise ArgumentError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise ArgumentError(f"{name}: a folder; give the file in it") from None
    except PermissionError:
        raise ArgumentError(f"{name}: no permission to read it") from None
    except OSError as error:
        raise ArgumentError(f"{name}: cannot be read: {error.strerror}") from None


def _look(text: BinaryIO, name: str) -> tuple[bytes, str]:
    """The head of the text, and a delimiter that occurs nowhere in it."""
    free = {delimiter: delimiter.encode() for delimiter in DELIMITERS}
    head = tail = b""
    while chunk := text.read(CHUNK_BYTES):
        if len(head) < HEAD_BYTES:
            head += chunk[: HEAD_BYTES - len(head)]
        # Every delimiter is in UTF-8 one of four bytes that begin with 0xF3 or 0xF4.
        joined = tail + chunk
        if b"\xf4" in joined or b"\xf3" in joined:
            free = {sign: code for sign, code in free.items() if code not in joined}
        tail = chunk[-3:]
    if not free:
        raise InputError(f"{name}: binary data; wanted lines of text in UTF-8")
    if len(head) == HEAD_BYTES and b"\n" in head:
        head = head[: head.rindex(b"\n")]  # the last line may be cut
    return head, next(iter(free))
