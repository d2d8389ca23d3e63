"""What is in the store: sources, and the runs made of them."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

import pytest

from judged import ArgumentError, InputError, StateError
from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input
from judged.ingestion.reader import Counts, read
from judged.store import run_versions
from judged.store.run_versions import RunVersion
from judged.store.sources import Source, newest, next_id

if TYPE_CHECKING:
    from pathlib import Path

    from judged.store.store import Store


def put(path: Path, text: str) -> Input:
    path.write_text(text, encoding="utf-8")
    return Input(str(path))


def source(source_id: int, digest: str) -> Source:
    return Source(source_id, "run", "r", "r.txt", "trec", digest, 1, 0)


@pytest.mark.parametrize("change", ["append", "replace", "remove"])
def test_a_file_that_changes_while_it_is_read_is_refused(
    store: Store, tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = put(tmp_path / "run", "q1 Q0 a 1 2 t\n")

    def read_and_change(*arguments: Any) -> Counts:
        found = read(*arguments)
        path = tmp_path / "run"
        if change == "append":
            path.write_text("q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n", encoding="utf-8")
        else:
            path.unlink()
        if change == "replace":
            put(path, "q1 Q0 b 1 2 t\n")
        return found

    monkeypatch.setattr("judged.ingestion.ingest.read", read_and_change)
    with pytest.raises(InputError, match=r"run: the file was changed or replaced while it was"):
        ingest(store, runs=[item])
    assert store.rows("select count(*) from sources") == [(0,)]
    assert store.rows("select count(*) from run_lines") == [(0,)]


def test_a_run_is_known_by_the_hashes_of_its_sources_in_any_order() -> None:
    one, two = source(1, "bb"), source(2, "aa")
    version = RunVersion.of("r", [one, two])
    assert version.run_sha256 == sha256(b"aa\nbb").hexdigest()
    assert version.source_ids == (1, 2)
    assert RunVersion.of("r", [two, one]).run_sha256 == version.run_sha256
    assert RunVersion.of("r", [one]).run_sha256 != version.run_sha256


def test_sources_are_numbered_from_one(store: Store, tmp_path: Path) -> None:
    assert next_id(store) == 1
    ingest(store, qrels=put(tmp_path / "file", "q 0 a 1\n"))
    assert next_id(store) == 2


def test_the_newest_judgments_are_found_by_name(store: Store, tmp_path: Path) -> None:
    for name, text in (("a", "q 0 a 1\n"), ("b", "q 0 b 1\n")):
        ingest(store, qrels=put(tmp_path / f"{name}.txt", text))
    ingest(store, qrels=put(tmp_path / "a.txt", "q 0 a 2\n"))
    assert newest(store, "qrels").source_id == 3
    assert newest(store, "qrels", "a").source_id == 3
    assert newest(store, "qrels", "b").source_id == 2
    with pytest.raises(ArgumentError, match="no qrels 'c'; "):
        newest(store, "qrels", "c")


def test_the_newest_version_of_each_run_is_found(store: Store, tmp_path: Path) -> None:
    ingest(store, runs=[put(tmp_path / "one", "q Q0 a 1 1.0 s\n")])
    ingest(store, runs=[put(tmp_path / "two", "q Q0 a 1 1.0 r\n")])
    ingest(store, runs=[put(tmp_path / "two", "q Q0 a 1 2.0 r\n")])
    runs = run_versions.newest(store)
    assert [(run.run_id, run.source_ids) for run in runs] == [("r", (3,)), ("s", (1,))]
    assert [run.run_id for run in run_versions.newest(store, ["s", "r"])] == ["s", "r"]
    with pytest.raises(ArgumentError, match="no run 'rr'; "):
        run_versions.newest(store, ["rr"])


@pytest.mark.parametrize("standard_input", [False, True])
def test_what_is_given_again_is_the_newest(
    store: Store, tmp_path: Path, standard_input: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ("q 0 a 1\n", "q 0 b 1\n")
    files = [put(tmp_path / name, text) for name, text in zip("ab", texts, strict=True)]
    for file in files:
        ingest(store, qrels=file)
    if standard_input:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(texts[0].encode())))
    ingest(store, qrels=Input("-") if standard_input else files[0])
    assert (newest(store, "qrels").source_id, newest(store, "qrels").name) == (1, "a")
    ingest(store, qrels=files[1])
    assert newest(store, "qrels").source_id == 2


def test_standard_input_takes_the_name_that_it_is_given(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "q 0 a 1\n"
    ingest(store, qrels=put(tmp_path / "a", text))
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
    ingest(store, qrels=Input("-", "gold"))
    assert newest(store, "qrels", "gold").source_id == 1


def test_a_version_of_a_run_that_is_given_again_is_the_newest(store: Store, tmp_path: Path) -> None:
    versions = ["q Q0 a 1 1.0 r\n", "q Q0 a 1 2.0 r\n"]
    for text in (*versions, versions[0]):
        ingest(store, runs=[put(tmp_path / "one", text)])
    (run,) = run_versions.newest(store)
    assert run.source_ids == (1,)
    assert store.rows("select count(*) from run_sources") == [(2,)]


def test_a_list_of_queries_that_is_given_again_is_the_newest(store: Store, tmp_path: Path) -> None:
    for folder, text in (("x", "q1\n"), ("y", "q2\n"), ("x", "q1\n")):
        (tmp_path / folder).mkdir(exist_ok=True)
        ingest(store, queries=put(tmp_path / folder / "list.txt", text).path)
    assert newest(store, "queries", "list").source_id == 1


def test_a_run_of_two_files_has_both(store: Store, tmp_path: Path) -> None:
    parts = []
    for name in ("one", "two"):
        path = str(put(tmp_path / name, f"{name} Q0 a 1 1.0 t\n").path)
        parts.append(Input(path, "whole"))
    ingest(store, runs=parts)
    (run,) = run_versions.newest(store)
    assert (run.run_id, run.source_ids) == ("whole", (1, 2))


def test_an_empty_store_says_what_to_do(store: Store) -> None:
    with pytest.raises(StateError, match="no qrels in the database; `judged ingest` reads them"):
        newest(store, "qrels")
    with pytest.raises(StateError, match="no run in the database; `judged ingest` reads them"):
        run_versions.newest(store)
