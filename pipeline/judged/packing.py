"""Packed files: gzip, bzip2 and zstd, told by their content and not by their names."""

from __future__ import annotations

import io
import re
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from judged.errors import ArgumentError, UnreadableError
from judged.files import copied, opened, temporary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_UNITS = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
# A small packed file may hold more than any disk.
MOST_UNPACKED = 50 * 10**9


@dataclass(frozen=True)
class Packing:
    """One way to pack a file.

    Attributes:
        name: as in table `sources`, column compression.
        magic: how packed files begin, as a pattern.
        unpack: gives the text of an open file.
    """

    name: str
    magic: re.Pattern[bytes]
    unpack: Callable[[BinaryIO], Any]


def _gzip(file: BinaryIO) -> Any:
    import gzip

    return gzip.GzipFile(fileobj=file)


def _bzip2(file: BinaryIO) -> Any:
    return io.BufferedReader(_Bzip2Streams(file))


class _Bzip2Streams(io.RawIOBase):
    """The text of one bzip2 stream after the other; Python's own reader passes over other bytes."""

    def __init__(self, file: BinaryIO) -> None:
        import bz2

        self._file = file
        self._new = bz2.BZ2Decompressor
        self._stream = self._new()
        self._text = b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        while not self._text:
            packed = b""
            if self._stream.eof:
                packed = self._stream.unused_data or self._file.read(io.DEFAULT_BUFFER_SIZE)
                if not packed:
                    return 0
                self._stream = self._new()
            elif self._stream.needs_input:
                packed = self._file.read(io.DEFAULT_BUFFER_SIZE)
                if not packed:
                    raise EOFError("it ends before the end of a stream")
            self._text = self._stream.decompress(packed, max_length=len(target))
        size = min(len(target), len(self._text))
        target[:size], self._text = self._text[:size], self._text[size:]
        return size


def _zstd(file: BinaryIO) -> Any:
    return _zstd_library().ZstdFile(file)


def _zstd_library() -> Any:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd


PACKINGS = (
    Packing("gzip", re.compile(rb"\x1f\x8b"), _gzip),
    # A query may be called BZh5.
    Packing("bzip2", re.compile(rb"BZh[1-9](1AY&SY|\x17rE8P\x90)"), _bzip2),
    Packing("zstd", re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"), _zstd),
)


def text_of(file: BinaryIO) -> tuple[str, BinaryIO]:
    """How a file is packed ("none" if it is not), and its text from the beginning."""
    file.seek(0)
    packing = packing_of(file.read(16))
    file.seek(0)
    return ("none", file) if packing is None else (packing.name, packing.unpack(file))


def packing_of(head: bytes) -> Packing | None:
    """How a file is packed that begins so."""
    return next((packing for packing in PACKINGS if packing.magic.match(head)), None)


@contextmanager
def packed(name: str, file: BinaryIO) -> Iterator[Any]:
    """Where to write what is to be packed into an open file; the same always gives the same bytes.

    Args:
        name: gzip, bzip2 or zstd; by none the file itself.
        file: the file.
    """
    import bz2
    import gzip

    if name == "none":
        yield file
        return
    makers: dict[str, Callable[[], Any]] = {
        "gzip": lambda: gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0),
        "bzip2": lambda: bz2.BZ2File(file, "wb"),
        "zstd": lambda: _zstd_library().ZstdFile(file, "wb"),
    }
    with makers[name]() as pack:
        yield pack


def size_of(option: str, word: str) -> int:
    """A size in bytes: "500MB", "2 GB", "1000000".

    Raises:
        ArgumentError: it is none.
    """
    found = re.fullmatch(r"([0-9]+)\s*(kB|KB|MB|GB|TB|B)?", word.strip())
    if found is None:
        raise ArgumentError(f"{option}: {word!r} is no size; give a number of bytes, or 500MB, 2GB")
    return int(found[1]) * _UNITS[(found[2] or "B").upper()]


@contextmanager
def unpacked(path: Path, name: str, most: int = MOST_UNPACKED) -> Iterator[Path]:
    """The path of a file's plain text; that of a packed file is written to a temporary one.

    DuckDB unpacks gzip as well, but takes neither comments in its header nor padding at its end.

    Args:
        path: the file.
        name: what messages call it.
        most: how many bytes it may unpack to.

    Raises:
        UnreadableError: it is damaged, or unpacks to more.
    """
    with opened(path, name) as file:
        packing, text = text_of(file)
        if packing == "none":
            yield path
            return
        with temporary("unpacked") as plain:
            with undamaged(name, packing):
                size = copied(text, plain, name, most)
            if size > most:
                raise UnreadableError(
                    name,
                    f"the {packing} file unpacks to more than {most:,} bytes; look whether it is"
                    " what it should be, and if it is, allow more with --max-unpacked",
                )
            yield plain


@contextmanager
def undamaged(name: str, packing: str) -> Iterator[None]:
    """Says of a packed file that cannot be unpacked that it is damaged."""
    errors: tuple[type[Exception], ...] = (EOFError, OSError, zlib.error, *_zstd_errors(packing))
    try:
        yield
    except errors as error:
        # What the disk refuses has a number, what a library makes of the bytes has none.
        if isinstance(error, OSError) and error.errno is not None:
            raise
        reason = f"a damaged {packing} file ({error}); copy or download it again"
        raise UnreadableError(name, reason) from None


def _zstd_errors(packing: str) -> tuple[type[Exception], ...]:
    return (_zstd_library().ZstdError,) if packing == "zstd" else ()
