"""Patterns and maps at random: a value or a refusal that says why, and never anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judged import Contract, ContractError, InputError
from tests.property.contracts import deterministic

if TYPE_CHECKING:
    from pathlib import Path

SIGNS = "()()[]{}?*+|\\^$.,=#:<>P-a1 \té\n\0\U0001f600\ud800"
# Mostly two cells a line, so that maps are read as often as refused.
CELLS = st.sampled_from(["a", "b", "c", "a#1", "b#2", 'd"', "é", "", " "])
SEPARATORS = st.sampled_from(["\t", "\t", ",", ",", " ", "  ", ", ", "", "\t\t"])
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\n\n"])


@st.composite
def maps(draw: st.DrawFn) -> str:
    """Lines with mostly one separator in all of them."""
    usual = draw(SEPARATORS)
    lines = draw(st.lists(st.tuples(CELLS, CELLS, st.sampled_from([0] * 9 + [1])), max_size=6))
    return "".join(
        f"{first}{draw(SEPARATORS) if is_odd else usual}{second}{draw(ENDS)}"
        for first, second, is_odd in lines
    )


def naive(text: str) -> dict[str, str] | None:
    """The pairs of a map by its description in the README; None of one that is refused."""
    lines = [line.strip(" \t") for line in text.replace("\r\n", "\n").split("\n")]
    raw = [line for line in text.replace("\r\n", "\n").split("\n") if line.strip(" \t")]
    first = next((line for line in lines if line), None)
    if first is None:
        return None
    if "\t" in first:
        rows = [line.split("\t") for line in raw]
    else:
        has_comma, has_blanks = first.count(",") == 1, len(first.split(" ")) > 1
        has_blanks = has_blanks and len([word for word in first.split(" ") if word]) == 2
        if has_comma and (has_blanks or '"' in first):
            return None
        rows = [line.split(",") if has_comma else line.replace("\t", " ").split() for line in raw]
    pairs: dict[str, str] = {}
    for row in rows:
        cells = [cell.strip(" \t") for cell in row]
        if len(cells) != 2 or not all(cells) or pairs.setdefault(cells[0], cells[1]) != cells[1]:
            return None
    return pairs


@given(pattern=st.text(SIGNS, max_size=12))
@example(pattern="(" * 300 + ")" * 300)
@example(pattern="(a{1000})")
@example(pattern="(a{1000}b{1000}c{1000}){9}")
@deterministic(150)
def test_a_pattern_is_taken_or_refused_with_a_reason(pattern: str) -> None:
    try:
        contract = Contract(doc_ids={"pattern": pattern})
    except ContractError as error:
        told = str(error)
    else:
        told = f"doc_ids: pattern: {contract.doc_ids.pattern}"
        assert "(" in pattern
        assert told.endswith(pattern)
    assert told.startswith("doc_ids: pattern: ")


@given(text=maps())
@example(text="")
@example(text="\ufeffa\tb\n")
@deterministic(40)
def test_a_map_is_read_as_described_or_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = _written(tmp_path_factory.mktemp("map") / "chunks.tsv", text)
    wanted = naive(text.removeprefix("\ufeff"))
    if wanted is None:
        with pytest.raises(InputError, match=r"chunks\.tsv:"):
            Contract(doc_ids={"map": path})
    else:
        assert Contract(doc_ids={"map": path}) == Contract(doc_ids={"map": wanted})


def _written(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8"))
    return path
