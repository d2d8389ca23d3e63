"""Files as they lie: opened, spooled, unpacked, and named for DuckDB."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from judged.errors import ArgumentError, StateError
from judged.temporary import TemporaryFolder

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK_BYTES = 1024 * 1024
STANDARD_INPUT = "-"
# The endings of a file's name that say only how it is stored, from the last on.
PACKED = (".gz", ".bz2", ".zst")
EXTENSIONS = (
    *(".txt", ".run", ".trec", ".res", ".results", ".qrels", ".csv", ".tsv"),
    *(".json", ".jsonl", ".ndjson", ".parquet", ".arrow", ".arrows", ".feather", ".ipc"),
)


@contextmanager
def spooled(name: str, most: int | None = None) -> Iterator[Path]:
    """The path of a named file; what can be read only once is first written to a temporary one.

    Raises:
        ArgumentError: there are more than `most` bytes to write.
    """
    if name != STANDARD_INPUT and not _is_read_once(Path(name)):
        yield Path(name)
        return
    with temporary("spooled") as path:
        if name == STANDARD_INPUT:
            size = copied(sys.stdin.buffer, path, name, most)
        else:
            with opened(Path(name), name) as pipe:
                size = copied(pipe, path, name, most)
        if most is not None and size > most:
            raise ArgumentError(f"{name}: more than {most:,} bytes; allow more with --max-unpacked")
        yield path


@contextmanager
def temporary(name: str) -> Iterator[Path]:
    """The path for a temporary file, which is removed afterwards, or later if we are killed.

    Raises:
        StateError: no temporary file can be made.
    """
    with temporary_trouble("TMPDIR"):
        folder = TemporaryFolder()
    with folder as path:
        yield path / name


@contextmanager
def temporary_trouble(folder: object) -> Iterator[None]:
    """Says of a temporary file that cannot be written what can be done."""
    try:
        yield
    except OSError as error:
        # One without a number is of what is written, and not of writing.
        if error.errno is None:
            raise
        raise StateError(
            f"{folder}: a temporary file cannot be written: {error.strerror or error};"
            " make room, or name another folder with --temp-dir, or in JUDGED_TEMP_DIR or TMPDIR"
        ) from None


@contextmanager
def with_line_feeds(path: Path, *, but_in_quotes: bool = False) -> Iterator[Path]:
    """A copy of a text in which every line ends in a line feed.

    DuckDB counts lines wrongly where they end in several ways, and in the errors of a large file
    also where all end in CR LF.

    Args:
        path: of the text.
        but_in_quotes: whether what stands in quotation marks stays as it is.
    """
    with temporary("lines") as copy:
        is_quoted = False
        with path.open("rb") as text, written(copy) as target:
            while chunk := text.read(CHUNK_BYTES):
                # The two signs of a pair stay together.
                while chunk.endswith(b"\r") and (more := text.read(1)):
                    chunk += more
                for piece in re.split(b'(")', chunk) if but_in_quotes else [chunk]:
                    is_quoted ^= but_in_quotes and piece == b'"'
                    target.write(piece if is_quoted else _line_feeds(piece))
        yield copy


@contextmanager
def without_returns(path: Path) -> Iterator[Path]:
    """A copy of a text with blanks for carriage returns, which end lines to DuckDB."""
    if not contains(path, b"\r"):
        yield path
        return
    with temporary("blanked") as copy:
        with written(copy) as target:
            for chunk in chunks(path):
                target.write(chunk.replace(b"\r", b" "))
        yield copy


def _line_feeds(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def contains(path: Path, sign: bytes) -> bool:
    """Whether a byte stands anywhere in a file."""
    return any(sign in chunk for chunk in chunks(path))


def chunks(path: Path) -> Iterator[bytes]:
    """A file piece by piece; one that is mapped into memory would count as memory."""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def exists(path: str | Path) -> bool:
    """Whether there is such a file, as far as the system tells."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def literal(path: Path) -> str:
    """A path for DuckDB, which takes * ? and [ for patterns unless they stand in brackets.

    It takes a relative one that begins with ~ for another, too.
    """
    return re.sub(r"[*?[]", r"[\g<0>]", str(path.absolute()))


@contextmanager
def plainly_named(path: Path) -> Iterator[Path]:
    """A path that `literal` can write: in a pattern a backslash cannot stand for itself."""
    if "\\" not in str(path.absolute()) or not re.search(r"[*?[]", str(path.absolute())):
        yield path
        return
    with temporary("linked") as link:
        with temporary_trouble(link.parent):
            link.symlink_to(path.absolute())
        yield link


def stem(path: str) -> str:
    """A file's name without the endings that say only how it is stored."""
    name = Path(path).name
    for endings in (PACKED, EXTENSIONS):
        ending = next((end for end in endings if name.lower().endswith(end)), "")
        name = name[: len(name) - len(ending)] or name
    return name


@contextmanager
def opened(path: Path, name: str) -> Iterator[BinaryIO]:
    """A file open for reading, or an ArgumentError that says why it cannot be."""
    if not name or "\0" in name:
        raise ArgumentError(f"{name!r} cannot be the path of a file; give another")
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


def copied(source: BinaryIO, target: Path, name: str, most: int | None = None) -> int:
    """Copies what is left of an open file, or as much of it as shows that it is too long.

    Args:
        source: the open file.
        target: where to.
        name: what messages call the source.
        most: how many bytes it may be.

    Returns:
        How many bytes were copied; more than `most` where there would be more.
    """
    size = 0
    with written(target) as file:
        while (most is None or size <= most) and (chunk := _chunk(source, name)):
            size += len(chunk)
            file.write(chunk)
    return size


def _chunk(source: BinaryIO, name: str) -> bytes:
    try:
        return source.read(CHUNK_BYTES)
    except OSError as error:
        if error.errno is None:
            raise  # a library's word on the bytes, and not the disk's
        raise ArgumentError(f"{name}: cannot be read: {error.strerror}") from None


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A temporary file open for writing; where it cannot be, a StateError says what to do."""
    with temporary_trouble(path.parent), path.open("wb") as file:
        yield file


def _is_read_once(path: Path) -> bool:
    """Whether it is a pipe, a device or the like: what has no size, and perhaps no end."""
    try:
        return path.exists() and not (path.is_file() or path.is_dir())
    except (OSError, ValueError):
        return False
