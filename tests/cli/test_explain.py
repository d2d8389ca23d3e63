"""`judged explain`: where one score comes from, against an example calculated by hand."""

from __future__ import annotations

import csv
import io
import json
import shlex
from math import log2
from typing import Any

import pytest

from tests.cli.helpers import put
from tests.support import Outcome, few, judged

# Grades: a 3, b 2, c 1, d 0, e 2, and nobody judged u.
QRELS = "q1 0 a 3\nq1 0 b 2\nq1 0 c 1\nq1 0 d 0\nq1 0 e 2\nq2 0 x 0\n"
# By score: d, then b and u together (the larger id first: u), then c.
RUN = "q1 Q0 d 1 9 tag\nq1 Q0 b 2 8 tag\nq1 Q0 u 3 8 tag\nq1 Q0 c 4 7 tag\n"
NOTE = (
    "nDCG measures the order of retrieved documents, not whether an answer is correct or grounded."
)
EXACT = 1e-12


def evaluate(*words: str, qrels: str = QRELS, run: str = RUN) -> None:
    put("qrels.txt", qrels)
    put("run.txt", run)
    outcome = judged("run", "qrels.txt", "run.txt", "-k", "3", "--unjudged", "zero", *words)
    assert outcome.code == 0, outcome.stderr


def explain(query: str = "q1", *words: str, form: str = "json") -> Outcome:
    outcome = judged("explain", "tag", query, "--format", form, *words)
    assert outcome.code == 0, outcome.stderr
    return outcome


def told(query: str = "q1", *words: str) -> dict[str, Any]:
    result: dict[str, Any] = explain(query, *words).json
    return result


def test_the_ranking_has_grade_gain_discount_and_contribution_of_every_rank() -> None:
    evaluate()
    keys = ("rank", "doc_id", "grade", "gain", "discount", "contribution", "tied")
    found = [tuple(row[key] for key in keys) for row in told()["ranking"]]
    assert found == [
        (1, "d", 0, 0.0, 1.0, 0.0, 1),
        (2, "u", None, 0.0, pytest.approx(1 / log2(3), abs=EXACT), 0.0, 2),
        (3, "b", 2, 2.0, 0.5, 1.0, 2),
    ]


def test_the_ideal_ranking_is_made_of_the_judgments() -> None:
    evaluate()
    keys = ("rank", "doc_id", "grade", "gain", "contribution")
    found = [tuple(row[key] for key in keys) for row in told()["ideal"]]
    assert found == [
        (1, "a", 3, 3.0, 3.0),
        (2, "b", 2, 2.0, pytest.approx(2 / log2(3), abs=EXACT)),
        (3, "e", 2, 2.0, 1.0),
    ]


def test_the_score_is_the_sum_of_what_is_shown() -> None:
    evaluate()
    found = told()
    assert found["dcg"] == 1.0
    # 3/log2(2) + 2/log2(3) + 2/log2(4)
    assert found["idcg"] == pytest.approx(4 + 2 / log2(3), abs=EXACT)
    assert found["ndcg"] == pytest.approx(1 / (4 + 2 / log2(3)), abs=EXACT)
    # With b and c alone the best order is b, c: 2 + 1/log2(3).
    ceiling = (2 + 1 / log2(3)) / (4 + 2 / log2(3))
    assert found["ceiling"] == pytest.approx(ceiling, abs=EXACT)
    assert (found["k"], found["measure"]) == (3, "nDCG@3")
    assert (found["retrieved"], found["judged"], found["unjudged"]) == (3, 2, 1)
    assert (found["judgments"], found["relevant"]) == (5, 4)


def test_relevant_documents_that_are_missed_say_where_the_run_has_them() -> None:
    evaluate()
    found = [(row["doc_id"], row["grade"], row["rank"]) for row in told()["missed"]]
    assert found == [("a", 3, None), ("e", 2, None), ("c", 1, 4)]


