"""`judged convert` between any two formats: the same rows, to the last bit, or a refusal."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judged.ingestion.formats import FORMATS
from tests.property import hostile
from tests.property.contracts import deterministic
from tests.support import judged

RUNS = sorted(set(FORMATS["run"]) - {"table"})
QRELS = sorted(set(FORMATS["qrels"]) - {"table"})
LISTS = [name for name in RUNS if name.endswith("-first")]
WITHOUT_RUN_NAMES = ("msmarco", "json", "json-best-first", "json-worst-first")

# 0.1 + 0.2 needs 17 digits; 5e-324 is the least number above 0, and then the largest of all.
SCORES = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.1 + 0.2, 5e-324, -0.0, 2.2250738585072011e-308, 1.7976931348623157e308]),
)
GRADES = st.integers(-(2**63), 2**63 - 1)
# A byte order mark at the beginning of a file is none of its text, nor are blanks between tabs.
IDS = hostile.words.filter(lambda text: "\ufeff" not in text and text == text.strip())
ODD_IDS = hostile.texts.filter(bool)
ITERATIONS = st.sampled_from([None, "", "0", "1", "a b", "\t"])

Row = dict[str, Any]


@st.composite
def collections(draw: st.DrawFn, number: str, numbers: st.SearchStrategy[Any]) -> list[Row]:
    """Rows that every format holds: queries one after the other, each document once."""
    queries = draw(st.lists(IDS, min_size=1, max_size=3, unique=True))
    return [
        {"query_id": query, "doc_id": doc, number: draw(numbers)}
        for query in queries
        for doc in draw(st.lists(IDS, min_size=2, max_size=4, unique=True))
    ]


@st.composite
def odd_rows(draw: st.DrawFn, kind: str) -> list[Row]:
    """Rows that hold what some format cannot."""
    queries = draw(st.lists(ODD_IDS, min_size=1, max_size=2))
    rows = []
    for _ in range(draw(st.integers(1, 5))):
        row: Row = {"query_id": draw(st.sampled_from(queries)), "doc_id": draw(ODD_IDS)}
        if kind == "qrels":
            row |= {"grade": draw(GRADES), "iteration": draw(ITERATIONS)}
        else:
            row |= {
                "score": draw(SCORES),
                "rank": draw(st.sampled_from([None, 0, 1, 2, -5, 2**53])),
            }
            row |= {"run_id": "mine"}
        rows.append(row)
    return rows


def ordered(rows: list[Row], form: str) -> list[Row]:
    """The same documents with the scores that a list of ids stands for."""
    sizes = [sum(row["query_id"] == other["query_id"] for other in rows) for row in rows]
    places = [
        sum(row["query_id"] == other["query_id"] for other in rows[: at + 1])
        for at, row in enumerate(rows)
    ]
    if form.endswith("worst-first"):
        places = [size + 1 - place for size, place in zip(sizes, places, strict=True)]
    return [{**row, "score": -float(at)} for row, at in zip(rows, places, strict=True)]


def put(path: Path, rows: list[Row]) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def convert(kind: str, path: Path, read: str, write: str, folder: str) -> Path:
    """The file in another format, in a folder of its own, under the same name."""
    out = path.parent.parent / folder / "mine.txt"
    out.parent.mkdir(exist_ok=True)
    outcome = judged("convert", path, out, "--to", write, f"--{kind}-format", read)
    assert outcome.code == 0, outcome.stderr
    return out


def rows_of(path: Path) -> list[str]:
    """The rows as texts, bit for bit; what says only what the order says is left out."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    counts: dict[str, int] = {}
    places = [counts.setdefault(row["query_id"], 0) for row in rows]
    for at, row in enumerate(rows):
        counts[row["query_id"]] += 1
        places[at] = counts[row["query_id"]]
    ranks = [row.get("rank") for row in rows]
    if ranks in (places, [-row["score"] for row in rows if "score" in row]):
        rows = [{**row, "rank": None} for row in rows]
    if all(row.get("iteration") == "0" for row in rows):
        rows = [{**row, "iteration": None} for row in rows]
    told = [{key: value for key, value in row.items() if value is not None} for row in rows]
    return [repr(sorted(row.items())) for row in told]


