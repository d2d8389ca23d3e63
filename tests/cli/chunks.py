"""A run of chunks, judgments of their documents, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.helpers import ndcg, put
from tests.support import judged

if TYPE_CHECKING:
    from tests.support import Outcome

PATTERN = "pattern=^(.*)#[0-9]+$"
MAP = "a#1\ta\na#2\ta\na#3\ta\nb#1\tb\nc#1\tc\n"
# q1: five chunks of a, b and x, so that the documents are b, a, x in that order. q2: two chunks of
# a, and a document.
QRELS = "q1 0 a 3\nq1 0 b 1\nq1 0 c 2\nq2 0 a 1\nq2 0 d 2\n"
RUN = """\
q1 Q0 b#1 1 9 tag
q1 Q0 a#2 2 8 tag
q1 Q0 a#1 3 7 tag
q1 Q0 x#1 4 6 tag
q1 Q0 a#3 5 5 tag
q2 Q0 a#1 1 9 tag
q2 Q0 a#2 2 8 tag
q2 Q0 d 3 7 tag
"""
# Documents b, a, x of gains 1, 3, 0, and a, d of gains 1, 2.
Q1 = ndcg([1, 3, 0], [3, 1, 2])
Q2 = ndcg([1, 2], [1, 2])


def evaluate(*words: str, db: str = "judged.duckdb") -> Outcome:
    put("qrels.txt", QRELS)
    put("run.txt", RUN)
    rest = ("--unjudged", "zero", "--db", db, "--format", "json", *words)
    return judged("run", "qrels.txt", "run.txt", *rest)


def best(*words: str) -> Outcome:
    return evaluate("--run-duplicates", "keep_best", *words)