def test_whole_lists_and_other_cutoffs_are_explained_on_request() -> None:
    evaluate()
    whole = told("q1", "-k", "all")
    assert (whole["k"], whole["measure"]) == ("all", "nDCG")
    assert [row["doc_id"] for row in whole["ranking"]] == ["d", "u", "b", "c"]
    # b at rank 3, c at rank 4: 2/log2(4) + 1/log2(5)
    assert whole["dcg"] == pytest.approx(1 + 1 / log2(5), abs=EXACT)
    assert [row["doc_id"] for row in whole["missed"]] == ["a", "e"]
    assert told("q1", "-k", "1")["ndcg"] == 0.0


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_a_table_shows_the_same_for_people(form: str) -> None:
    evaluate()
    text = explain(form=form).stdout
    lines = [" ".join(line.replace("|", " ").split()) for line in text.splitlines()]
    assert "1 d 0 0 1.0000 0.0000 a 3 3 3.0000" in lines
    assert "2 u unjudged 0 0.6309 0.0000 2 tie b 2 2 1.2619" in lines
    assert "3 b 2 2 0.5000 1.0000 2 tie e 2 2 1.0000" in lines
    assert "a 3 3 not retrieved" in lines
    assert "c 1 1 4" in lines
    # 1 / 5.26186 and the ceiling 2.63093 / 5.26186
    assert "nDCG 0.1900 = DCG 1 / IDCG 5.26186; ceiling 0.5000" in text
    assert lines[-1].endswith(NOTE)


def test_a_query_without_lines_or_gain_is_explained_as_such() -> None:
    evaluate()
    found = told("q2")
    assert (found["missing"], found["zero_idcg"], found["ndcg"]) == (True, True, 0.0)
    assert (found["ranking"], found["ideal"], found["missed"]) == ([], [], [])
    text = explain("q2", form="table").stdout
    assert "the run has no line for this query" in text
    assert "the judgments hold no positive gain" in text


def test_dropped_documents_have_no_rank_among_the_scored_ones_and_are_told_apart() -> None:
    evaluate("--unjudged", "drop")
    found = told()
    assert [(row["rank"], row["doc_id"]) for row in found["ranking"]] == [
        (1, "d"),
        (2, "b"),
        (3, "c"),
    ]
    # b at rank 2, c at rank 3: 2/log2(3) + 1/log2(4). The counts are of the top 3 before: d, u, b.
    assert found["dcg"] == pytest.approx(2 / log2(3) + 0.5, abs=EXACT)
    assert (found["retrieved"], found["unjudged"]) == (3, 1)
    assert found["measure"] == "nDCG@3[drop]"
    # By score d, u, b, c: the one of the top 3 that nobody judged was at rank 2.
    assert found["dropped"] == [{"rank": 2, "doc_id": "u"}]


def test_gains_are_those_of_the_contract() -> None:
    evaluate("--gain", "exponential", "--universe", "retrieved")
    found = told()
    # 2^2 - 1 = 3 for b, 2^1 - 1 = 1 for c; the ideal ranking holds these two alone.
    assert [(row["doc_id"], row["gain"]) for row in found["ideal"]] == [("b", 3.0), ("c", 1.0)]
    assert found["idcg"] == pytest.approx(3 + 1 / log2(3), abs=EXACT)
    assert found["ndcg"] == pytest.approx(1.5 / (3 + 1 / log2(3)), abs=EXACT)


def test_averaged_ties_add_up_to_the_score() -> None:
    evaluate("--ties", "average")
    found = told()
    # b is at rank 2 or 3: 2 * (1/log2(3) + 1/2) / 2
    assert found["dcg"] == pytest.approx(1 / log2(3) + 0.5, abs=EXACT)
    total = sum(row["contribution"] for row in found["ranking"])
    assert total == pytest.approx(found["dcg"], abs=EXACT)


RANK_COLUMNS = [
    "contract_id",
    "run_id",
    "query_id",
    "k",
    "measure",
    "ndcg",
    "rank",
    "doc_id",
    "grade",
    "gain",
    "discount",
    "contribution",
    "sort_key",
    "tied",
    "ideal_doc_id",
    "ideal_grade",
    "ideal_gain",
    "ideal_contribution",
    "ideal_run_rank",
    "note",
]


def as_csv(query: str = "q1", *words: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(explain(query, *words, form="csv").stdout)))


def test_csv_is_one_row_a_rank_with_the_ideal_ranking_beside_it() -> None:
    evaluate()
    found = as_csv()
    assert list(found[0]) == RANK_COLUMNS
    keys = ("rank", "doc_id", "grade", "gain", "tied", "ideal_doc_id", "ideal_run_rank")
    # Nobody judged u; a and e were never returned, b is at rank 3.
    assert [tuple(row[key] for key in keys) for row in found] == [
        ("1", "d", "0", "0.0", "1", "a", ""),
        ("2", "u", "", "0.0", "2", "b", "3"),
        ("3", "b", "2", "2.0", "2", "e", ""),
    ]
    assert {row["contract_id"] for row in found} == {told()["contract_id"][:12]}
    assert {(row["run_id"], row["query_id"], row["k"], row["measure"]) for row in found} == {
        ("tag", "q1", "3", "nDCG@3")
    }
    assert {row["note"] for row in found} == {NOTE}


