"""Words of the command line as inputs, and the names that runs get."""

from __future__ import annotations

import gzip
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from judged import ArgumentError, InputError
from judged.files import stem
from judged.ingestion.frames import run_frame
from judged.ingestion.inputs import Input, Ways
from judged.ingestion.naming import named
from judged.ingestion.prepare import prepare
from judged.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from judged.ingestion.columns import FileKind
    from judged.ingestion.prepared import Prepared

RUN = "q1 Q0 d1 1 0.5 {tag}\n"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def look_at(
    stack: ExitStack, item: Input, kind: FileKind = "run", ways: Ways | None = None
) -> Prepared:
    store = stack.enter_context(Store.open(":memory:"))
    return prepare(stack, store, item, kind, ways or Ways())


def prepared(stack: ExitStack, folder: Path, **tags: str) -> list[Prepared]:
    """Run files by their name and the tag of their first line, as given without NAME=."""
    for name, tag in tags.items():
        (folder / f"{name}.txt").write_text(RUN.format(tag=tag), encoding="utf-8")
    return [look_at(stack, Input(f"{name}.txt")) for name in tags]


def names(runs: list[Prepared]) -> list[str | None]:
    return [run.run_name for run in runs]


@pytest.mark.parametrize(
    ("word", "path", "name"),
    [
        ("run.txt", "run.txt", None),
        ("bm25=run.txt", "run.txt", "bm25"),
        ("a=b=c.txt", "b=c.txt", "a"),
        ("=run.txt", "=run.txt", None),
        ("bm25=-", "-", "bm25"),
        ("-", "-", None),
    ],
)
def test_a_word_is_a_path_or_a_name_and_a_path(word: str, path: str, name: str | None) -> None:
    assert Input.of(word) == Input(path, name)


def test_a_name_without_a_path_is_told() -> None:
    with pytest.raises(ArgumentError, match=r"^name=: NAME without a path; give NAME=PATH$"):
        Input.of("name=")


def test_a_file_of_that_very_name_wins(folder: Path) -> None:
    (folder / "a=b.txt").touch()
    assert Input.of("a=b.txt") == Input("a=b.txt")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("runs/bm25.txt", "bm25"),
        ("bm25.txt.gz", "bm25"),
        ("BM25.TSV.GZ", "BM25"),
        ("bm25.k1-0.9.run", "bm25.k1-0.9"),
        ("run.txt.txt", "run.txt"),
        ("bm25.gz", "bm25"),
        ("bm25", "bm25"),
        ("bm25.jsonl.zst", "bm25"),
        ("bm25.parquet", "bm25"),
        (".txt", ".txt"),
        ("-", "-"),
    ],
)
def test_a_stem_is_the_name_without_its_endings(path: str, name: str) -> None:
    assert stem(path) == name


def test_a_run_keeps_its_tag(stack: ExitStack, folder: Path) -> None:
    runs, notes = named(prepared(stack, folder, one="bm25", two="splade"))
    assert [run.first_tag for run in runs] == ["bm25", "splade"]
    assert (names(runs), notes) == ([None, None], [])


def test_files_that_share_a_tag_are_named_after_the_files(stack: ExitStack, folder: Path) -> None:
    runs, notes = named(prepared(stack, folder, one="tag", two="tag", three="own"))
    assert names(runs) == ["one", "two", None]
    assert notes == [
        "the tag 'tag' is not that of one file alone: 2 runs are named after their files"
    ]


def test_a_tag_that_is_another_s_name_is_not_used(stack: ExitStack, folder: Path) -> None:
    (one,) = prepared(stack, folder, one="bm25")
    two = look_at(stack, Input("one.txt", "bm25"))
    runs, _ = named([one, two])
    assert names(runs) == ["one", "bm25"]


def test_two_files_of_one_stem_are_refused(stack: ExitStack, folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "one.txt").write_text(RUN.format(tag="tag"), encoding="utf-8")
    runs = prepared(stack, folder, one="tag")
    runs.append(look_at(stack, Input("sub/one.txt")))
    with pytest.raises(ArgumentError, match="are both the run 'one'; tell them apart with NAME="):
        named(runs)


def test_two_files_are_one_run_where_the_caller_says_so(stack: ExitStack, folder: Path) -> None:
    prepared(stack, folder, one="tag", two="tag")
    parts = [look_at(stack, Input(f"{name}.txt", "bm25")) for name in ("one", "two")]
    assert named(parts) == (parts, [])


def test_a_format_without_tags_names_the_run_by_the_file(stack: ExitStack, folder: Path) -> None:
    (folder / "dev.tsv").write_text("q1 d1 1\nq1 d2 2\n", encoding="utf-8")
    assert look_at(stack, Input("dev.tsv")).run_name == "dev"
    assert look_at(stack, Input("dev.tsv", "mine")).run_name == "mine"


def test_a_format_may_be_forced(stack: ExitStack, folder: Path) -> None:
    (folder / "run.txt").write_text("q 1\tQ0\td 1\t1\t0.5\tmy run\n", encoding="utf-8")
    assert look_at(stack, Input("run.txt"), ways=Ways({"run": "trec-tab"})).form.name == "trec-tab"
    with pytest.raises(ArgumentError, match="--run-format: 'trec-tabs' is unknown; did you mean"):
        look_at(stack, Input("run.txt"), ways=Ways({"run": "trec-tabs"}))


def test_a_packed_file_is_looked_into(stack: ExitStack, folder: Path) -> None:
    (folder / "run.gz").write_bytes(gzip.compress(RUN.format(tag="bm25").encode()))
    item = look_at(stack, Input("run.gz"))
    assert (item.form.name, item.first_tag, item.look.compression) == ("trec", "bm25", "gzip")


def test_messages_name_the_file_as_given(stack: ExitStack, folder: Path) -> None:
    (folder / "empty.txt").touch()
    with pytest.raises(InputError, match=r"^empty\.txt: the file is empty"):
        look_at(stack, Input("empty.txt"), "qrels")
    with pytest.raises(ArgumentError, match=r"^gone\.txt: no such file"):
        look_at(stack, Input("gone.txt"), "qrels")
    with pytest.raises(ArgumentError, match=r"^'a\\x00b' cannot be the path of a file; give"):
        look_at(stack, Input("a\0b"), "qrels")


def test_a_frame_is_spooled_for_as_long_as_the_stack_is_open(folder: Path) -> None:
    frame = run_frame({"q1": ["d1"]})
    with ExitStack() as stack:
        item = look_at(stack, Input("bm25", "bm25", frame))
        assert (item.form.name, item.run_name, item.scan.sha256) == ("frame", "bm25", frame.sha256)
        assert item.path.is_file()
    assert not item.path.exists()
