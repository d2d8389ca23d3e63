"""What is known of a file before DuckDB reads it, and what is found out meanwhile."""

from __future__ import annotations

import codecs
import hashlib
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judged.errors import UnreadableError
from judged.files import CHUNK_BYTES, opened
from judged.packing import packing_of, text_of, undamaged

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

HEAD_BYTES = 64 * 1024
# A file that has no line of data up to here has hardly any below.
LONGEST_HEAD = 16 * 1024 * 1024

# A whole line that is neither blank nor a comment.
A_LINE_OF_DATA = re.compile(rb"(?:^|[\r\n])[ \t]*[^#\s][^\r\n]*[\r\n]")

# Whole lines are read as one column, so the column delimiter must occur nowhere in the file. These
# are code points that Unicode sets aside as noncharacters.
DELIMITERS = ("\U0010ffff", "\U0010fffe", "\U000fffff", "\U000ffffe")

BINARY = "binary data; wanted lines of text in UTF-8"
UNPACK = "unpack it, or pack it with gzip, bzip2 or zstd"
# What stands at byte 257 of a tar archive: of POSIX, and of GNU.
TAR = (b"ustar\x0000", b"ustar  \0")
MAGICS = (
    (b"\xfd7zXZ\0", "an xz file", UNPACK),
    (b"PK\x03\x04", "a zip file", UNPACK),
    (b"SQLite format 3", "a SQLite database", "export the table as CSV or Parquet"),
)
# Files whose columns have names and types, by how they begin.
TEXT = "text"
ARROW_FILE, ARROW_STREAM = b"ARROW1\0\0", b"\xff\xff\xff\xff"
COLUMNS = (
    (re.compile(rb"PAR1[\x00-\x08\x0e-\x1f]"), "parquet"),
    (re.compile(ARROW_FILE), "arrow"),
    (re.compile(ARROW_STREAM), "arrow"),
)
DUCKDB = "a DuckDB database; name one of its tables: FILE::TABLE"

# What tells a regular text: one of the first two, and none of the others.
SIGNS = (b" ", b"\t", b"\r", b"\v", b"\f", b"\0")


@dataclass(frozen=True)
class Look:
    """What a glance at a file's beginning shows.

    Attributes:
        bytes: size on disk.
        compression: "none", "gzip", "bzip2" or "zstd", by content and not by name.
        head: the beginning of the text, without a byte order mark.
        separator: as in `Scan`, of the beginning alone.
        content: "text", "parquet" or "arrow".
    """

    bytes: int
    compression: str
    head: str
    separator: str | None
    content: str = TEXT


@dataclass(frozen=True)
class Scan:
    """What only the whole file tells.

    Attributes:
        sha256: of the bytes as they lie on disk, compressed or not, in hex.
        bytes: size on disk.
        delimiter: a character that does not occur in the text; None where there is none, which
            may be so in binary data.
        lines: how many lines the text has.
        separator: space or tab, where the text has only one of them, no byte order mark, and no
            other white space than line feeds; None where it is not that regular.
        has_returns: whether there is a carriage return anywhere.
    """

    sha256: str
    bytes: int
    delimiter: str | None
    lines: int
    separator: str | None
    has_returns: bool = False

    def delimiter_for(self, name: str) -> str:
        """What may stand between columns so that each line is one.

        Raises:
            UnreadableError: nothing may; `name` is what messages call the file.
        """
        if self.delimiter is None:
            raise UnreadableError(name, BINARY)
        return self.delimiter


def look(path: Path, name: str) -> Look:
    """Reads the beginning of a file: at least its first line with data, where there is one.

    Args:
        path: where it lies.
        name: what messages call it ("-" for standard input).

    Raises:
        ArgumentError: it does not exist, is no file or cannot be opened.
        UnreadableError: it is empty, UTF-16, binary of another kind, or a damaged packed file.
    """
    with opened(path, name) as file:
        size = file.seek(0, os.SEEK_END)
        compression, text = text_of(file)
        with undamaged(name, compression):
            head = _head(text)
    if not head:
        raise UnreadableError(name, "the file is empty; give the file that was meant")
    content = next((kind for magic, kind in COLUMNS if magic.match(head)), TEXT)
    if content != TEXT:
        return Look(size, compression, "", None, content)
    _refuse_other_content(head, name)
    seen = _Seen()
    seen.add(head)
    return Look(size, compression, head.decode("utf-8-sig", errors="replace"), seen.separator)


