"""Which format a file has, told by its first line with data, and what is said where none fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged import InputError
from judged.ingestion.detection import detect
from judged.ingestion.formats import FORMATS, FRAMES, wanted
from judged.ingestion.sample import Sample

if TYPE_CHECKING:
    from judged.ingestion.columns import FileKind

DETECTED: list[tuple[FileKind, str, str]] = [
    ("qrels", "q1 0 d1 2\n", "trec"),
    ("qrels", "  q1\t0  d1 2  \n", "trec"),
    ("qrels", "\n# comment\n\nq1 0 d1 2\n", "trec"),
    ("qrels", "q1 0 d1 2\r\nq1 0 d2 1\r\n", "trec"),
    ("qrels", "query-id\tcorpus-id\tscore\nq1\td1\t1\n", "beir"),
    ("qrels", "query_id\tcorpus_id\tscore\nq1\td1\t1\n", "beir"),
    ("qrels", "Query-ID\tCorpus-ID\tScore\nq1\td1\t1\n", "beir"),
    ("run", "q1 Q0 d1 1 0.5 tag\n", "trec"),
    ("run", "q1 Q0 d1 1 0.5 tag and more\n", "trec"),
    ("run", "q1\tQ0\td1\t1\t0.5\tmy run\n", "trec"),
    ("run", "q1 d1 1\nq1 d2 2\n", "msmarco"),
    ("run", "q1\td1\t1\t0.5\nq1\td2\t2\t0.4\n", "msmarco"),
    ("run", "q1 d1 1 0.5\n", "msmarco"),
]

REFUSED: list[tuple[FileKind, str, str]] = [
    ("qrels", "q1 Q0 d1 1 0.5 tag\n", r"6 columns read .*are qrels and run swapped\?"),
    ("qrels", "q 1\t0\td1\t2\n", "5 columns read .*--qrels-format trec-tab"),
    ("qrels", "q1 d1 2\n", "3 columns read .*needs the header query-id corpus-id score"),
    ("qrels", "q1 d1\n", "2 columns read"),
    ("qrels", "q1,0,d1,2\n", "1 column read"),
    ("run", "q1 0 d1 2\nq1 0 d2 1\n", r"4 columns read .*are qrels and run swapped\?"),
    ("run", "q1 0 11 2\nq1 0 12 1\n", "4 columns read .*are qrels and run swapped"),
    ("run", "q1 0 d1 2\n", "4 columns read .*are qrels and run swapped"),
    ("run", "q1 1 d1 2\nq2 2 d2 0\n", "4 columns read .*are qrels and run swapped"),
    (
        "run",
        "qid docid rank score\nq1 d1 1 0.5\n",
        "4 columns read .*header line, which only files between tabs",
    ),
    ("run", "q1\tQ0\td one x\t1\t0.5\ttag\n", "8 columns read .*--run-format trec-tab"),
    ("run", "#q1 0 d1 2\n#q1 0 d2 1\n", r"4 columns read .*are qrels and run swapped\?"),
    ("qrels", "#q1 Q0 d1 1 0.5 tag\n", r"6 columns read .*are qrels and run swapped\?"),
    ("run", "q1 d1\n", "2 columns read"),
    ("run", "q1 d1 1 0.5 tag\n", "5 columns read"),
]


@pytest.mark.parametrize(("kind", "text", "name"), DETECTED)
def test_the_format_is_told_by_the_first_line_with_data(
    kind: FileKind, text: str, name: str
) -> None:
    assert detect(kind, Sample.of("file", text, kind), {}) is FORMATS[kind][name]


@pytest.mark.parametrize(("kind", "text", "message"), REFUSED)
def test_a_file_of_no_format_is_refused_with_a_hint(
    kind: FileKind, text: str, message: str
) -> None:
    with pytest.raises(InputError, match=f"^file:1: {message}"):
        detect(kind, Sample.of("file", text, kind), {})


@pytest.mark.parametrize("line", ["q1\tQ0\tpage 1\t1\t0.5\ttag\n", "q 1\tQ0\td 1\t1\t0.5\ttag\n"])
def test_ids_with_spaces_between_six_columns_are_not_read_as_words(line: str) -> None:
    with pytest.raises(InputError, match="--run-format trec-tab"):
        detect("run", Sample.of("file", line, "run"), {})


def test_judgments_of_beir_are_no_run_with_a_header() -> None:
    with pytest.raises(InputError, match="are qrels and run swapped"):
        detect("run", Sample.of("file", "query-id\tcorpus-id\tscore\nq1\td1\t1\n", "run"), {})


@pytest.mark.parametrize("kind", ["qrels", "run"])
def test_a_refusal_shows_the_line_and_every_layout(kind: FileKind) -> None:
    with pytest.raises(InputError) as refused:
        detect(kind, Sample.of("some/file.txt", "# comment\n\nq1 d1\n", kind), {})
    message = str(refused.value)
    assert message.startswith("some/file.txt:3: 2 columns read ('q1 d1'), wanted ")
    for name in FORMATS[kind]:
        assert name in message
    assert f"{FORMATS[kind]['trec'].columns} (trec), " in message


def test_a_long_line_is_cut_in_the_message() -> None:
    with pytest.raises(InputError) as refused:
        detect("run", Sample.of("file", "x" * 10_000, "run"), {})
    assert "x" * 80 in str(refused.value)
    assert "x" * 81 not in str(refused.value)


@pytest.mark.parametrize("text", ["", "\n \n\t\n", "# only\n# comments\n"])
@pytest.mark.parametrize("kind", ["qrels", "run"])
def test_a_file_without_a_line_of_data_is_refused(kind: FileKind, text: str) -> None:
    with pytest.raises(InputError, match=r"^file: no line with data; wanted query_id"):
        detect(kind, Sample.of("file", text, kind), {})


def test_a_sample_skips_blanks_and_comments_and_counts_their_lines() -> None:
    sample = Sample.of("file", "# one\r\n\r\n  \ra b\tc \n#x\nd\n", "run")
    assert sample.line_number == 4
    assert sample.lines == ["a b\tc ", "d"]
    assert sample.words == [["a", "b", "c"], ["d"]]


def test_a_sample_ends_lines_only_where_files_do() -> None:
    assert len(Sample.of("file", "q1 0 d\u20281 2\x0c\x1d3\n", "qrels").lines) == 1


# All lines begin with #, the first of them to say something.
HASHES: list[tuple[FileKind, str, str]] = [
    ("qrels", "#this is a comment\n# 0 d1 2\n#q1 0 d1 2.0\n", "trec"),
    ("run", "#this is a comment\n# Q0 d1 1 0.5 tag\n#q1 Q0 d1 x 2,9 tag\n", "trec"),
    ("run", "#made in 2024\n#made by three people\n#q1 Q0 d1 1 nan tag and more\n", "trec"),
    ("run", "#this is a comment\n# d1 1\n#q1 d1 15\n", "msmarco"),
]


@pytest.mark.parametrize(("kind", "text", "name"), HASHES)
def test_where_all_lines_begin_with_a_hash_those_with_the_columns_of_data_tell_the_format(
    kind: FileKind, text: str, name: str
) -> None:
    sample = Sample.of("file", text, kind)
    assert (sample.line_number, len(sample.lines)) == (3, 1)
    assert detect(kind, sample, {}).name == name


@pytest.mark.parametrize("kind", ["qrels", "run"])
def test_prose_alone_is_no_line_with_data(kind: FileKind) -> None:
    text = "#this is a comment\n#and this is another one too\n# of queries: 43\n"
    assert Sample.of("file", text, kind).lines == []


def test_formats_with_a_tag_name_runs() -> None:
    forms = [*FORMATS["run"].values(), *FRAMES.values(), *FORMATS["qrels"].values()]
    with_tags = {(form.kind, form.name) for form in forms if form.has_tags}
    assert with_tags == {("run", "trec"), ("run", "trec-tab")}


def test_the_layouts_of_a_kind_fit_in_a_sentence() -> None:
    assert wanted("qrels") == (
        "query_id iteration doc_id grade (trec), query-id corpus-id score (beir),"
        " or one of trec-tab, csv, tsv, json, jsonl, jsonl-queries, parquet, arrow, table"
    )
