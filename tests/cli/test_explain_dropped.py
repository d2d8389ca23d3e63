"""`judged explain` under `--unjudged drop`: the documents that are not in the scored ranking."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.helpers import put
from tests.support import judged

DROPPED = "Dropped: no judgment"
QRELS = "q1 0 a 3\nq1 0 b 2\nq1 0 c 1\nq1 0 d 0\n"
# By score d, then u and b together (the larger id first), then c; nobody judged u.
RUN = "q1 Q0 d 1 9 tag\nq1 Q0 b 2 8 tag\nq1 Q0 u 3 8 tag\nq1 Q0 c 4 7 tag\n"


def evaluate(unjudged: str, run: str = RUN) -> None:
    put("qrels.txt", QRELS)
    put("run.txt", run)
    outcome = judged("run", "qrels.txt", "run.txt", "-k", "3", "--unjudged", unjudged)
    assert outcome.code == 0, outcome.stderr


def explain(*words: str, form: str) -> str:
    return judged("explain", "tag", "q1", "--format", form, *words).stdout


def told(*words: str) -> dict[str, Any]:
    result: dict[str, Any] = judged("explain", "tag", "q1", "--format", "json", *words).json
    return result


# w at rank 1 and v at rank 5 have no judgment either: w, d, u, b, v, c.
MORE_UNJUDGED = RUN + "q1 Q0 w 5 10 tag\nq1 Q0 v 6 7.5 tag\n"


@pytest.mark.parametrize(
    ("k", "dropped"),
    [
        ("1", [(1, "w")]),
        # The first three that are scored, d, b and c, reach down to rank 6; v is below the top 3.
        ("3", [(1, "w"), (3, "u")]),
        ("5", [(1, "w"), (3, "u"), (5, "v")]),
        ("all", [(1, "w"), (3, "u"), (5, "v")]),
    ],
)
def test_what_is_dropped_is_what_the_counts_call_unjudged(
    k: str, dropped: list[tuple[int, str]]
) -> None:
    evaluate("drop", run=MORE_UNJUDGED)
    found = told("-k", k)
    assert [(row["rank"], row["doc_id"]) for row in found["dropped"]] == dropped
    assert found["retrieved"] - found["judged"] == len(dropped)


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_dropped_documents_have_a_section_of_their_own(form: str) -> None:
    evaluate("drop")
    text = explain(form=form)
    lines = [" ".join(line.replace("|", " ").split()) for line in text.splitlines()]
    heading = next(place for place, line in enumerate(lines) if line.endswith(DROPPED))
    assert "rank in the run document" in lines[heading:]
    assert "2 u" in lines[heading:]


def test_nothing_is_dropped_where_unjudged_documents_are_scored_as_zero() -> None:
    evaluate("zero")
    assert told()["dropped"] == []
    assert DROPPED not in explain(form="table")


def test_a_list_of_which_nothing_is_judged_is_dropped_whole() -> None:
    evaluate("drop", run="q1 Q0 u 1 9 tag\nq1 Q0 v 2 8 tag\n")
    found = told()
    assert (found["ranking"], found["retrieved"], found["judged"]) == ([], 2, 0)
    assert found["dropped"] == [{"rank": 1, "doc_id": "u"}, {"rank": 2, "doc_id": "v"}]
