"""Files as people have them: other columns, headers, comments, ids with spaces, none at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cases.small import LOG2_3, macro, places, run_texts
from tests.support import judged

if TYPE_CHECKING:
    from pathlib import Path

QRELS = "t 0 elk 1\n"
RUN = "t Q0 gnu 1 2 r\nt Q0 elk 2 1 r\n"
# elk at rank 2.
SECOND = pytest.approx(1 / LOG2_3, abs=1e-12)


def test_a_run_without_its_tag_is_refused_with_the_columns_wanted(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, "t Q0 elk 1 3.5\n")
    assert outcome.code == 1
    assert "run.txt:1: 5 columns read" in outcome.stderr
    assert "query_id Q0 doc_id rank score tag" in outcome.stderr


def test_a_line_that_lacks_a_column_is_refused_at_its_number(tmp_path: Path) -> None:
    run = "t Q0 gnu 1 2 r\n\nt Q0 hen 2 r\nt Q0 elk 3 1 r\n"
    outcome = run_texts(tmp_path, "t 0 elk 1\nt 0 gnu\n", run)
    assert outcome.code == 1
    assert places(outcome, "column-count") == [("qrels.txt", 2), ("run.txt", 3)]


def test_a_run_of_three_columns_is_read_and_ranked_by_its_ranks(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, "t\telk\t2\nt\tgnu\t1\n", "--order", "rank")
    assert macro(outcome) == SECOND
    # No tag names the run; its file does.
    assert outcome.json["runs"][0]["run_id"] == "run"
    assert outcome.json["runs"][0]["sources"][0]["format"] == "msmarco"


def test_a_run_of_three_columns_has_no_scores_and_says_what_to_choose(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, "t\telk\t1\nt\tgnu\t2\n")
    assert outcome.code == 1
    assert places(outcome, "no-score") == [("run.txt", 1), ("run.txt", 2)]
    assert "--order rank" in outcome.stderr


def test_a_run_of_four_columns_has_scores_too(tmp_path: Path) -> None:
    # The scores say elk, the ranks gnu.
    run = "t\telk\t2\t9.5\nt\tgnu\t1\t9.25\n"
    assert macro(run_texts(tmp_path, QRELS, run)) == 1.0
    assert macro(run_texts(tmp_path, QRELS, run, "--order", "rank")) == SECOND


@pytest.mark.parametrize("header", ["query-id iter corpus-id score", "topic iteration docno rel"])
def test_a_header_of_trec_judgments_is_refused_and_no_query(tmp_path: Path, header: str) -> None:
    outcome = run_texts(tmp_path, f"{header}\n{QRELS}", RUN)
    assert outcome.code == 1
    assert places(outcome, "header-line") == [("qrels.txt", 1)]
    # Read as a judgment it would be a second query, and halve the mean.
    assert outcome.json["qrels"]["queries"] == 1


def test_a_header_of_a_run_is_refused(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, f"qid Q0 docno rank score tag\n{RUN}")
    assert outcome.code == 1
    assert places(outcome, "header-line") == [("run.txt", 1)]


@pytest.mark.parametrize("order", ["rank", "line"])
def test_a_header_of_a_run_of_three_columns_is_refused(tmp_path: Path, order: str) -> None:
    outcome = run_texts(tmp_path, QRELS, "qid pid rank\nt elk 1\n", "--order", order)
    assert outcome.code == 1
    assert places(outcome, "header-line") == [("run.txt", 1)]
    assert outcome.json["runs"][0]["unknown_queries"] == []


def test_a_header_between_tabs_names_the_columns(tmp_path: Path) -> None:
    run = "qid\tpid\trank\nt\telk\t2\nt\tdog\t1\n"
    outcome = run_texts(tmp_path, QRELS, run, "--order", "rank")
    assert macro(outcome) == SECOND
    (source,) = outcome.json["runs"][0]["sources"]
    assert (source["format"], source["rows"]) == ("tsv", 2)


def test_three_columns_under_their_header_are_judgments(tmp_path: Path) -> None:
    qrels = "query-id\tcorpus-id\tscore\nt\telk\t1\n"
    outcome = run_texts(tmp_path, qrels, RUN)
    assert macro(outcome) == SECOND
    assert (outcome.json["qrels"]["format"], outcome.json["qrels"]["rows"]) == ("beir", 1)


def test_three_columns_without_a_header_are_refused_with_a_hint(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, "t\telk\t1\n", RUN)
    assert outcome.code == 1
    assert "needs the header query-id corpus-id score, and tabs between them" in outcome.stderr
    assert "or, if this is a run of ranks, are qrels and run swapped?" in outcome.stderr


def test_comment_lines_are_skipped_and_lines_keep_their_numbers(tmp_path: Path) -> None:
    qrels = "# made by hand\n# in two lines of words\nt 0 elk 1\n# the end\n"
    run = "#\nt Q0 gnu 1 2 r\n# between\nt Q0 elk 2 high r\n"
    outcome = run_texts(tmp_path, qrels, run)
    assert outcome.code == 1
    assert outcome.json["qrels"]["rows"] == 1
    assert places(outcome, "score-finite") == [("run.txt", 4)]


def test_a_sign_of_comments_within_ids_is_part_of_them(tmp_path: Path) -> None:
    qrels = "#t 0 doc#2 1\nt 0 #doc 1\n"
    run = "#t Q0 doc#1 1 2 r\n#t Q0 doc#2 2 1 r\nt Q0 #doc 1 1 r\n"
    outcome = run_texts(tmp_path, qrels, run)
    # #t finds doc#2 at rank 2, t finds #doc at rank 1.
    assert macro(outcome) == pytest.approx((1 + 1 / LOG2_3) / 2, abs=1e-12)
    assert outcome.json["qrels"]["queries"] == 2


def test_a_grade_or_score_that_is_not_well_written_does_not_make_a_comment(tmp_path: Path) -> None:
    qrels = "#t 0 elk 1.0\n#u 0 elk 1.5\n"
    run = "#t Q0 gnu 1 2 r\n#t Q0 elk 2 1,5 r\n"
    outcome = run_texts(tmp_path, qrels, run)
    assert outcome.code == 1
    assert places(outcome, "grade-written-as-decimal") == [("qrels.txt", 1)]
    assert places(outcome, "grade-integer") == [("qrels.txt", 2)]
    assert places(outcome, "score-finite") == [("run.txt", 2)]


def test_a_rank_that_is_no_integer_does_not_make_a_comment(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, "#t 0 elk 1\n", "#t Q0 gnu x 2 r\n#t Q0 elk y 1 r\n")
    assert macro(outcome) == SECOND


def test_queries_with_a_sign_of_comments_are_read_from_every_layout(tmp_path: Path) -> None:
    qrels = "query-id\tcorpus-id\tscore\n#t\telk\t1.0\n# a comment\n#\tgnu\n"
    outcome = run_texts(tmp_path, qrels, "#t\telk\t2.0\n#t\tgnu\t1\n", "--order", "rank")
    assert macro(outcome) == SECOND
    assert "qrels.txt: beir qrels, 1 row, 2 comment lines\n" in outcome.stderr
    assert "run.txt: msmarco run, 2 rows, run run\n" in outcome.stderr


SPACED_QRELS = "t\t0\tred elk\t1\n"
SPACED_RUN = "t\tQ0\tred gnu\t1\t2\tr\nt\tQ0\tred elk\t2\t1\tr\n"


def test_ids_with_spaces_are_refused_with_a_hint(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, SPACED_QRELS, RUN)
    assert outcome.code == 1
    assert "qrels.txt:1: 5 columns read" in outcome.stderr
    assert "--qrels-format trec-tab" in outcome.stderr
    outcome = run_texts(tmp_path, QRELS, "t\tQ0\tbig red elk\t1\t2\tr\n")
    assert outcome.code == 1
    assert "run.txt:1: 8 columns read" in outcome.stderr
    assert "--run-format trec-tab" in outcome.stderr


def test_an_id_with_one_space_does_not_move_the_columns_behind_it(tmp_path: Path) -> None:
    run = tmp_path / "run.txt"
    run.write_bytes(b"t\tQ0\tred gnu\t1\t9\tr\nt\tQ0\tbig elk\t2\t8\tr\n")
    qrels = tmp_path / "qrels.txt"
    qrels.write_bytes(b"t 0 red 0\nt 0 big 1\n")
    outcome = judged("run", qrels, f"r={run}", "--preset", "trec_eval", "--db", ":memory:")
    # Read as "big" with score 2 before "red" with score 1 it is a perfect list.
    assert outcome.code == 1
    assert "--run-format trec-tab" in outcome.stderr


def test_ids_with_spaces_are_read_between_tabs(tmp_path: Path) -> None:
    options = ("--qrels-format", "trec-tab", "--run-format", "trec-tab")
    assert macro(run_texts(tmp_path, SPACED_QRELS, SPACED_RUN, *options)) == SECOND


def test_swapped_files_are_told_apart(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, RUN, QRELS)
    assert outcome.code == 1
    assert "qrels.txt:1: 6 columns read" in outcome.stderr
    assert "are qrels and run swapped?" in outcome.stderr


@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        ('{"t": {"elk": 9.5, "gnu": 8.25}}', '{"t": {"elk": 1, "gnu": 0}}'),
        ("qid,docno,score\nt,elk,9.5\n", "qid,docno,rel\nt,elk,1\n"),
    ],
)
def test_swapped_files_whose_formats_are_alike_are_told_by_their_scores(
    tmp_path: Path, qrels: str, run: str
) -> None:
    outcome = run_texts(tmp_path, qrels, run)
    assert outcome.code == 1
    (found,) = [it for it in outcome.json["findings"] if it["rule_id"] == "grade-integer"]
    assert found["message"].endswith("these look like scores: are qrels and run swapped?")
    # One that is none of a score's is a mistake in judgments.
    other = run_texts(tmp_path, qrels.replace("9.5", '"high"').replace("8.25", "1"), run)
    assert "these look like scores" not in other.stderr


def test_judgments_given_as_a_run_are_told_apart(tmp_path: Path) -> None:
    outcome = run_texts(tmp_path, QRELS, "t 0 elk 1\nt 0 gnu 0\n")
    assert outcome.code == 1
    assert "run.txt:1: 4 columns read" in outcome.stderr
    assert "are qrels and run swapped?" in outcome.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "the file is empty"),
        ("\n  \n", "no line with data"),
        ("# nothing\n# here\n", "no line with data"),
    ],
)
def test_a_file_without_a_line_of_data_is_refused(tmp_path: Path, content: str, words: str) -> None:
    for qrels, run, name in ((content, RUN, "qrels.txt"), (QRELS, content, "run.txt")):
        outcome = run_texts(tmp_path, qrels, run)
        assert outcome.code == 1
        assert f"{name}: {words}" in outcome.stderr


def test_a_file_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    absent = tmp_path / "absent.txt"
    outcome = judged("run", absent, absent, "--db", ":memory:")
    assert outcome.code == 2
    assert f"{absent}: no such file" in outcome.stderr
