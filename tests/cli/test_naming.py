"""How runs get their names, and what is the same run, another one, or a new version."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import BAC, QRELS, RUN, macro, ndcg, put, put_collection, rows, run_of
from tests.support import Outcome, judged

# The best order, and the worst one: c, b, a are of grades 1, 2, 3.
BEST = "q1 Q0 a 1 9.5 tag\nq1 Q0 b 2 8.5 tag\nq1 Q0 c 3 7.5 tag\n"
WORST = "q1 Q0 c 1 9.5 tag\nq1 Q0 b 2 8.5 tag\nq1 Q0 a 3 7.5 tag\n"
CBA = ndcg([1, 2, 3], [3, 2, 1])


@pytest.fixture(autouse=True)
def _collection(folder: object) -> None:
    put_collection()


def evaluate(*runs: str) -> Outcome:
    return judged("run", "qrels.txt", *runs, "--format", "json")


def scores(outcome: Outcome) -> dict[str, float]:
    """The macro mean at 10 of every run of a report."""
    assert outcome.code == 0, outcome.stderr
    return {run["run_id"]: macro(outcome, run["run_id"]) for run in outcome.json["runs"]}


def test_the_tag_names_the_run() -> None:
    assert scores(evaluate("run.txt")) == {"tag": pytest.approx(BAC, abs=1e-12)}


def test_name_path_makes_the_whole_file_one_run_and_ignores_its_tags() -> None:
    put("run.txt", RUN.replace("3 7.5 tag", "3 7.5 other"))
    assert scores(evaluate("mine=run.txt")) == {"mine": pytest.approx(BAC, abs=1e-12)}
    assert rows("select distinct run_id from runs") == [{"run_id": "mine"}]


def test_a_file_with_several_tags_holds_several_runs() -> None:
    put("both.txt", BEST.replace("tag", "best") + WORST.replace("tag", "worst"))
    expected = {"best": 1.0, "worst": pytest.approx(CBA, abs=1e-12)}
    assert scores(evaluate("both.txt")) == expected


def test_files_that_share_a_tag_are_named_by_their_stems_and_that_is_said() -> None:
    put("runs/best.run", BEST)
    put("runs/worst.txt.gz", WORST)
    put("third.txt", RUN.replace("tag", "third"))
    outcome = evaluate("runs/best.run", "runs/worst.txt.gz", "third.txt")
    assert scores(outcome) == {
        "best": 1.0,
        "worst": pytest.approx(CBA, abs=1e-12),
        "third": pytest.approx(BAC, abs=1e-12),
    }
    told = "the tag 'tag' is not that of one file alone: 2 runs are named after their files"
    assert told in outcome.stderr


def test_a_tag_that_is_another_files_name_gives_way() -> None:
    put("best.txt", BEST)
    outcome = evaluate("tag=run.txt", "best.txt")
    assert scores(outcome) == {"tag": pytest.approx(BAC, abs=1e-12), "best": 1.0}
    assert "the tag 'tag'" in outcome.stderr


def test_two_files_of_one_name_form_one_run() -> None:
    put("qrels.txt", QRELS + "q2 0 x 3\n")
    put("shard1.txt", RUN)
    put("shard2.txt", "q2 Q0 x 1 5.0 other\n")
    outcome = evaluate("whole=shard1.txt", "whole=shard2.txt")
    assert scores(outcome) == {"whole": pytest.approx((BAC + 1) / 2, abs=1e-12)}
    (run,) = outcome.json["runs"]
    assert run["rows"] == 4
    assert [source["path"] for source in run["sources"]] == ["shard1.txt", "shard2.txt"]
    # The order of the files is not part of the run's identity.
    (again,) = evaluate("whole=shard2.txt", "whole=shard1.txt").json["runs"]
    assert (again["sha256"], again["evaluation_id"]) == (run["sha256"], run["evaluation_id"])


def test_one_file_twice_under_one_name_counts_once() -> None:
    first, second = evaluate("mine=run.txt", "mine=run.txt"), evaluate("mine=run.txt")
    assert scores(first) == scores(second) == {"mine": pytest.approx(BAC, abs=1e-12)}
    assert first.json["runs"] == second.json["runs"]


def test_the_same_stem_twice_is_an_error_that_offers_name_path() -> None:
    put("monday/bm25.txt", BEST)
    put("tuesday/bm25.txt", WORST)
    outcome = evaluate("monday/bm25.txt", "tuesday/bm25.txt")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "monday/bm25.txt and tuesday/bm25.txt are both the run 'bm25'" in outcome.stderr
    assert "NAME=PATH" in outcome.stderr
    told_apart = evaluate("monday=monday/bm25.txt", "tuesday=tuesday/bm25.txt")
    assert set(scores(told_apart)) == {"monday", "tuesday"}


def test_one_file_twice_is_an_error_that_offers_name_path() -> None:
    outcome = evaluate("run.txt", "run.txt")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "NAME=PATH" in outcome.stderr


def test_a_file_of_several_runs_in_a_folder_is_an_error_that_offers_name_folder() -> None:
    two = "q1 Q0 a 1 2 A\nq1 Q0 b 2 1 A\n"
    put("runs/1.txt", two + two.replace("A", "B"))
    put("runs/2.txt", two.replace("q1", "q2"))
    outcome = judged("run", "qrels.txt", "runs")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "runs: a folder is one run, but runs/1.txt holds the runs 'A' and 'B'" in outcome.stderr
    assert "NAME=runs" in outcome.stderr


@pytest.mark.parametrize("order", [("both.txt", "run.txt"), ("run.txt", "both.txt")])
def test_a_second_tag_that_is_another_files_run_is_an_error_that_offers_name_path(
    order: tuple[str, str],
) -> None:
    put("both.txt", BEST.replace("tag", "best") + WORST)
    outcome = evaluate(*order)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "'tag'" in outcome.stderr
    assert "NAME=PATH" in outcome.stderr


def test_a_column_that_is_no_tag_is_an_error_that_offers_name_path() -> None:
    put("run.txt", "".join(f"q1 Q0 {doc} {i} {9 - i} {i}.5\n" for i, doc in enumerate("abc")))
    outcome = evaluate("run.txt")
    assert (outcome.code, run_of(outcome, "run.txt")["status"]) == (1, "refused")
    assert "3 tags in 3 lines" in outcome.stderr
    assert "NAME=run.txt" in outcome.stderr
    assert scores(evaluate("mine=run.txt")) == {"mine": 1.0}


def test_exactly_two_documents_for_each_tag_and_query_are_tags() -> None:
    lines = [
        f"q1 Q0 {doc} 1 {score} {tag}\n" for tag in "xy" for doc, score in (("a", 2), ("b", 1))
    ]
    put("run.txt", "".join(lines))
    # Both lists are a, b of a, b, c: (3 + 2/log2(3)) / (3 + 2/log2(3) + 1/2).
    expected = pytest.approx(ndcg([3, 2], [3, 2, 1]), abs=1e-12)
    assert scores(evaluate("run.txt")) == {"x": expected, "y": expected}


def test_the_same_bytes_under_another_name_are_a_second_run() -> None:
    outcome = evaluate("one=run.txt", "two=run.txt")
    assert set(scores(outcome)) == {"one", "two"}
    assert len({run["evaluation_id"] for run in outcome.json["runs"]}) == 2


@pytest.mark.parametrize("path", ["lr=0.1.txt", "lr=0.1/run.txt"])
def test_a_path_may_hold_an_equals_sign(path: str) -> None:
    put(path, RUN)
    assert scores(evaluate(path)) == {"tag": pytest.approx(BAC, abs=1e-12)}
    assert scores(evaluate(f"mine={path}")) == {"mine": pytest.approx(BAC, abs=1e-12)}


def test_the_same_bytes_again_change_nothing_and_that_is_said() -> None:
    first = evaluate("run.txt")
    put("copy.txt", RUN)
    second = evaluate("copy.txt")
    assert "copy.txt" not in first.stderr
    assert second.stderr.count("the same bytes were there already") == 2
    assert second.json["runs"][0]["sources"][0]["path"] == "copy.txt"
    assert second.json["runs"][0]["scores"] == first.json["runs"][0]["scores"]
    assert rows("select count(*) as n from sources") == [{"n": 2}]
    assert rows("select count(*) as n from runs") == [{"n": 3}]
    assert rows("select count(*) as n from query_scores") == [{"n": 1}]


def test_messages_name_the_file_that_was_given_last() -> None:
    put("old.txt", "q1 Q0 b 1 9.5 tag\nq1 Q0 b 2 8.5 tag\n")
    assert "old.txt:1" in evaluate("old.txt").stderr
    Path("old.txt").rename("new.txt")
    outcome = evaluate("new.txt")
    assert "new.txt:1" in outcome.stderr
    assert "old.txt" not in outcome.stdout + outcome.stderr


def test_other_bytes_under_a_known_name_are_a_new_version_beside_the_old_one() -> None:
    assert scores(evaluate("run.txt")) == {"tag": pytest.approx(BAC, abs=1e-12)}
    put("run.txt", BEST)
    assert scores(evaluate("run.txt")) == {"tag": 1.0}
    found = rows("select ndcg from query_scores where run_id = 'tag' order by ndcg")
    assert [row["ndcg"] for row in found] == [pytest.approx(BAC, abs=1e-12), 1.0]
    # Without a selector the newest version counts.
    assert rows("select ndcg from current_scores") == [{"ndcg": 1.0}]
    assert rows("select macro_ndcg from latest_run_scores") == [{"macro_ndcg": 1.0}]
    assert scores(judged("report", "--format", "json")) == {"tag": 1.0}


def test_the_same_bytes_read_otherwise_are_what_the_run_then_is() -> None:
    put("run.txt", "q1\tQ0\ta b\t1\t1\ttag\n")
    for form, documents in (("trec-tab", ["a b"]), ("trec", []), ("trec-tab", ["a b"])):
        outcome = judged("ingest", "--qrels", "qrels.txt", "tag=run.txt", "--run-format", form)
        assert outcome.code == (0 if documents else 1)
        found = rows(
            "select r.doc_id from runs as r inner join run_sources as s using (source_id)"
            " where s.source_id = (select last(source_id order by rowid) from run_sources)"
        )
        assert [row["doc_id"] for row in found] == documents


def test_what_is_read_again_is_called_as_it_was_given_last() -> None:
    assert judged("ingest", "--qrels", "-", "run.txt", stdin=QRELS.encode()).code == 0
    put("again.txt", QRELS)
    # Standard input has no name to give.
    for words, name in ((["qrels.txt"], "qrels"), (["again.txt"], "again"), (["-"], "again")):
        assert judged("ingest", "--qrels", *words, stdin=QRELS.encode()).code == 0
        found = rows("select name, path from sources where kind = 'qrels'")
        assert found == [{"name": name, "path": f"{name}.txt"}]
        assert judged("validate", "--qrels", name).code == 0
