"""Every layout of judgments and runs that is read, and the score that it must give."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.cli.helpers import BAC, QRELS, RUN, findings, macro, put, put_collection, rows, run_of
from tests.support import Outcome, judged


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def evaluate(*words: str, qrels: str = "qrels.txt", stdin: bytes | None = None) -> Outcome:
    return judged("run", qrels, *words, "--format", "json", stdin=stdin)


# Each holds the same three documents, grade 2, 3, 1, in that order.
RUNS: dict[str, str | bytes] = {
    "tabs": RUN.replace(" ", "\t"),
    "mixed white space": RUN.replace(" Q0 ", " \t  Q0\t").replace(" tag", "   tag \t"),
    "white space before": "".join(f"\t {line}\n" for line in RUN.splitlines()),
    "windows line ends": RUN.replace("\n", "\r\n"),
    "mixed line ends": RUN.replace("9.5 tag\n", "9.5 tag\r\n"),
    "old mac line ends": RUN.replace("\n", "\r"),
    "no final line end": RUN.rstrip("\n"),
    "blank lines": "\n \n" + RUN.replace("\n", "\n\t\n\n"),
    "comments": f"# made by a script\n#another remark\n{RUN}# end of the file\n",
    "byte order mark": b"\xef\xbb\xbf" + RUN.encode(),
    "byte order mark and comment": b"\xef\xbb\xbf# by hand\r\n" + RUN.encode(),
    "gzip": gzip.compress(RUN.encode()),
    "gzip of two members": gzip.compress(RUN[:22].encode()) + gzip.compress(RUN[22:].encode()),
    "negative scores": RUN.replace(" 9.5", " -1").replace(" 8.5", " -2").replace(" 7.5", " -3e2"),
    "exponents": RUN.replace("9.5", "1e-3").replace("8.5", "+1.0E-5").replace("7.5", ".1e-7"),
    "huge scores": RUN.replace("9.5", "1.7e308").replace("8.5", "1e300").replace("7.5", "-1e308"),
    "integer scores": RUN.replace("9.5", "3").replace("8.5", "2").replace("7.5", "1."),
    "ranks from 0": RUN.replace(" 1 ", " 0 ").replace(" 2 ", " 1 ").replace(" 3 ", " 2 "),
    "ranks with gaps": RUN.replace(" 2 ", " 20 ").replace(" 3 ", " 300 "),
    "more columns": RUN.replace(" tag\n", " tag more and 7\n"),
    "any second column": RUN.replace("Q0", "0"),
    "lines out of order": "".join(reversed(RUN.splitlines(keepends=True))),
}


def test_a_run_is_read_whatever_its_layout() -> None:
    names = {layout.replace(" ", "_"): text for layout, text in RUNS.items()}
    outcome = evaluate(*[f"{name}={put(f'{name}.txt', text)}" for name, text in names.items()])
    assert outcome.code == 0, outcome.stderr
    scores = {run["run_id"]: macro(outcome, run["run_id"]) for run in outcome.json["runs"]}
    assert scores == {name: pytest.approx(BAC, abs=1e-12) for name in names}
    assert {run["rows"] for run in outcome.json["runs"]} == {3}
    # Without a NAME the tag of each layout is found, and told with the format.
    comments = {"comments": ", 3 comment lines", "byte_order_mark_and_comment": ", 1 comment line"}
    for name, text in names.items():
        again = judged("ingest", put("run.txt", text), "--db", ":memory:")
        told = f"run.txt: trec run, 3 rows{comments.get(name, '')}, run tag\n"
        assert told in again.stderr, name


JUDGMENTS: dict[str, tuple[str, str | bytes]] = {
    "tabs": ("trec", QRELS.replace(" ", "\t")),
    "mixed white space": ("trec", QRELS.replace(" 0 ", "\t 0  \t").replace("\n", " \n")),
    "windows line ends": ("trec", QRELS.replace("\n", "\r\n")),
    "no final line end": ("trec", QRELS.rstrip("\n")),
    "blank lines": ("trec", "\n" + QRELS.replace("\n", "\n\n")),
    "two comment lines and a sign": ("trec", f"# pool of 2024\n# by two people\n{QRELS}#\n"),
    "byte order mark": ("trec", b"\xef\xbb\xbf" + QRELS.encode()),
    "gzip": ("trec", gzip.compress(QRELS.encode())),
    "any iteration": ("trec", QRELS.replace(" 0 ", " Q0 ")),
    "beir": ("beir", "query-id\tcorpus-id\tscore\nq1\ta\t3\nq1\tb\t2\nq1\tc\t1\n"),
    "beir, underscores": ("beir", "query_id\tcorpus_id\tscore\r\nq1\ta\t3\r\nq1\tb\t2\nq1\tc\t1"),
    "beir, byte order mark": (
        "beir",
        b"\xef\xbb\xbfquery-id\tcorpus-id\tscore\nq1\ta\t3\nq1\tb\t2\nq1\tc\t1\n",
    ),
}


def test_judgments_are_read_whatever_their_layout() -> None:
    for layout, (form, text) in JUDGMENTS.items():
        outcome = judged("ingest", "--qrels", put("qrels.txt", text))
        assert outcome.code == 0, layout
        comments = ", 3 comment lines" if layout == "two comment lines and a sign" else ""
        assert f"qrels.txt: {form} qrels, 3 rows{comments}\n" in outcome.stderr, layout
        found = rows(
            "select query_id, doc_id, grade from qrels"
            " where source_id = (select max(source_id) from sources) order by line_order"
        )
        assert [tuple(row.values()) for row in found] == [
            ("q1", "a", 3),
            ("q1", "b", 2),
            ("q1", "c", 1),
        ], layout


@pytest.mark.parametrize("layout", ["mixed white space", "beir", "gzip"])
def test_judgments_give_their_score_whatever_their_layout(layout: str) -> None:
    put("qrels.txt", JUDGMENTS[layout][1])
    assert macro(evaluate("run.txt")) == pytest.approx(BAC, abs=1e-12)


def test_gzip_is_told_by_content_and_not_by_name() -> None:
    put("packed.txt", gzip.compress(RUN.encode()))
    put("plain.gz", RUN)
    outcome = evaluate("packed=packed.txt", "plain=plain.gz")
    assert macro(outcome, "packed") == macro(outcome, "plain") == pytest.approx(BAC, abs=1e-12)
    found = {run["run_id"]: run["sources"][0]["compression"] for run in outcome.json["runs"]}
    assert found == {"packed": "gzip", "plain": "none"}


def test_interleaved_queries_are_sorted_out() -> None:
    put("qrels.txt", QRELS + QRELS.replace("q1", "q2"))
    pairs = zip(RUN.splitlines(), RUN.replace("q1", "q2").splitlines(), strict=True)
    put("run.txt", "".join(f"{one}\n{other}\n" for one, other in pairs))
    assert evaluate("run.txt").code == 0
    found = rows("select query_id, ndcg from query_scores order by query_id")
    expected = pytest.approx(BAC, abs=1e-12)
    assert found == [{"query_id": "q1", "ndcg": expected}, {"query_id": "q2", "ndcg": expected}]


def test_a_number_sign_inside_or_before_an_id_is_part_of_it() -> None:
    put("run.txt", "c# Q0 c 1 1.0 tag\n#q1 Q0 #b 1 9.5 tag\n#q1 Q0 a#1 2 8.5 tag\n")
    put("qrels.txt", "c# 0 c 1\n#q1 0 a#1 3\n#q1 0 #b 2\n")
    outcome = evaluate("run.txt")
    assert outcome.code == 0, outcome.stderr
    found = rows("select query_id, ndcg from query_scores order by query_id")
    # [2, 3] of [3, 2]: (2 + 3/log2(3)) / (3 + 2/log2(3)) = 3.892789 / 4.261860
    wrong_order = pytest.approx(0.9134015924715543, abs=1e-12)
    assert found == [{"query_id": "#q1", "ndcg": wrong_order}, {"query_id": "c#", "ndcg": 1.0}]


def test_a_judgment_of_a_query_with_a_number_sign_is_read_or_told() -> None:
    put("qrels.txt", "# q1 is by hand\n#q1 0 a 3.0\n#q1 0 b 1.5\n#q1 0 c x\nq2 0 a 1\n")
    outcome = judged("ingest", "--qrels", "qrels.txt")
    assert outcome.code == 1
    # 3.0 is 3; 1.5 is no grade; x does not even begin like one.
    assert "qrels.txt: trec qrels, 2 rows, 2 comment lines\n" in outcome.stderr
    assert rows("select query_id, grade from qrels order by line_order") == [
        {"query_id": "#q1", "grade": 3},
        {"query_id": "q2", "grade": 1},
    ]
    assert rows("select line_number, reason from rejected_lines") == [
        {"line_number": 3, "reason": "grade-integer"}
    ]


def test_a_document_of_a_query_with_a_number_sign_is_read_or_told() -> None:
    put("run.txt", "#q1 Q0 a x 4 tag\n#q1 Q0 b 2 2,9 tag\n#q1 Q0 c 3 nan tag\n#q1 Q0 d 4 low tag\n")
    outcome = judged("ingest", "run.txt")
    assert outcome.code == 1
    assert "run.txt: trec run, 1 row, 1 comment line, run tag\n" in outcome.stderr
    assert rows("select query_id, doc_id, file_rank, score from runs") == [
        {"query_id": "#q1", "doc_id": "a", "file_rank": None, "score": 4.0}
    ]
    assert rows("select line_number, reason from rejected_lines order by line_number") == [
        {"line_number": 2, "reason": "score-finite"},
        {"line_number": 3, "reason": "score-finite"},
    ]


def test_a_number_sign_far_below_regular_lines_is_no_other() -> None:
    # So many lines that the first of them show no irregularity.
    judgments = "".join(f"q1 0 d{number} 1\n" for number in range(5_000))
    documents = "".join(f"q1 Q0 d{number} {number} 1 tag\n" for number in range(5_000))
    put("qrels.txt", f"{judgments}#this is a comment\n#\n#q2 0 a 1\n#q2 0 b 2.5\n")
    put("run.txt", f"{documents}# by the way of prose 7\n#q2 Q0 a 1 0.5 tag\n#q2 Q0 b 2 2,9 tag\n")
    outcome = judged("ingest", "--qrels", "qrels.txt", "run.txt")
    assert "qrels.txt: trec qrels, 5,001 rows, 2 comment lines\n" in outcome.stderr
    assert "run.txt: trec run, 5,001 rows, 1 comment line, run tag\n" in outcome.stderr
    assert rows(
        "select kind, line_number, reason from rejected_lines join sources using (source_id)"
    ) == [
        {"kind": "qrels", "line_number": 5_004, "reason": "grade-integer"},
        {"kind": "run", "line_number": 5_003, "reason": "score-finite"},
    ]
    assert rows("select doc_id from qrels where query_id = '#q2'") == [{"doc_id": "a"}]
    assert rows("select doc_id, score from runs where query_id = '#q2'") == [
        {"doc_id": "a", "score": 0.5}
    ]


def test_comment_lines_are_told_only_of_a_file_that_is_read_now() -> None:
    put("qrels.txt", f"# by hand\n{QRELS}")
    first, second = (judged("ingest", "--qrels", "qrels.txt") for _ in range(2))
    assert "qrels.txt: trec qrels, 3 rows, 1 comment line\n" in first.stderr
    assert "qrels.txt: trec qrels, 3 rows; the same bytes were there already\n" in second.stderr


def test_ids_are_text_and_never_numbers() -> None:
    put("qrels.txt", "007 0 1e5 3\n007 0 100000 0\n7 0 nan 1\nNA 0 NULL 1\n")
    put("run.txt", "007 Q0 100000 1 2 t\n007 Q0 1e5 2 1 t\n7 Q0 nan 1 1 t\nNA Q0 NULL 1 1 t\n")
    assert evaluate("run.txt").code == 0
    found = {
        row["query_id"]: row["ndcg"] for row in rows("select query_id, ndcg from query_scores")
    }
    # 007: grade 3 at rank 2, 3/log2(3) of 3.
    assert found == {"007": pytest.approx(0.6309297535714575, abs=1e-12), "7": 1.0, "NA": 1.0}


def test_three_columns_of_msmarco_have_ranks_and_no_scores() -> None:
    put("dev.small.tsv", "q1\tb\t1\nq1\ta\t2\nq1\tc\t3\n")
    refused = evaluate("dev.small.tsv")
    assert refused.code == 1
    assert "dev.small.tsv:1" in refused.stderr
    assert "--order rank" in refused.stderr
    (finding,) = findings(refused, "no-score")
    assert (finding["run_id"], finding["count"]) == ("dev.small", 3)
    ranked = evaluate("dev.small.tsv", "--order", "rank")
    assert macro(ranked, "dev.small") == pytest.approx(BAC, abs=1e-12)


def test_four_columns_of_msmarco_have_scores_too() -> None:
    # By rank the order is b, a, c; by score it is a, b, c.
    put("run.tsv", "q1\tb\t1\t8.5\nq1\ta\t2\t9.5\nq1\tc\t3\t7.5\n")
    by_score, by_rank = evaluate("run.tsv"), evaluate("run.tsv", "--order", "rank")
    assert macro(by_score, "run") == 1.0
    assert macro(by_rank, "run") == pytest.approx(BAC, abs=1e-12)
    assert "run.tsv: msmarco run, 3 rows, run run" in by_score.stderr


def test_ids_with_spaces_are_read_between_tabs_where_that_is_asked_for() -> None:
    put("qrels.txt", "q 1\t0\ta b\t3\nq 1\t0\tb b\t2\nq 1\t0\tc\t1\n")
    put("run.txt", "q 1\tQ0\tb b\t1\t9\ttag\nq 1\tQ0\ta b\t2\t8\ttag\nq 1\tQ0\tc\t3\t7\ttag\n")
    words = ("--qrels-format", "trec-tab", "--run-format", "trec-tab")
    outcome = evaluate("run.txt", *words)
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)
    assert rows("select query_id from query_scores") == [{"query_id": "q 1"}]


def test_a_forced_format_is_what_counts() -> None:
    # Six columns are taken for TREC; forced to MS MARCO each line has too many.
    outcome = evaluate("run.txt", "--run-format", "msmarco")
    assert outcome.code == 1
    (finding,) = findings(outcome, "column-count")
    assert (finding["run_id"], finding["count"]) == ("run", 3)


def test_standard_input_is_a_run_with_its_line_numbers() -> None:
    outcome = evaluate("-", stdin=RUN.encode())
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)
    assert "judged: -: trec run, 3 rows, run tag" in outcome.stderr
    broken = evaluate("piped=-", stdin=f"# one\n\n{RUN}q1 Q0 d 4 high tag\n".encode())
    assert "error: -:6: piped:" in broken.stderr
    assert run_of(broken, "piped")["status"] == "refused"


def test_standard_input_is_judgments_too() -> None:
    outcome = evaluate("run.txt", qrels="-", stdin=gzip.compress(QRELS.encode()))
    assert macro(outcome) == pytest.approx(BAC, abs=1e-12)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run.txt", "--qrels-format", "trec"), "--qrels-format trec: nothing is read so"),
        (("--qrels", "qrels.txt", "--run-format", "nonsense"), "'nonsense' is unknown; known: "),
        (("run.txt", "--db", ""), "--db: the path is empty"),
    ],
)
def test_an_option_that_would_be_ignored_is_told(words: tuple[str, ...], told: str) -> None:
    outcome = judged("ingest", *words)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert told in outcome.stderr


def test_an_empty_folder_of_a_report_is_told() -> None:
    outcome = judged("run", "qrels.txt", "run.txt", "--out", "")
    assert outcome.code == 2
    assert "error: --out: the path is empty; name a folder" in outcome.stderr
    assert (outcome.stdout, Path("judged.duckdb").exists()) == ("", False)