def test_csv_goes_on_where_one_ranking_is_longer() -> None:
    evaluate(run="q1 Q0 b 1 8 tag\n")
    keys = ("rank", "doc_id", "contribution", "ideal_doc_id", "ideal_contribution")
    assert [tuple(row[key] for key in keys) for row in as_csv()][::2] == [
        ("1", "b", "2.0", "a", "3.0"),
        ("3", "", "", "e", "1.0"),
    ]


def test_json_lines_hold_the_rows_of_csv() -> None:
    evaluate()
    lines = [json.loads(line) for line in explain(form="jsonl").stdout.splitlines()]
    as_text = [
        {name: "" if value is None else str(value) for name, value in line.items()}
        for line in lines
    ]
    assert as_text == as_csv()


def test_csv_of_a_query_without_lines_or_gain_still_says_of_what_it_is() -> None:
    evaluate()
    (row,) = as_csv("q2")
    assert (row["run_id"], row["query_id"], row["ndcg"], row["rank"]) == ("tag", "q2", "0.0", "")
    assert (row["doc_id"], row["ideal_doc_id"], row["note"]) == ("", "", NOTE)


# Twelve relevant documents of which a run of one line misses eleven: n00 to n10.
MANY = "q1 0 z 1\n" + "".join(f"q1 0 n{number:02} 1\n" for number in range(11))


DATABASES = [((), ""), (("--db", "my db"), " --db 'my db'")]


@pytest.mark.parametrize("form", ["table", "markdown"])
@pytest.mark.parametrize(("words", "option"), few(DATABASES, DATABASES[1]))
def test_a_table_cuts_the_missed_and_says_how_to_see_all(
    form: str, words: tuple[str, ...], option: str
) -> None:
    evaluate(*words, qrels=MANY, run="q1 Q0 z 1 9 tag\n")
    text = explain("q1", *words, form=form).stdout.replace("\\", "")
    assert "Relevant documents missed: 11\n" in text
    assert "n09" in text
    assert "n10" not in text
    short = told("q1", *words)["contract_id"][:12]
    command = f"judged explain{option} -k 3 --contract-id {short} --format json -- tag q1"
    assert f"The first 10 of 11; all of them: {command}\n" in text
    outcome = judged(*shlex.split(command)[1:])
    assert [row["doc_id"] for row in outcome.json["missed"]] == [f"n{n:02}" for n in range(11)]


def test_ten_missed_are_all_shown() -> None:
    evaluate(qrels=MANY.replace("q1 0 n10 1\n", ""), run="q1 Q0 z 1 9 tag\n")
    text = explain(form="table").stdout
    assert "Relevant documents missed: 10\n" in text
    assert "n09" in text
    assert "all of them" not in text


def test_a_gain_table_finer_than_one_is_told_in_gains() -> None:
    evaluate("--gain", "1=0.25,2=0.5,3=1")
    row = told()["ranking"][2]
    # b: 0.5 / log2(4)
    assert (row["doc_id"], row["gain"], row["discount"], row["contribution"]) == (
        "b",
        0.5,
        0.5,
        0.25,
    )
    assert [row["gain"] for row in told()["missed"]] == [1.0, 0.5, 0.25]


def test_an_older_contract_is_explained_on_request() -> None:
    evaluate()
    first = told()
    evaluate("--gain", "exponential")
    # 2^3 - 1, to the bit
    assert told()["ideal"][0]["gain"] == 7.0
    again = told("q1", "--contract-id", first["contract_id"][:8])
    assert again == first


def test_a_refused_evaluation_has_no_score_to_explain() -> None:
    put("qrels.txt", QRELS)
    put("run.txt", RUN)
    assert judged("run", "qrels.txt", "run.txt").code == 1
    outcome = judged("explain", "tag", "q1")
    assert outcome.code == 1
    assert "unjudged-document" in outcome.stderr
    assert "nDCG 0." not in outcome.stdout
