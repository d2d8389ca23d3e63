"""Bytes as people have them: marks, line ends, blanks, compression, and text that is not UTF-8."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from tests.cases.small import LOG2_3, macro, places, run_texts

if TYPE_CHECKING:
    from pathlib import Path

QRELS = "t 0 elk 1\n"
RUN = "t Q0 gnu 1 2 r\nt Q0 elk 2 1 r\n"
# elk at rank 2.
SECOND = pytest.approx(1 / LOG2_3, abs=1e-12)


@pytest.mark.parametrize(("of_qrels", "of_run"), [(True, True), (True, False)])
def test_a_byte_order_mark_is_no_part_of_an_id(
    tmp_path: Path, of_qrels: bool, of_run: bool
) -> None:
    mark = b"\xef\xbb\xbf"
    qrels = mark * of_qrels + QRELS.encode()
    outcome = run_texts(tmp_path, qrels, mark * of_run + RUN.encode())
    assert macro(outcome) == SECOND
    assert outcome.json["runs"][0]["unknown_queries"] == []


def test_a_byte_that_is_not_utf_8_is_refused_at_its_line(tmp_path: Path) -> None:
    qrels = "t 0 elk 1\nt 0 caf\u00e9 1\n".encode("latin-1")
    run = b"t Q0 elk 1 2 r\n" + "t Q0 na\u00efve 2 1 r\n".encode("latin-1")
    outcome = run_texts(tmp_path, qrels, run)
    assert outcome.code == 1
    assert places(outcome, "encoding") == [("qrels.txt", 2), ("run.txt", 2)]
    assert "iconv" in outcome.stderr


def test_utf_16_is_refused_with_what_to_do(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS.encode("utf-16"), RUN)
    assert outcome.code == 1
    assert "qrels.txt: UTF-16" in outcome.stderr
    assert "iconv" in outcome.stderr


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_are_no_part_of_the_last_column(
    tmp_path: Path, end: str
) -> None:
    outcome = run_texts(tmp_path, QRELS.replace("\n", end), RUN.replace("\n", end))
    assert macro(outcome) == SECOND
    assert outcome.json["runs"][0]["run_id"] == "r"


def test_blanks_tabs_and_further_columns_do_no_harm(tmp_path: Path) -> None:
    qrels = "\n  t\t0   elk 1  \n\n"
    run = "t  Q0\tgnu  1 2 r further columns\n\nt Q0 elk 2 1 r \t"
    assert macro(run_texts(tmp_path, qrels, run)) == SECOND


def test_compression_is_told_by_content(tmp_path: Path) -> None:
    compressed = gzip.compress(RUN.encode())
    assert macro(run_texts(tmp_path, gzip.compress(QRELS.encode()), compressed)) == SECOND
    cut = run_texts(tmp_path, QRELS, compressed[:-9])
    assert cut.code == 1
    assert "run.txt: a damaged gzip file" in cut.stderr