def look_at_bytes(path: Path, name: str) -> Look:
    """What there is to see of a file whose text cannot be read."""
    with opened(path, name) as file:
        compression, _ = text_of(file)
        return Look(file.seek(0, os.SEEK_END), compression, "", None)


def _refuse_other_content(head: bytes, name: str) -> None:
    """Tells files that are no UTF-8 text by how they begin."""
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        raise UnreadableError(name, "UTF-32 text; convert it to UTF-8 (iconv -f UTF-32 -t UTF-8)")
    utf16 = _utf16(head)
    if utf16 is not None:
        raise UnreadableError(name, f"UTF-16 text; convert it to UTF-8 (iconv -f {utf16} -t UTF-8)")
    inner = packing_of(head)
    if inner is not None:
        raise UnreadableError(name, f"a {inner.name} file inside a packed one; unpack it once")
    for magic, kind, advice in MAGICS:
        if head.startswith(magic):
            raise UnreadableError(name, f"{kind}; {advice}")
    if head[8:12] == b"DUCK":
        raise UnreadableError(name, DUCKDB)
    if head[257:265] in TAR:
        raise UnreadableError(name, "a tar archive; unpack it, and name the files in it")
    if head.count(b"\0") > len(head) / 4:
        raise UnreadableError(name, BINARY)


def _utf16(head: bytes) -> str | None:
    """What iconv calls it: by its mark, or by the zeros in every second byte of a text without."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    zeros = [head[side::2].count(b"\0") for side in (0, 1)]
    if len(head) <= 3 or max(zeros) <= len(head) / 4 or min(zeros) >= len(head) / 16:
        return None
    return "UTF-16BE" if zeros[0] > zeros[1] else "UTF-16LE"


def _head(text: BinaryIO) -> bytes:
    """The beginning of a text: as a rule 64 kB, and more where no line of data ends in them."""
    head = text.read(HEAD_BYTES)
    is_whole = len(head) < HEAD_BYTES
    while not is_whole and len(head) < LONGEST_HEAD and not A_LINE_OF_DATA.search(head):
        more = text.read(len(head))
        is_whole = len(more) < len(head)
        head += more
    # The last line may be cut.
    end = max(head.rfind(b"\n"), head.rfind(b"\r"))
    return head if is_whole or end < 0 else head[:end]


def scan(path: Path, text: Path, name: str) -> Scan:
    """Reads a whole file for its hash, and for what its text is like.

    Args:
        path: the file.
        text: the same where it is plain, or where it was unpacked to.
        name: what messages call it.

    Raises:
        ArgumentError: it cannot be opened.
    """
    digest = hashlib.sha256()
    seen = _Seen()
    size = 0
    with opened(path, name) as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            size += len(chunk)
            if text == path:
                seen.add(chunk)
    if text != path:
        with opened(text, name) as file:
            while chunk := file.read(CHUNK_BYTES):
                seen.add(chunk)
    return Scan(
        digest.hexdigest(),
        size,
        next(iter(seen.free), None),
        seen.lines,
        seen.separator,
        seen.has_returns,
    )


class _Seen:
    """What the chunks of a text have shown so far.

    Attributes:
        free: the delimiters that have not occurred, with their bytes.
    """

    def __init__(self) -> None:
        self.free = {delimiter: delimiter.encode() for delimiter in DELIMITERS}
        self._newlines = 0
        self._signs: set[bytes] = set()
        self._has_mark: bool | None = None
        self._tail = b""

    def add(self, chunk: bytes) -> None:
        if self._has_mark is None:
            self._has_mark = chunk.startswith(codecs.BOM_UTF8)
        self._newlines += chunk.count(b"\n")
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
    def has_returns(self) -> bool:
        return b"\r" in self._signs

    @property
    def separator(self) -> str | None:
        if self._has_mark or len(self._signs) != 1:
            return None
        return {b" ": " ", b"\t": "\t"}.get(next(iter(self._signs)))