def assert_there_and_back(kind: str, rows: list[Row], forms: list[str]) -> None:
    """From lines of JSON through these formats and back to lines of JSON."""
    with TemporaryDirectory() as folder:
        first = path = put(Path(folder) / "in" / "mine.txt", rows)
        steps = ["jsonl", *forms, "jsonl"]
        for at, (read, write) in enumerate(itertools.pairwise(steps)):
            path = convert(kind, path, read, write, f"step{at}")
        assert rows_of(path) == rows_of(first)


def forms_for(form: str, other: str, rows: list[Row], data: st.DataObject) -> tuple[Any, ...]:
    """Two formats in some order, with the rows that both can hold."""
    rows = [{**row, "run_id": "mine"} for row in rows]
    if form not in LISTS:
        return rows, data.draw(st.permutations([form, other]))
    return ordered(rows, form), [other, form]


def through(kind: str, form: str, other: str, data: st.DataObject) -> None:
    """Rows of a kind through two formats, and back."""
    if kind == "qrels":
        rows = data.draw(collections("grade", GRADES))
        assert_there_and_back(kind, rows, data.draw(st.permutations([form, other])))
    else:
        rows = data.draw(collections("score", SCORES))
        assert_there_and_back(kind, *forms_for(form, other, rows, data))


ALL = [("qrels", name) for name in QRELS] + [("run", name) for name in RUNS]
every_format = pytest.mark.parametrize(("kind", "form"), ALL)
# These make ranks 1, 2, ... of lines in order, which contradict a list whose worst is first.
MAKE_RANKS = ("trec", "trec-tab", "msmarco")


def others(kind: str, form: str) -> list[str]:
    """The formats that hold what a format holds, and hand on what it needs."""
    if kind == "qrels":
        return QRELS
    unfit = MAKE_RANKS if form.endswith("worst-first") else ()
    return [name for name in RUNS if name not in (*LISTS, *unfit)]


@given(data=st.data())
@deterministic(4)
def test_rows_go_through_two_formats_and_back(data: st.DataObject) -> None:
    kind, form = data.draw(st.sampled_from(ALL))
    through(kind, form, data.draw(st.sampled_from(others(kind, form))), data)


@pytest.mark.slow
@every_format
@given(data=st.data())
@deterministic(2)
def test_rows_go_through_any_two_formats_and_back(
    kind: str, form: str, data: st.DataObject
) -> None:
    for other in others(kind, form):
        through(kind, form, other, data)


def assert_held_or_refused(kind: str, form: str, rows: list[Row]) -> None:
    """Nothing is written, or what gives the same rows again."""
    with TemporaryDirectory() as folder:
        path = put(Path(folder) / "in" / "mine.txt", rows)
        out = Path(folder) / "out.txt"
        run = ("--run", "mine") if kind == "run" else ()
        outcome = judged("convert", path, out, "--to", form, f"--{kind}-format", "jsonl", *run)
        assert outcome.code in (0, 1), outcome.stderr
        assert out.exists() == (outcome.code == 0)
        if outcome.code == 0:
            back = Path(folder) / "back.txt"
            word = out if kind == "qrels" else f"mine={out}"
            words = ("--to", "jsonl", f"--{kind}-format", form)
            again = judged("convert", word, back, *words)
            assert again.code == 0, again.stderr
            assert rows_of(back) == rows_of(path)


@given(data=st.data())
@deterministic(4)
def test_odd_rows_are_held_or_refused(data: st.DataObject) -> None:
    kind, form = data.draw(st.sampled_from(ALL))
    assert_held_or_refused(kind, form, data.draw(odd_rows(kind)))


@pytest.mark.slow
@every_format
@given(data=st.data())
@deterministic(20)
def test_odd_rows_are_held_or_refused_by_every_format(
    kind: str, form: str, data: st.DataObject
) -> None:
    assert_held_or_refused(kind, form, data.draw(odd_rows(kind)))
