"""Small cases after public bug reports that must be refused: by which rule, where, and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.shared.cases import Case, contract_of
from tests.shared.test_cases import agree
from tests.support import Outcome, judged, shared

if TYPE_CHECKING:
    from pathlib import Path

# The rule that a case breaks, by the code that the case gives it.
RULES = {
    "DUPLICATE_RUN_DOC": "duplicate-document",
    "DUPLICATE_QREL": "duplicate-judgment",
    "NO_QUERY_OVERLAP": "no-common-query",
    "HEADER_ROW": "header-line",
    "NON_NUMERIC_GRADE": "grade-integer",
    "NON_FINITE_SCORE": "score-finite",
    "NON_NUMERIC_SCORE": "score-finite",
    "ENCODING": "encoding",
}
OF_LINES = (
    "010-run-duplicate-doc",
    "012-run-duplicate-below-cutoff",
    "013-qrels-duplicate-identical",
    "015-chunk-duplicates",
    "016-id-suffix-collision",
    "024-reused-query-id",
    "046-text-grade",
    "060-qrels-4col-header",
    "070-nan-score",
    "072-text-score",
    "073-decimal-comma",
    "079-non-utf8",
)
OF_LAYOUT = ("057-run-5-columns", "069-docid-with-space", "078-swapped-files")
WANTED = {"qrels": "query_id iteration doc_id grade", "run": "query_id Q0 doc_id rank score tag"}
RELAXED = {
    "010-run-duplicate-doc": {"run_duplicates": "keep_best"},
    "012-run-duplicate-below-cutoff": {"run_duplicates": "keep_best"},
    "013-qrels-duplicate-identical": {"qrels_duplicates": "drop_identical"},
    "015-chunk-duplicates": {"run_duplicates": "keep_best"},
    "016-id-suffix-collision": {"run_duplicates": "keep_best"},
    "024-reused-query-id": {"run_duplicates": "keep_best"},
    # A run of three columns has ranks and no scores: it is read, and ranked by what it has.
    "058-run-msmarco-3-columns": {"order": "rank"},
}
OTHERS = ("019-no-topic-overlap", "067-int-vs-str-query-id", "076-empty-run")


@pytest.mark.parametrize("name", OF_LINES)
def test_a_case_is_refused_at_its_lines(name: str) -> None:
    case = Case.read(name)
    error = case.expected["error"]
    outcome = run(case)
    assert outcome.code == 1
    found = finding(outcome, RULES[error["code"]], error["file"])
    lines = error.get("lines", [error.get("line")])
    path = case.folder / f"{error['file']}.txt"
    # A case names the first line of those that break a rule by themselves.
    examples = found["examples"][: len(lines)]
    places = [(place["file"], place["line_number"]) for place in examples]
    assert places == [(str(path), line) for line in lines]
    assert f"{path}:{lines[0]}: " in outcome.stderr
    for place in examples:
        assert place["query_id"] == error.get("query")
        assert place["doc_id"] == error.get("doc")
        assert error.get("value", "") in (place["value"] or "")
    for key in ("query", "doc", "value"):
        assert error.get(key, "") in found["message"]


@pytest.mark.parametrize("name", OF_LAYOUT)
def test_a_layout_of_no_format_is_refused_with_the_columns_read_and_wanted(name: str) -> None:
    case = Case.read(name)
    error = case.expected["error"]
    outcome = run(case)
    assert outcome.code == 1
    place = re.escape(f"{case.folder / error['file']}.txt:{error['line']}: ")
    # Judgments that cannot be read stop the call; a run is refused.
    assert (outcome.stdout == "") == (error["file"] == "qrels")
    wanted = WANTED[error["file"]]
    assert len(wanted.split()) == error["expected"]
    assert re.search(f"{place}{error['found']} columns read .* wanted {wanted}", outcome.stderr)
    assert error.get("hint", "") in outcome.stderr


@pytest.mark.parametrize("name", ["019-no-topic-overlap", "067-int-vs-str-query-id"])
def test_a_run_of_other_queries_is_refused_with_ids_of_both_sides(name: str) -> None:
    case = Case.read(name)
    outcome = run(case)
    assert outcome.code == 1
    message = finding(outcome, "no-common-query", "run")["message"]
    error = case.expected["error"]
    ids = error.get("qrels_sample", ["1", "2"]) + error.get("run_sample", ["1.0", "2.0"])
    for query in ids:
        assert repr(query) in message
    scored = outcome.json["runs"][0]
    assert scored["status"] == "refused"
    assert scored["scores"] == []


def test_ids_that_differ_by_a_decimal_are_told_apart_and_hinted_at() -> None:
    outcome = run(Case.read("067-int-vs-str-query-id"))
    assert "trailing .0" in finding(outcome, "no-common-query", "run")["message"]


def test_an_empty_run_is_refused() -> None:
    case = Case.read("076-empty-run")
    outcome = run(case)
    assert outcome.code == 1
    assert f"{case.run}: the file is empty" in outcome.stderr


@pytest.mark.parametrize("name", RELAXED)
def test_a_refused_case_has_its_value_where_the_policy_is_relaxed(name: str) -> None:
    case = Case.read(name)
    scored = case.score(contract_of(case.options, **RELAXED[name]))
    agree(scored, case.expected["if_policy_relaxed"], None)


def test_a_qrels_file_has_its_value_without_its_header(tmp_path: Path) -> None:
    case = Case.read("060-qrels-4col-header")
    header, *lines = case.qrels.read_text(encoding="utf-8").splitlines(keepends=True)
    assert header.startswith("query-id")
    bare = tmp_path / "bare.txt"
    bare.write_text("".join(lines), encoding="utf-8", newline="")
    scored = case.score(contract_of(case.options), bare)
    agree(scored, case.expected["if_policy_relaxed"], None)


def test_ids_with_spaces_are_read_where_columns_stand_between_tabs() -> None:
    case = Case.read("069-docid-with-space")
    outcome = run(case, "--qrels-format", "trec-tab", "--run-format", "trec-tab")
    assert outcome.code == 0
    assert outcome.json["runs"][0]["scores"][0]["macro_ndcg"] == 1.0


def test_an_ms_marco_run_has_no_scores_to_rank_by() -> None:
    outcome = run(Case.read("058-run-msmarco-3-columns"))
    assert outcome.code == 1
    assert [place["line_number"] for place in finding(outcome, "no-score", "run")["examples"]] == [
        1,
        2,
    ]
    assert "--order rank" in outcome.stderr


def test_the_lists_here_are_complete() -> None:
    names = [path.name for path in shared("cases").iterdir()]
    refused = {name: Case.read(name).expected for name in names}
    errors = {name for name, expected in refused.items() if "error" in expected}
    # An MS MARCO run is read, not refused.
    assert errors == {*OF_LINES, *OF_LAYOUT, *OTHERS, "058-run-msmarco-3-columns"}
    relaxed = {name for name, expected in refused.items() if "if_policy_relaxed" in expected}
    assert relaxed == {*RELAXED, "060-qrels-4col-header"}


def run(case: Case, *words: str) -> Outcome:
    """`judged run` under the options that all refused cases share."""
    options = ("--preset", "trec_eval", "--missing-queries", "exclude", "--negative-grades", "zero")
    cutoff = ("-k", str(case.options["k"]))
    output = ("--db", ":memory:", "--format", "json")
    return judged("run", case.qrels, case.run, *options, *cutoff, *words, *output)


def finding(outcome: Outcome, rule_id: str, kind: str) -> dict[str, Any]:
    """The only finding of a rule in the judgments (kind "qrels") or in the run."""
    (found,) = [
        item
        for item in outcome.json["findings"]
        if item["rule_id"] == rule_id and (item["run_id"] is None) == (kind == "qrels")
    ]
    assert found["severity"] == "error"
    assert isinstance(found, dict)
    return found
