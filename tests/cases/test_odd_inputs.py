"""Broken and odd inputs that no other file of this folder has: the right value, or a refusal."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cases.small import LOG2_3, evaluate_texts, macro, places, run_texts
from tests.support import few, judged

if TYPE_CHECKING:
    from tests.support import Outcome

QRELS = "t 0 elk 1\nt 0 gnu 0\n"
RUN = "t Q0 gnu 1 2 r\nt Q0 elk 2 1 r\n"
# elk at rank 2.
SECOND = pytest.approx(1 / LOG2_3, abs=1e-12)
TABS = ("--qrels-format", "trec-tab", "--run-format", "trec-tab")


def message(outcome: Outcome, rule_id: str) -> str:
    (found,) = [each for each in outcome.json["findings"] if each["rule_id"] == rule_id]
    return str(found["message"])


# A grade, written in the three formats of judgments.


def judgments(form: str, grade: str) -> str:
    if form == "beir":
        return f"query-id\tcorpus-id\tscore\nt\tgnu\t0\nt\telk\t{grade}\n"
    text = f"t 0 gnu 0\nt 0 elk {grade}\n"
    return text if form == "trec" else text.replace(" ", "\t")


@pytest.mark.parametrize("form", few(["trec", "trec-tab", "beir"], "trec"))
@pytest.mark.parametrize("grade", ["2.0", "+1", "100000", "1000000000", "9223372036854775807"])
def test_a_grade_that_is_an_integer_is_worth_itself(tmp_path: Path, form: str, grade: str) -> None:
    outcome = run_texts(tmp_path, judgments(form, grade), RUN, "--qrels-format", form)
    # The only relevant document, at rank 2: its grade cancels out.
    assert macro(outcome) == SECOND
    read = {"2.0": "2", "+1": "1"}.get(grade, grade)
    assert outcome.json["qrels"]["grades"] == {"0": 1, read: 1}


NO_GRADES = ["1.5", "relevant", "1_000", "9223372036854775808", "1e2", "0x1", "true"]


@pytest.mark.parametrize("form", few(["trec", "trec-tab", "beir"], "beir"))
@pytest.mark.parametrize("grade", NO_GRADES)
def test_a_grade_that_is_none_is_refused_at_its_line(tmp_path: Path, form: str, grade: str) -> None:
    outcome = run_texts(tmp_path, judgments(form, grade), RUN, "--qrels-format", form)
    assert outcome.code == 1
    line = 3 if form == "beir" else 2
    assert places(outcome, "grade-integer") == [("qrels.txt", line)]
    assert "is not an integer of 64 bits" in message(outcome, "grade-integer")
    assert "write grades as integers" in outcome.stderr


@pytest.mark.parametrize(
    ("form", "rule_id"),
    [("trec", "column-count"), ("trec-tab", "grade-integer"), ("beir", "grade-integer")],
)
def test_an_empty_grade_is_refused_at_its_line(tmp_path: Path, form: str, rule_id: str) -> None:
    outcome = run_texts(tmp_path, judgments(form, ""), RUN, "--qrels-format", form)
    assert outcome.code == 1
    assert places(outcome, rule_id) == [("qrels.txt", 3 if form == "beir" else 2)]


# A score.


@pytest.mark.parametrize("score", few(["0x1p3", "1e400", "-1e400", "2,9", "+-1"], "0x1p3", "1e400"))
def test_a_score_that_is_none_is_refused_in_every_format(tmp_path: Path, score: str) -> None:
    lines = {
        "trec": f"t Q0 elk 1 {score} r\n",
        "trec-tab": f"t\tQ0\telk\t1\t{score}\tr\n",
        "msmarco": f"t\telk\t1\t{score}\n",
    }
    for form, line in lines.items():
        outcome = run_texts(tmp_path, QRELS, line, "--run-format", form)
        assert outcome.code == 1
        assert places(outcome, "score-finite") == [("run.txt", 1)]


def test_a_score_below_all_doubles_is_zero(tmp_path: Path) -> None:
    run = "t Q0 elk 1 1e-400 r\nt Q0 gnu 2 0 r\n"
    # They tie at 0, and the greater id comes first.
    assert macro(run_texts(tmp_path, QRELS, run)) == SECOND
    above = "t Q0 elk 1 1e-320 r\nt Q0 gnu 2 0 r\n"
    assert macro(run_texts(tmp_path, QRELS, above)) == 1.0


def test_an_empty_score_is_refused(tmp_path: Path) -> None:
    between_tabs = "t\tQ0\telk\t1\t\tr\n"
    outcome = run_texts(tmp_path, QRELS.replace(" ", "\t"), between_tabs, *TABS)
    assert outcome.code == 1
    assert places(outcome, "score-finite") == [("run.txt", 1)]
    outcome = run_texts(tmp_path, QRELS, "t Q0 gnu 1 2 r\nt Q0 elk 2  r\n")
    assert outcome.code == 1
    assert places(outcome, "column-count") == [("run.txt", 2)]


# Columns and lines.


def test_a_line_of_other_columns_is_told_with_the_columns_wanted(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS + "t 0 hen 1 more\n", RUN + "t Q0 hen 3\n")
    assert outcome.code == 1
    wanted = "the format trec (query_id iteration doc_id grade)"
    assert f"'t 0 hen 1 more' has not the columns of {wanted}" in outcome.stderr
    wanted = "the format trec (query_id Q0 doc_id rank score tag)"
    assert f"'t Q0 hen 3' has not the columns of {wanted}" in outcome.stderr


def test_further_columns_of_judgments_are_refused_and_of_runs_ignored(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, "t 0 elk 1 more\n", RUN)
    assert outcome.code == 1
    assert "qrels.txt:1: 5 columns read" in outcome.stderr
    assert macro(run_texts(tmp_path, QRELS, RUN.replace(" r\n", " r two more\n"))) == SECOND


def test_utf_16_runs_are_refused_with_what_to_do(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, RUN.encode("utf-16"))
    assert outcome.code == 1
    assert "run.txt: UTF-16 text; convert it to UTF-8" in outcome.stderr


def test_a_nul_is_part_of_an_id(tmp_path: Path) -> None:
    run = "t Q0 e\0lk 1 2 r\nt Q0 elk 2 1 r\n"
    assert macro(run_texts(tmp_path, "t 0 e\0lk 1\n", run)) == 1.0
    assert macro(run_texts(tmp_path, "t 0 elk 1\n", run)) == SECOND


def test_a_comment_may_be_the_last_line(tmp_path: Path) -> None:
    for end in ("# the end", "# the end\n"):
        outcome = run_texts(tmp_path, QRELS + end, RUN + end)
        assert macro(outcome) == SECOND
        assert outcome.json["runs"][0]["sources"][0]["rejected"] == 0


def test_ids_of_ten_thousand_characters_are_ids(tmp_path: Path) -> None:
    long = "x" * 10_000
    qrels = f"{long} 0 {long}1 1\n{long} 0 {long}2 0\n"
    run = f"{long} Q0 {long}2 1 2 {long}\n{long} Q0 {long}1 2 1 {long}\n"
    result = evaluate_texts(tmp_path, qrels, run)
    (row,) = result.query_scores.to_dicts()
    assert (row["query_id"], row["run_id"], row["ndcg"]) == (long, long, SECOND)


@pytest.mark.parametrize("size", [2_100_000, pytest.param(100_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("word", ["x", "q1 "])
def test_a_line_that_is_too_long_is_told_with_its_number(
    tmp_path: Path, word: str, size: int
) -> None:
    long = word * (size // len(word))
    outcome = run_texts(tmp_path, f"t 0 elk 1\nt 0 {long} 1\n\nt 0 gnu x\n", f"{RUN}t Q0 {long}\n")
    assert outcome.code == 1
    # Lines behind it keep their numbers.
    assert places(outcome, "line-size") == [("qrels.txt", 2), ("run.txt", 3)]
    assert places(outcome, "grade-integer") == [("qrels.txt", 4)]
    assert outcome.json["qrels"]["rows"] == 1


def test_a_line_of_many_words_takes_no_more_than_others(tmp_path: Path) -> None:
    # DuckDB would keep 60,000 errors, each with the whole line: 10 GB.
    outcome = run_texts(tmp_path, QRELS, f"{RUN}{'q1 ' * 60_000}\n")
    assert outcome.code == 1
    assert places(outcome, "column-count") == [("run.txt", 3)]


# Judgments and runs together.


@pytest.mark.parametrize("words", [(), ("--order", "rank")])
def test_ranks_that_repeat_tie_where_ranks_count(tmp_path: Path, words: tuple[str, ...]) -> None:
    run = "t Q0 gnu 1 1 r\nt Q0 elk 1 2 r\n"
    # By score elk is first; by rank both are, and the greater id wins.
    expected = SECOND if words else 1.0
    outcome = run_texts(tmp_path, QRELS, run, *words)
    assert macro(outcome) == expected
    assert places(outcome, "repeated-rank") == ([("run.txt", 1)] if words else [])


def test_zeros_before_some_queries_are_told_where_others_meet(tmp_path: Path) -> None:
    qrels = "".join(f"{number} 0 elk 1\n" for number in range(8, 12))
    run = "".join(f"{number:02} Q0 elk 1 1 r\n" for number in range(8, 12))
    outcome = run_texts(tmp_path, qrels, run)
    assert outcome.json["runs"][0]["scores"][0]["macro_ndcg"] == 0.5
    told = "'08' would be the judged query '8', which the run lacks, but for leading zeros"
    assert message(outcome, "unknown-query").endswith(told)


def test_turns_of_a_conversation_are_no_padding(tmp_path: Path) -> None:
    outcome = run_texts(
        tmp_path, "7 0 elk 1\n31_1 0 elk 1\n", "7 Q0 elk 1 1 r\n31_2 Q0 elk 1 1 r\n"
    )
    assert "which the run lacks" not in message(outcome, "unknown-query")


def test_a_run_may_be_longer_than_the_cutoff_and_all_judgments(tmp_path: Path) -> None:
    others = "".join(f"t Q0 x{rank} {rank} {-rank} r\n" for rank in range(3, 3_000))
    outcome = run_texts(tmp_path, QRELS, RUN + others, "-k", "10,all")
    scored = [score["macro_ndcg"] for score in outcome.json["runs"][0]["scores"]]
    assert scored == [SECOND, SECOND]
    assert [score["retrieved"] for score in outcome.json["runs"][0]["scores"]] == [10, 2_999]


@pytest.mark.parametrize("policy", ["zero", "unjudged"])
def test_a_topic_with_negative_grades_alone_is_judged_and_without_a_gain(
    tmp_path: Path, policy: str
) -> None:
    qrels = "t 0 elk -1\nt 0 gnu -2\nu 0 elk 1\n"
    run = RUN + "u Q0 elk 1 1 r\n"
    outcome = run_texts(tmp_path, qrels, run, "--negative-grades", policy)
    (score,) = outcome.json["runs"][0]["scores"]
    # t scores 0, u scores 1.
    assert (score["queries"], score["zero_idcg_queries"], score["macro_ndcg"]) == (2, 1, 0.5)
    assert outcome.json["runs"][0]["zero_idcg_queries"] == ["t"]
    assert outcome.json["runs"][0]["unknown_queries"] == []


def test_negative_grades_are_refused_by_the_strict_contract(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, "t 0 elk -1\nt 0 gnu -2\n", RUN, "--negative-grades", "error")
    assert outcome.code == 1
    assert places(outcome, "grade-range") == [("qrels.txt", 1), ("qrels.txt", 2)]
    assert "--negative-grades zero or unjudged" in outcome.stderr


def test_ids_in_two_unicode_forms_are_two_and_told(tmp_path: Path) -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    outcome = run_texts(tmp_path, f"t 0 {composed} 1\n", f"t Q0 {decomposed} 1 1 r\n")
    assert macro(outcome) == 0.0
    assert places(outcome, "look-alike-document") == [("run.txt", 1)]
    told = message(outcome, "look-alike-document")
    assert (
        r"document 'cafe\u0301' differs only in case, Unicode form or blanks from 'caf\xe9'" in told
    )


def test_ids_in_another_case_are_told_however_many_are_judged(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, "t Q0 ELK 1 2 r\nt Q0 GNU 2 1 r\n")
    assert macro(outcome) == 0.0
    assert places(outcome, "look-alike-document") == [("run.txt", 1), ("run.txt", 2)]
    outcome = run_texts(tmp_path, QRELS, "t Q0 ELK 1 2 r\nt Q0 gnu 2 1 r\n")
    assert places(outcome, "look-alike-document") == [("run.txt", 1)]
    # Where both are judged, both are meant; two unjudged ones are nobody's matter.
    both = run_texts(tmp_path, QRELS + "t 0 ELK 0\n", "t Q0 ELK 1 2 r\nt Q0 elk 2 1 r\n")
    assert places(both, "look-alike-document") == []
    none = run_texts(tmp_path, "t 0 1 1\n", "t Q0 1 1 9 r\nt Q0 x 2 2 r\nt Q0 X 3 1 r\n")
    assert places(none, "look-alike-document") == []


SPACED = (
    *(('"elk "', "elk"), ("elk", '"elk "'), ('"\nelk"', "elk")),
    *(("elk\u00a0", "elk"), ("elk", "\u200belk"), ("elk", "elk\u3000"), ("elk\ufeff", "elk")),
)


@pytest.mark.parametrize(("of_qrels", "of_run"), SPACED)
def test_ids_with_blanks_in_quoted_cells_are_others_and_told(
    tmp_path: Path, of_qrels: str, of_run: str
) -> None:
    qrels = f"qid,docno,rel\nt,{of_qrels},1\nt,gnu,1\nt,fox,1\n"
    outcome = run_texts(tmp_path, qrels, f"qid,docno,score\nt,gnu,9\nt,{of_run},5\nt,fox,1\n")
    assert outcome.json["runs"][0]["scores"][0]["unjudged"] == 1
    ((file, _),) = places(outcome, "look-alike-document")
    assert file == "run.txt"
    told = message(outcome, "look-alike-document")
    assert "differs only in case, Unicode form or blanks from '" in told


def test_queries_with_blanks_in_quoted_cells_are_others_and_told(tmp_path: Path) -> None:
    qrels = 'qid,docno,rel\n"t ",elk,1\nu,elk,1\n'
    outcome = run_texts(tmp_path, qrels, "qid,docno,score\nt,elk,9\nu,elk,9\n")
    assert outcome.json["runs"][0]["scores"][0]["macro_ndcg"] == 0.5
    assert places(outcome, "look-alike-query") == [("run.txt", 2)]


@pytest.mark.parametrize(
    ("of_run", "words"),
    [
        ("topic-7", "a prefix before digits"),
        ("007", "leading zeros"),
        ("7.0", "a trailing .0"),
        ("q007", "a prefix and leading zeros"),
        ("\uff17", "the form of their characters"),
    ],
)
def test_queries_that_differ_by_a_prefix_or_padding_are_told_so(
    tmp_path: Path, of_run: str, words: str
) -> None:
    outcome = run_texts(tmp_path, "7 0 elk 1\n", f"{of_run} Q0 elk 1 1 r\n")
    assert outcome.code == 1
    assert f"they would meet but for {words}" in message(outcome, "no-common-query")


def test_a_line_of_more_columns_than_the_others_is_refused_at_its_line(tmp_path: Path) -> None:
    """An id with a space whose second word looks like a rank shifts all that follows."""
    run = "t Q0 gnu 1 40 r\nt Q0 Terminator 2 2 30 r\nt Q0 elk 3 20 r\n"
    for name in ("", "mine="):
        for path, text in (("qrels.txt", QRELS), ("run.txt", run)):
            (tmp_path / path).write_text(text, encoding="utf-8", newline="\n")
        words = ("--preset", "trec_eval", "--db", ":memory:", "--format", "json")
        outcome = judged("run", tmp_path / "qrels.txt", f"{name}{tmp_path / 'run.txt'}", *words)
        assert outcome.code == 1
        assert places(outcome, "column-count") == [("run.txt", 2)]
    # Where tags are numbers a remark behind one of them is no id's.
    numbers = "t Q0 gnu 1 9 7\nt Q0 elk 2 8 7 # note\n"
    assert macro(run_texts(tmp_path, QRELS, numbers)) == SECOND
    # Where every line goes on behind the tag, that is no id's.
    more = "".join(f"t Q0 {doc} {rank} {-rank} r more\n" for rank, doc in ((1, "gnu"), (2, "elk")))
    assert macro(run_texts(tmp_path, QRELS, more)) == SECOND


# Where files come from.


def test_a_named_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "run.pipe"
    os.mkfifo(pipe)
    qrels = tmp_path / "qrels.txt"
    qrels.write_text(QRELS, encoding="utf-8", newline="\n")
    writer = threading.Thread(target=pipe.write_bytes, args=(RUN.encode(),))
    writer.start()
    words = ("--preset", "trec_eval", "--db", ":memory:", "--format", "json")
    outcome = judged("run", qrels, pipe, *words)
    writer.join()
    assert macro(outcome) == SECOND


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_a_usage_error(tmp_path: Path) -> None:
    qrels = tmp_path / "qrels.txt"
    qrels.write_text(QRELS, encoding="utf-8", newline="\n")
    qrels.chmod(0)
    outcome = judged("run", qrels, qrels, "--db", ":memory:")
    assert outcome.code == 2
    assert f"{qrels}: no permission to read it" in outcome.stderr


def test_what_the_system_does_not_let_read_is_a_usage_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    run_texts(tmp_path, QRELS, RUN)
    monkeypatch.setattr(Path, "open", refused)
    outcome = judged("run", tmp_path / "qrels.txt", tmp_path / "run.txt", "--db", ":memory:")
    assert outcome.code == 2
    assert f"{tmp_path / 'qrels.txt'}: no permission to read it" in outcome.stderr


def test_a_folder_of_judgments_is_a_usage_error(tmp_path: Path) -> None:
    run_texts(tmp_path, QRELS, RUN)
    outcome = judged("run", tmp_path, tmp_path / "run.txt", "--db", ":memory:")
    assert outcome.code == 2
    assert f"{tmp_path}: a folder; give the file in it" in outcome.stderr


def test_a_folder_in_which_a_file_is_no_run_is_refused(tmp_path: Path) -> None:
    run_texts(tmp_path, QRELS, RUN)
    outcome = judged("run", tmp_path / "qrels.txt", f"all={tmp_path}", "--db", ":memory:")
    assert outcome.code == 1
    assert "qrels.txt:1: 4 columns read" in outcome.stderr
    assert "are qrels and run swapped?" in outcome.stderr
