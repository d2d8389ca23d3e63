"""Where an error was found besides: told on standard error, and how to see what is not."""

from __future__ import annotations

import re
import shlex
from itertools import takewhile

import pytest

from tests.cli.helpers import QRELS, RUN, put, put_collection
from tests.support import judged


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def repeated(copies: int) -> None:
    """A run whose document a stands there some times more than once, from line 2 on."""
    put("run.txt", "q1 Q0 a 1 9 tag\n" * (copies + 1))


def told_places(*words: str) -> list[str]:
    """What stands on standard error below the finding of the repeated document."""
    lines = judged("run", "qrels.txt", "run.txt", *words).stderr.splitlines()
    (first,) = [place for place, line in enumerate(lines) if "[duplicate-document]" in line]
    below = lines[first + 1 :]
    return list(takewhile(lambda line: line.startswith("judged:   "), below))


def test_ten_further_places_are_told_without_a_command() -> None:
    # Eleven lines have the document: the first and ten others.
    repeated(10)
    others = ", ".join(f"run.txt:{line}" for line in range(2, 12))
    assert told_places() == [f"judged:   also at {others}"]


@pytest.mark.parametrize(
    ("lines", "extent", "shown"),
    [
        (12, "all 12 places", 12),
        (100, "all 100 places", 100),
        (101, "the first 100 of 101 places are kept", 100),
    ],
)
def test_the_command_below_further_places_shows_what_is_kept(
    lines: int, extent: str, shown: int
) -> None:
    repeated(lines - 1)
    also, more = told_places()
    assert also.endswith("run.txt:10, run.txt:11")
    before, command = more.split(": judged sql ")
    assert before == f"judged:   {extent}"
    outcome = judged("sql", *shlex.split(command), "--format", "json")
    assert [row["line_number"] for row in outcome.json] == list(range(1, shown + 1))


def test_places_of_a_database_in_memory_are_seen_in_another_one() -> None:
    repeated(11)
    _, more = told_places("--db", ":memory:")
    assert more == "judged:   all 12 places: name a database with --db to see them"


def test_the_command_shows_the_judgments_or_the_run_where_both_broke_a_rule() -> None:
    put("qrels.txt", QRELS + "q1 0 d\n" * 12)
    put("run.txt", RUN + "q1 Q0 d\n" * 13)
    stderr = judged("run", "qrels.txt", "run.txt").stderr
    commands = re.findall(r"all \d+ places: (judged sql .*rule_id = 'column-count'.*)", stderr)
    found = [judged(*shlex.split(each)[1:], "--format", "json").json for each in commands]
    assert [len(rows) for rows in found] == [12, 13]


def test_further_places_without_a_line_have_the_command_alone() -> None:
    missing = [f"m{n:03}" for n in range(120)]
    put("qrels.txt", QRELS + "".join(f"{query} 0 a 1\n" for query in missing))
    stderr = judged("run", "qrels.txt", "run.txt", "--missing-queries", "error").stderr
    (command,) = re.findall(r"  all 120 places: (judged sql .*)", stderr)
    outcome = judged(*shlex.split(command)[1:], "--format", "json")
    assert [row["query_id"] for row in outcome.json] == missing
    assert "also at" not in stderr


def test_the_command_of_a_gate_is_about_its_cutoff() -> None:
    put("qrels.txt", "".join(f"q{n} 0 a 1\n" for n in range(3)))
    # q0 has an unjudged document first, q1 and q2 second.
    lines = ["q0 Q0 u 1 9 tag", "q0 Q0 a 2 8 tag"]
    lines += [f"q{n} Q0 {doc} 1 {score} tag" for n in (1, 2) for doc, score in (("a", 9), ("u", 8))]
    put("run.txt", "\n".join(lines) + "\n")
    words = ("-k", "1,2", "--unjudged", "zero", "--min-judged-rate", "1")
    stderr = judged("run", "qrels.txt", "run.txt", *words).stderr
    # At 1 only q0 is below, one place and told; at 2 all three are.
    (command,) = re.findall(r"  all 3 places: (judged sql .*)", stderr)
    assert "  all 1 places" not in stderr
    outcome = judged(*shlex.split(command)[1:], "--format", "json")
    assert [row["query_id"] for row in outcome.json] == ["q0", "q1", "q2"]
