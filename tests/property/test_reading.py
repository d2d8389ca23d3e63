"""However a file is read, at once or line by line, the store then holds the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judged.errors import JudgedError
from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input
from judged.ingestion.reading import Reading
from judged.store import queries
from judged.store.lines import line_numbers
from judged.store.store import Store
from tests.property.contracts import deterministic
from tests.support import of_short_cuts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# What an odd line has in place of a word, or between two.
WORDS = {
    "id": ["", "#", "#q", "q1", "a_b", "é", '"', "\\", "nan", "\u2003", "0"],
    "rank": [
        "",
        "0",
        "-1",
        "+1",
        "01",
        "1.0",
        "1.5",
        "1_0",
        "0x10",
        "1e3",
        "high",
        "9" * 18,
        "9" * 30,
    ],
    "score": [
        "",
        "\f1",
        "1",
        "+1",
        "1_0",
        "+-1",
        "nan",
        "inf",
        "1e400",
        "1e-400",
        ".5",
        "5.",
        "0x1",
        "x",
    ],
    "grade": ["", "0", "-1", "+1", "01", "2.0", "1.5", "1_0", "0x1", "1e1", "x", "9" * 30],
}
GAPS = ["  ", "\t", " \t", "\n", "\n\n", "\r\n", "\r", "\0", " x ", "\n# a comment\n", "\x0b"]
COLUMNS = {
    "run": ["id", "id", "id", "rank", "score", "id"],
    "qrels": ["id", "id", "id", "grade"],
}
PLAIN = {"id": "d", "rank": "1", "score": "0.5", "grade": "1"}


def text_of(kind: str, seed: int) -> bytes:
    """A regular file, with some oddities in it."""
    chance = random.Random(seed)
    separator = chance.choice("  \t")
    lines = []
    for number in range(chance.choice([2, 5, 400])):
        words = [PLAIN[column] for column in COLUMNS[kind]]
        words[2] = f"d{number}"
        lines.append(separator.join(words))
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        place = chance.randrange(len(lines))
        words = lines[place].split(separator)
        if chance.random() < 0.6:
            column = chance.randrange(min(len(words), len(COLUMNS[kind])))
            words[column] = chance.choice(WORDS[COLUMNS[kind][column]])
            lines[place] = separator.join(words)
        else:
            cut = chance.randrange(len(lines[place]) + 1)
            lines[place] = lines[place][:cut] + chance.choice(GAPS) + lines[place][cut:]
    text = "\n".join(lines) + chance.choice(["", "\n", "\n\n"])
    data = chance.choice(["", "", "\ufeff"]).encode() + text.encode()
    return data.replace(b"d3", b"\xff") if chance.random() < 0.1 else data


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """One for all files: to make a store takes longer than to read into it."""
    with Store.open(":memory:") as opened:
        yield opened


def stored(store: Store, kind: str, path: Path) -> Any:
    """What an emptied store holds of a file, in the order of its lines; or the error's text."""
    for table in queries.names("tables"):
        store.rows(f"delete from {table.removeprefix('tables/')}")
    item = Input(str(path))
    try:
        ingest(store, qrels=item if kind == "qrels" else None, runs=[item][kind == "qrels" :])
    except JudgedError as error:
        return type(error), str(error)
    view = "qrels" if kind == "qrels" else "runs"
    rows = store.rows(f"select * from {view} order by line_order")
    lines = line_numbers(store, view, [row[-1] for row in rows])
    return [
        [(*map(repr, row[:-1]), lines[row[-1]]) for row in rows],
        store.rows("select * from rejected_lines order by all"),
        store.rows("select * from skipped_lines order by all"),
        store.rows("select * exclude (ingested_at) from sources"),
        store.rows("select * from run_sources"),
    ]


def assert_same(store: Store, kind: str, path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        first = stored(store, kind, path)
        patched.setattr(Reading, "at_once", lambda _: None)
        assert stored(store, kind, path) == first


@pytest.mark.parametrize("kind", ["qrels", "run"])
def test_both_ways_read_the_same(
    store: Store, kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp(kind) / "file.txt"

    @deterministic(15)
    @given(st.integers(0, 2**32))
    def check(seed: int) -> None:
        path.write_bytes(text_of(kind, seed))
        assert_same(store, kind, path)

    check()


@pytest.mark.parametrize(
    ("kind", "column"),
    [
        pytest.param(kind, column, marks=pytest.mark.slow if kind == "run" and column < 3 else ())
        for kind, names in COLUMNS.items()
        for column in range(len(names))
    ],
)
def test_both_ways_read_each_odd_word_the_same(
    store: Store, kind: str, column: int, tmp_path: Path
) -> None:
    for word in WORDS[COLUMNS[kind][column]]:
        words = [PLAIN[name] for name in COLUMNS[kind]]
        odd = [*words]
        odd[2], odd[column] = "e", word
        path = tmp_path / "file.txt"
        path.write_text(f"{' '.join(words)}\n{' '.join(odd)}\n", encoding="utf-8", newline="\n")
        assert_same(store, kind, path)


@of_short_cuts
def test_a_regular_file_is_read_at_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.txt"
    path.write_bytes(b"q Q0 a 1 0.5 t\nq Q0 b 2 0.25 t")
    monkeypatch.setattr(Reading, "line_by_line", None)
    assert [row[1:6] for row in stored(store, "run", path)[0]] == [
        ("'t'", "'q'", "'a'", "1", "0.5"),
        ("'t'", "'q'", "'b'", "2", "0.25"),
    ]
