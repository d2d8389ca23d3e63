"""One small collection for each rule that data can break, with the places that break it."""

from __future__ import annotations

from dataclasses import dataclass

# A blank line and a comment first, so that no line number is a row number: rows begin in line 3.
TOP = "# made by hand\n\n"
QRELS = TOP + "q1 0 a 3\nq1 0 b 2\n"
RUN = TOP + "q1 Q0 a 1 9 t\nq1 Q0 b 2 8 t\n"

Places = list[tuple[str | None, str | None, int | None]]
LINE_3_TO_5: Places = [("q1", "a", 3), ("q1", "b", 4), ("q1", "a", 5)]


@dataclass(frozen=True)
class Case:
    """A file that breaks one rule.

    Attributes:
        places: query, document and line, in the order of the lines.
        run_id: None for a finding about the judgments.
        count: how many places there are; as many as `places` by default.
    """

    rule_id: str
    places: Places
    qrels: str | bytes = QRELS
    run: str | bytes = RUN
    words: str = ""
    run_id: str | None = "t"
    severity: str = "error"
    code: int = 1


def of_qrels(rule_id: str, places: Places, qrels: str | bytes, words: str = "") -> Case:
    return Case(rule_id, places, qrels=qrels, words=words, run_id=None)


def warns(rule_id: str, places: Places, run: str = RUN, words: str = "--unjudged zero") -> Case:
    return Case(rule_id, places, run=run, words=words, severity="warning", code=0)


def qrels_warn(rule_id: str, places: Places, qrels: str, words: str = "") -> Case:
    return Case(rule_id, places, qrels, words=words, run_id=None, severity="warning", code=0)


TABS = "--qrels-format trec-tab --run-format trec-tab"
TAB_QRELS, TAB_RUN = "q1\t0\ta\t3\n", "q1\tQ0\ta\t1\t9\tt\n"
TWICE = QRELS + "q1 0 a 3\n"
OTHERWISE = QRELS + "q1 0 a 1\n"
ZERO = QRELS + "q2 0 x 0\nq2 0 y 0\n"
SHORT_OF_Q2 = QRELS + "q2 0 x 1\n"
CHUNKS = RUN.replace(" a ", " a#1 ").replace(" b ", " b#1 ")
LONG = b"q1 Q0 c 3 7 t" + b" " * 2_100_000 + b"\n"

LIST = '{"run": "t", "qid": "q1", "docs": ["a"]}\n'
HIT = '{"run": "t", "qid": "q1", "doc": "a", "score": 9}\n'

