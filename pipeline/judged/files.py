"""What is known of a file before DuckDB reads it, and what is found out meanwhile."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import mmap
import os
import re
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

GZIP_MAGIC = b"\x1f\x8b"

# What tells a regular text: one of the first two, and none of the others.
SIGNS = (b" ", b"\t", b"\r", b"\0")

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Look:
    """What a glance at a file's beginning shows.

    Attributes:
        bytes: size on disk.
        compression: "none" or "gzip", by content and not by name.
        head: the beginning of the text, without a byte order mark.
        separator: as in `Scan`, of the beginning alone.
    """

    bytes: int
    compression: str
    head: str
    separator: str | None


@dataclass(frozen=True)
class Scan:
    """What only the whole file tells.

    Attributes:
        sha256: of the bytes as they lie on disk, compressed or not, in hex.
        bytes: size on disk.
        delimiter: a character that does not occur in the text.
        lines: how many lines the text has.
        separator: space or tab, where the text has only one of them, no byte order mark, and no
            other end of line than a line feed; None where it is not that regular.
        has_mixed_ends: whether lines end in several ways: LF, CR LF, CR.
    """

    sha256: str
    bytes: int
    delimiter: str
    lines: int
    separator: str | None
    has_mixed_ends: bool = False


def look(path: Path, name: str) -> Look:
    """Reads the beginning of a file.

    Args:
        path: where it lies.
        name: what messages call it ("-" for standard input).

    Raises:
        ArgumentError: it does not exist, is no file or cannot be opened.
        InputError: it is empty, UTF-16, or a damaged gzip file.
    """
    with _opened(path, name) as file:
        size = file.seek(0, os.SEEK_END)
        if size == 0:
            raise InputError(f"{name}: the file is empty; give the file that was meant")
        compression, text = _text(file)
        with _undamaged(name):
            head = text.read(HEAD_BYTES)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError(f"{name}: UTF-16 text; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)")
    if len(head) == HEAD_BYTES and b"\n" in head:
        head = head[: head.rindex(b"\n")]  # the last line may be cut
    seen = _Seen()
    seen.add(head)
    return Look(size, compression, head.decode("utf-8-sig", errors="replace"), seen.separator)


def scan(path: Path, name: str) -> Scan:
    """Reads a whole file for its hash, and for what its text is like.

    Raises:
        ArgumentError: it cannot be opened.
        InputError: it is binary, or a damaged gzip file.
    """
    digest = hashlib.sha256()
    seen = _Seen()
    size = 0
    with _opened(path, name) as file:
        compression, text = _text(file)
        file.seek(0)
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            size += len(chunk)
            if compression == "none":
                seen.add(chunk)
        file.seek(0)
        with _undamaged(name):
            while compression != "none" and (chunk := text.read(CHUNK_BYTES)):
                seen.add(chunk)
    if not seen.free:
        raise InputError(f"{name}: binary data; wanted lines of text in UTF-8")
    return Scan(
        digest.hexdigest(),
        size,
        next(iter(seen.free)),
        seen.lines,
        seen.separator,
        seen.has_mixed_ends,
    )


class _Seen:
    """What the chunks of a text have shown so far.

    Attributes:
        free: the delimiters that have not occurred, with their bytes.
    """

    def __init__(self) -> None:
        self.free = {delimiter: delimiter.encode() for delimiter in DELIMITERS}
        self._newlines = self._returns = self._pairs = 0
        self._signs: set[bytes] = set()
        self._has_mark: bool | None = None
        self._tail = b""

    def add(self, chunk: bytes) -> None:
        if self._has_mark is None:
            self._has_mark = chunk.startswith(codecs.BOM_UTF8)
        self._newlines += chunk.count(b"\n")
        if b"\r" in self._signs or b"\r" in chunk:
            self._returns += chunk.count(b"\r")
            self._pairs += (self._tail[-1:] + chunk).count(b"\r\n")
        self._signs.update(sign for sign in SIGNS if sign not in self._signs and sign in chunk)
        # Every delimiter is in UTF-8 one of four bytes that begin with 0xF3 or 0xF4.
        joined = self._tail + chunk
        if b"\xf4" in joined or b"\xf3" in joined:
            self.free = {sign: code for sign, code in self.free.items() if code not in joined}
        self._tail = chunk[-3:]

    @property
    def lines(self) -> int:
        return self._newlines + (not self._tail.endswith(b"\n"))

    @property
    def has_mixed_ends(self) -> bool:
        kinds = (self._pairs, self._newlines - self._pairs, self._returns - self._pairs)
        return sum(count > 0 for count in kinds) > 1

    @property
    def separator(self) -> str | None:
        if self._has_mark or len(self._signs) != 1:
            return None
        return {b" ": " ", b"\t": "\t"}.get(next(iter(self._signs)))


def _text(file: BinaryIO) -> tuple[str, BinaryIO]:
    """How a file is compressed, and its text from the beginning."""
    file.seek(0)
    is_gzip = file.read(2) == GZIP_MAGIC
    file.seek(0)
    return ("gzip", cast("BinaryIO", gzip.GzipFile(fileobj=file))) if is_gzip else ("none", file)


@contextmanager
def _undamaged(name: str) -> Iterator[None]:
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(
            f"{name}: a damaged gzip file ({error}); copy or download it again"
        ) from None


def contains(path: Path, sign: bytes) -> bool:
    """Whether some bytes stand anywhere in a file that is not empty."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return data.find(sign) >= 0


def literal(path: Path) -> str:
    """A path for DuckDB, which takes * ? and [ for patterns unless they stand in brackets."""
    return re.sub(r"[*?[]", r"[\g<0>]", str(path))


@contextmanager
def spooled(name: str) -> Iterator[Path]:
    """The path of a named file; what can be read only once is first written to a temporary one."""
    if name != STANDARD_INPUT and not _is_pipe(Path(name)):
        yield Path(name)
        return
    with tempfile.TemporaryDirectory(prefix="judged-") as folder:
        path = Path(folder) / "spooled"
        with path.open("wb") as file:
            if name == STANDARD_INPUT:
                shutil.copyfileobj(sys.stdin.buffer, file)
            else:
                with _opened(Path(name), name) as pipe:
                    shutil.copyfileobj(pipe, file)
        yield path


@contextmanager
def with_line_feeds(path: Path, name: str) -> Iterator[Path]:
    """A copy of a text in which every line ends alike; DuckDB counts lines wrongly otherwise."""
    with tempfile.TemporaryDirectory(prefix="judged-") as folder, _opened(path, name) as file:
        copy = Path(folder) / "lines"
        _, text = _text(file)
        was_return = False
        with copy.open("wb") as target:
            while chunk := text.read(CHUNK_BYTES):
                # The line feed of a pair that two chunks part was written with the first.
                begin = 1 if was_return and chunk.startswith(b"\n") else 0
                was_return = chunk.endswith(b"\r")
                ends = chunk[begin:].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
                target.write(ends)
        yield copy


def _is_pipe(path: Path) -> bool:
    try:
        return path.is_fifo()
    except (OSError, ValueError):
        return False


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
