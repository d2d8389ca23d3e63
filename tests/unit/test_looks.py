"""The look at a file's beginning, and the scan of the whole: hash, size, delimiter, line ends."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from judged import ArgumentError, InputError
from judged.ingestion.looks import DELIMITERS, HEAD_BYTES, Look, Scan, look, scan
from judged.packing import unpacked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXT = b"q1 0 d1 2\nq1 0 d2 1\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file"


def glance(path: Path, data: bytes) -> Look:
    path.write_bytes(data)
    return look(path, "name.txt")


def whole(path: Path, data: bytes) -> Scan:
    path.write_bytes(data)
    with unpacked(path, "name.txt") as text:
        return scan(path, text, "name.txt")


def test_plain_text(path: Path) -> None:
    assert glance(path, TEXT) == Look(20, "none", TEXT.decode(), " ")
    assert whole(path, TEXT) == Scan(sha256(TEXT).hexdigest(), 20, DELIMITERS[0], 2, " ")


def test_gzip_is_told_by_content_and_hashed_as_it_lies(path: Path) -> None:
    packed = gzip.compress(TEXT)
    size, digest = len(packed), sha256(packed).hexdigest()
    assert glance(path, packed) == Look(size, "gzip", TEXT.decode(), " ")
    assert whole(path, packed) == Scan(digest, size, DELIMITERS[0], 2, " ")


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a", 1),
        (b"a\n", 1),
        (b"a\nb", 2),
        (b"\n\n", 2),
        (b"a\r\nb\r\n", 2),
        (b"x" * 99 + b"\n", 1),
    ],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_lines_are_counted_with_the_last_that_has_no_end(
    path: Path, data: bytes, lines: int, pack: type[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judged.ingestion.looks.CHUNK_BYTES", 2)
    assert whole(path, pack(data)).lines == lines


@pytest.mark.parametrize(
    ("data", "separator"),
    [
        (b"a b\nc d\n", " "),
        (b"a\tb\nc\td\n", "\t"),
        (b"a b\nc\td\n", None),
        (b"a b\r\nc d\r\n", None),
        (b"a b\rc d\n", None),
        (b"a b\0c\n", None),
        (b"a b\fc\n", None),
        (b"a b\vc\n", None),
        (b"\xef\xbb\xbfa b\n", None),
        (b"one\ntwo\n", None),
    ],
)
@pytest.mark.parametrize("see", [glance, whole])
def test_a_regular_text_has_one_separator(
    path: Path, data: bytes, separator: str | None, see: Callable[[Path, bytes], Look | Scan]
) -> None:
    assert see(path, data).separator == separator


def test_what_breaks_the_rule_far_below_the_head_is_seen_in_the_whole(path: Path) -> None:
    data = b"a b\n" * HEAD_BYTES + b"c\td\n"
    assert (glance(path, data).separator, whole(path, data).separator) == (" ", None)


def test_two_gzip_files_in_a_row_are_one(path: Path) -> None:
    assert glance(path, gzip.compress(b"a\n") + gzip.compress(b"b\n")).head == "a\nb\n"


def test_a_file_called_gz_may_be_plain(tmp_path: Path) -> None:
    assert glance(tmp_path / "file.gz", TEXT).compression == "none"


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_byte_order_mark_is_taken_off_the_head(path: Path, pack: type[bytes]) -> None:
    assert glance(path, pack(b"\xef\xbb\xbf" + TEXT)).head == TEXT.decode()


def test_bytes_that_are_no_utf8_do_not_stop_the_look(path: Path) -> None:
    assert glance(path, b"q\xff 0 d 1\n").head == "q\ufffd 0 d 1\n"


def test_the_head_of_a_long_file_ends_with_a_whole_line(path: Path) -> None:
    line = b"q1 0 document 1\n"
    head = glance(path, line * 10_000).head
    assert HEAD_BYTES - 2 * len(line) < len(head) <= HEAD_BYTES
    assert set(head.split("\n")) == {"q1 0 document 1"}


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize(
    "before",
    [b"# license\n" * HEAD_BYTES, b"\n \t\n" * HEAD_BYTES, b"x" * 3 * HEAD_BYTES],
    ids=["comments", "blanks", "id"],
)
def test_the_head_reaches_to_the_end_of_the_first_line_with_data(
    path: Path, before: bytes, pack: type[bytes]
) -> None:
    head = glance(path, pack(before + b"q 0 d 1\n" * HEAD_BYTES)).head
    assert head.encode().startswith(before + b"q 0 d 1")
    assert head.endswith("q 0 d 1")


def test_the_head_of_endless_comments_ends(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judged.ingestion.looks.LONGEST_HEAD", 2 * HEAD_BYTES)
    assert len(glance(path, b"# no\n" * 4 * HEAD_BYTES).head) < 2 * HEAD_BYTES


def test_the_delimiter_is_a_noncharacter(path: Path) -> None:
    assert whole(path, "q1 0 d😀 1\n".encode()).delimiter == "\U0010ffff"


@pytest.mark.parametrize("count", range(len(DELIMITERS)))
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_delimiter_occurs_nowhere_in_the_text(
    path: Path, count: int, pack: type[bytes]
) -> None:
    text = "q1 0 " + "".join(DELIMITERS[:count]) + " 1\n"
    assert whole(path, pack(text.encode())).delimiter == DELIMITERS[count]


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_noncharacter_across_two_chunks_is_seen(
    path: Path, cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judged.ingestion.looks.CHUNK_BYTES", 8)
    text = b"x" * (8 - cut) + "\U0010ffff\n".encode()
    assert whole(path, text).delimiter == "\U0010fffe"


def test_a_file_with_every_delimiter_cannot_be_read_line_by_line(path: Path) -> None:
    found = whole(path, "".join(DELIMITERS).encode())
    assert found.delimiter is None
    with pytest.raises(InputError, match=r"^name\.txt: binary data; wanted lines of text in UTF-8"):
        found.delimiter_for("name.txt")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_utf16_is_refused_with_the_way_out(path: Path, encoding: str, pack: type[bytes]) -> None:
    mark = "" if encoding == "utf-16" else "\ufeff"
    with pytest.raises(InputError, match=r"^name\.txt: UTF-16 text; convert it .*iconv"):
        glance(path, pack((mark + "q1 0 d1 1\n").encode(encoding)))


def test_an_empty_file_is_refused(path: Path) -> None:
    with pytest.raises(InputError, match=r"^name\.txt: the file is empty"):
        glance(path, b"")


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(TEXT * 1000)[:-20],
        gzip.compress(TEXT)[:12],
        b"\x1f\x8b",
        gzip.compress(TEXT) + b"more",
        gzip.compress(TEXT)[:-8] + bytes(8),
        b"\x1f\x8b\x08" + b"\xff" * 50,
    ],
    ids=["truncated", "head", "magic", "more", "checksum", "noise"],
)
def test_a_damaged_gzip_file_is_refused(path: Path, data: bytes) -> None:
    with pytest.raises(InputError, match=r"^name\.txt: a damaged gzip file \(.*\); copy or"):
        whole(path, data)


def test_a_file_that_is_not_there_is_told(path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"^name\.txt: no such file$"):
        look(path, "name.txt")


def test_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"^name\.txt: a folder; give the file in it"):
        look(tmp_path, "name.txt")


@pytest.mark.parametrize("name", ["file/below", "x" * 300])
def test_a_path_that_cannot_exist_is_told(path: Path, name: str) -> None:
    path.write_bytes(TEXT)
    with pytest.raises(ArgumentError, match=re.escape(name)):
        look(path.parent / name, name)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (lzma.compress(TEXT), "an xz file; unpack it"),
        (gzip.compress(gzip.compress(TEXT)), "a gzip file inside a packed one; unpack it once"),
        (bz2.compress(gzip.compress(TEXT)), "a gzip file inside a packed one; unpack it once"),
        (gzip.compress(bz2.compress(TEXT)), "a bzip2 file inside a packed one; unpack it once"),
        (b"\x28\xb5\x2f\xfd\x24", r"a damaged zstd file \(.*\); copy or download it again"),
        (bz2.compress(TEXT)[:20], r"a damaged bzip2 file \(.*\); copy or download it again"),
        (b"PK\x03\x04 zipped", "a zip file; unpack it"),
        (b"SQLite format 3\0 pages", "a SQLite database; export the table"),
        (b"checksumDUCK\x40\0\0\0", "a DuckDB database; name one of its tables: FILE::TABLE"),
        (TEXT.decode().encode("utf-16-le"), "UTF-16 text; convert it"),
        (TEXT.decode().encode("utf-16-be"), "UTF-16 text; convert it"),
        (bytes(64), "binary data"),
        (b"\0\0\0\x01" * 20, "binary data"),
    ],
    # Not of the bytes: gzip notes the time, and all workers are to have the same tests.
    ids=[
        *("xz", "gzip in gzip", "gzip in bzip2", "bzip2 in gzip", "zstd", "bzip2", "zip"),
        *("sqlite", "duckdb", "utf-16-le", "utf-16-be", "nuls", "numbers"),
    ],
)
def test_what_is_no_text_is_told_by_how_it_begins(path: Path, data: bytes, told: str) -> None:
    with pytest.raises(InputError, match=rf"^name\.txt: {told}"):
        glance(path, data)


def test_a_nul_here_and_there_is_part_of_a_text(path: Path) -> None:
    assert glance(path, TEXT + b"q\0 0 d\0 1\n").head == TEXT.decode() + "q\0 0 d\0 1\n"