CASES = [
    Case("quoting", [(None, None, 2)], run='run,qid,doc,score\nt,q1,"a"x,9\nt,q1,b,8\n'),
    Case("json-record", [(None, None, 2)], run=f"{HIT}[1]\n"),
    of_qrels("no-judgment", [(None, None, 3)], '{"q1": {"a": 3, "b": 2}, "q2": {}}'),
    Case(
        "repeated-list",
        [(None, None, 2)],
        run=LIST + LIST,
        words="--run-format jsonl-best-first",
    ),
    Case("text-id", [(None, None, 2)], run=HIT + HIT.replace('"q1"', "1.5")),
    of_qrels(
        "column-count", [(None, None, 5), (None, None, 7)], QRELS + "q1 c\nq1 0 d 1\nq 0 e 1 2\n"
    ),
    Case("column-count", [(None, None, 5)], run=RUN + "q1 Q0 c 3 7\n"),
    of_qrels("comment-of-query", [(None, None, 6)], QRELS + "#q2 0 x 1\n#q2 0 y relevant\n"),
    of_qrels("comment-of-query", [(None, None, 5)], "#q1 0 a 3\n# #q1\n#\n#q10 x\n#q1 0 b\n"),
    Case("comment-of-query", [(None, None, 6)], QRELS, RUN + "#q2 Q0 a 1 1 t\n#q2 Q0 b 2 0\n"),
    Case("comment-of-query", [(None, None, 5)], QRELS + "#q2 0 a 1\n", RUN + "#q2 Q0 a 1 high t\n"),
    of_qrels("header-line", [(None, None, 5)], QRELS + "query_id iter doc_id grade\n"),
    Case("header-line", [(None, None, 5)], run=RUN + "qid Q0 docid rank score tag\n"),
    of_qrels("encoding", [(None, None, 5)], QRELS.encode() + b"q1 0 caf\xe9 1\n"),
    Case("encoding", [(None, None, 5)], run=RUN.encode() + b"q1 Q0 caf\xe9 3 7 t\n"),
    Case("line-size", [(None, None, 5)], run=RUN.encode() + LONG),
    Case(
        "empty-id",
        [(None, None, 2), (None, None, 3)],
        qrels=TAB_QRELS + "q1\t0\t\t1\n\t0\tc\t1\n",
        run=TAB_RUN,
        words=TABS,
        run_id=None,
    ),
    Case("empty-id", [(None, None, 2)], TAB_QRELS, TAB_RUN + "q1\tQ0\t \t2\t8\tt\n", TABS),
    of_qrels(
        "grade-integer",
        [(None, None, line) for line in (5, 6, 7, 8)],
        QRELS + "q1 0 c 1.5\nq1 0 d true\nq1 0 e 1_000\nq1 0 f 9223372036854775808\n",
    ),
    qrels_warn(
        "other-iteration",
        [("q1", None, None), ("q2", None, None)],
        QRELS + "q1 7 c 1\nq2 7 d 1\n",
        "--qrels-duplicates iteration=0",
    ),
    qrels_warn("grade-written-as-decimal", [("q1", "c", 5)], QRELS + "q1 0 c 1.0\n"),
    of_qrels("grade-range", [("q1", "c", 5), ("q1", "d", 6)], QRELS + "q1 0 c 4\nq1 0 d -1\n"),
    of_qrels("grade-range", [("q1", "c", 5)], QRELS + "q1 0 c 0\n", "--grades 1:3"),
    of_qrels(
        "grade-without-gain",
        [("q1", "c", 5)],
        QRELS + "q1 0 c 63\n",
        "--grades any --gain exponential",
    ),
    Case(
        "score-finite",
        [(None, None, line) for line in (5, 6, 7, 8, 9)],
        run=RUN
        + "".join(f"q1 Q0 {word} 3 {word} t\n" for word in ["nan", "-inf", "1e400", "0x1", "1_0"]),
    ),
    Case("no-score", [("q1", "c", 5)], run=RUN + "q1 Q0 c last 7 t\n", words="--order rank"),
    of_qrels("duplicate-judgment", [LINE_3_TO_5[0], LINE_3_TO_5[2]], TWICE),
    qrels_warn(
        "duplicate-judgment", [("q1", "a", 3), ("q1", "a", 5)], TWICE, "--qrels-duplicates max"
    ),
    of_qrels("conflicting-judgment", [("q1", "a", 3), ("q1", "a", 5)], OTHERWISE),
    of_qrels(
        "conflicting-judgment",
        [("q1", "a", 3), ("q1", "a", 5)],
        OTHERWISE,
        "--qrels-duplicates drop_identical",
    ),
    Case(
        "duplicate-document",
        [("q1", "a", 3), ("q1", "a", 5), ("q1", "a", 6)],
        run=RUN + "q1 Q0 a 3 7 t\nq1 Q0 a 4 6 t\n",
    ),
    warns(
        "duplicate-document",
        [("q1", "a", 3), ("q1", "a", 5)],
        RUN + "q1 Q0 a 3 7 t\n",
        "--run-duplicates keep_best",
    ),
    warns("rank-integer", [("q1", None, 3)], RUN.replace("1 9", "- 9")),
    warns("rank-order", [("q1", "c", 5)], RUN + "q1 Q0 c 3 8.5 t\n"),
    warns(
        "repeated-rank",
        [("q1", None, 4)],
        TOP + "q1 Q0 c 1 9 t\nq1 Q0 a 2 5 t\nq1 Q0 b 2 4 t\n",
        "--unjudged zero --order rank",
    ),
    warns("all-tied", [("q1", None, 3)], TOP + "q1 Q0 a 1 5 t\nq1 Q0 b 2 5 t\n"),
    warns("short-list", [("q1", None, 3)], RUN, "-k 3"),
    # b and a tie at ranks 1 and 2, b first; c follows.
    warns(
        "ties-across-cutoff",
        [("q1", "b", 4)],
        TOP + "q1 Q0 a 1 5 t\nq1 Q0 b 2 5 t\nq1 Q0 c 3 4 t\n",
        "-k 1,2 --unjudged zero",
    ),
    # a and b tie at ranks 1 and 2.
    Case(
        "tie-across-depth",
        [("q1", "b", 4)],
        run=TOP + "q1 Q0 a 1 5 t\nq1 Q0 b 2 5 t\n",
        words="--ties average --depth 1",
    ),
    Case(
        "unjudged-document",
        [("q1", "u", 5), ("q1", "v", 6)],
        run=RUN + "q1 Q0 u 3 7 t\nq1 Q0 v 4 6 t\n",
    ),
    warns("nothing-judged", [("q1", None, 1)], "q1 Q0 a-1 1 5 t\nq1 Q0 b-1 2 4 t\n"),
    qrels_warn(
        "look-alike-query",
        [("q1", None, 3), ("Q1", None, 5)],
        QRELS + "Q1 0 a 1\n",
    ),
    warns("look-alike-query", [("Q1", None, 5)], RUN + "Q1 Q0 a 1 1 t\n"),
    qrels_warn(
        "look-alike-document",
        [("q1", "caf\u00e9", 5), ("q1", "cafe\u0301", 6)],
        QRELS + "q1 0 caf\u00e9 1\nq1 0 cafe\u0301 0\n",
    ),
    warns("look-alike-document", [("q1", "A", 1)], "q1 Q0 A 1 9 t\n"),
    warns("id-over-lines", [("q1", "c\nd", 3)], 'run,qid,doc,score\nt,q1,a,9\nt,q1,"c\nd",8\n'),
    qrels_warn(
        "id-over-lines",
        [("q1", "c\td", 3)],
        'query_id\tdoc_id\tgrade\nq1\ta\t3\nq1\t"c\td"\t1\nq1\tb\t2\n',
    ),
    Case(
        "judged-coverage",
        [("q1", None, None)],
        run=RUN + "q1 Q0 u 3 7 t\n",
        words="--unjudged zero --min-judged-rate 0.7",
        severity="gate",
        code=3,
    ),
    warns(
        "unknown-query",
        [("q9", None, 5), ("q8", None, 6)],
        RUN + "q9 Q0 z 1 1 t\nq8 Q0 z 1 1 t\n",
    ),
    Case(
        "unknown-query",
        [("q9", None, 5)],
        run=RUN + "q9 Q0 z 1 1 t\n",
        words="--unknown-queries error",
    ),
    Case("missing-query", [("q2", None, None)], SHORT_OF_Q2, severity="warning", code=0),
    Case("missing-query", [("q2", None, None)], SHORT_OF_Q2, words="--missing-queries error"),
    qrels_warn("zero-idcg-query", [("q2", None, None)], ZERO),
    of_qrels("zero-idcg-query", [("q2", None, None)], ZERO, "--zero-idcg error"),
    qrels_warn("listed-query-unjudged", [("q7", None, None)], QRELS, "--queries topics.txt"),
    warns(
        "unmapped-id",
        [("q1", "c", 5)],
        CHUNKS + "q1 Q0 c 3 7 t\n",
        "--unjudged zero --doc-ids pattern=^(.*)#",
    ),
    Case(
        "unmapped-id",
        [("q1", "b", 4)],
        QRELS.replace(" a ", " a#7 "),
        CHUNKS,
        "--doc-ids judgments,pattern=^(.*)#",
        run_id=None,
        severity="warning",
        code=0,
    ),
    warns(
        "shortened-list",
        [("q1", None, None)],
        CHUNKS + "q1 Q0 a#2 3 7 t\n",
        "-k 3 --run-duplicates keep_best --doc-ids pattern=^(.*)#",
    ),
    Case(
        "duplicate-document",
        [("q1", "a", 3), ("q1", "a", 5)],
        run=CHUNKS + "q1 Q0 a#2 3 7 t\n",
        words="--doc-ids pattern=^(.*)#",
    ),
    of_qrels(
        "duplicate-judgment",
        [("q1", "a", 3), ("q1", "a", 5)],
        QRELS.replace(" a ", " a#1 ") + "q1 0 a#2 3\n",
        "--doc-ids judgments,pattern=^([^#]*)",
    ),
    Case("no-common-query", [("Q1", None, None)], run="Q1 Q0 a 1 9 t\n"),
    Case(
        "null-value",
        [("q1", "a", 2)],
        "query-id\tcorpus-id\tscore\nq1\ta\t3\n",
        "q1 Q0 a 1 9 t\n",
        "--schema rules.py:Assessed",
        None,
    ),
    Case(
        "duplicate-value",
        [("q1", "a", 3), ("q1", "b", 4)],
        run=RUN.replace(" 2 ", " 1 "),
        words="--schema rules.py:Ranked",
    ),
]

USERS_RULES = """
import pandera.polars as pa
from judged_schemas.qrels import Qrels
from judged_schemas.runs import Runs

class Assessed(Qrels):
    iteration: str = pa.Field(nullable=False)

class Ranked(Runs):
    file_rank: int = pa.Field(nullable=True, unique=True)
"""
