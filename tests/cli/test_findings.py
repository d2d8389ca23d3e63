"""Each rule that data can break: its finding in the JSON report, with exact places and counts."""

from __future__ import annotations

import pytest

from judged_schemas.rules import RULES
from tests.cli.broken_rules import CASES, QRELS, TOP, USERS_RULES, Case
from tests.cli.helpers import findings, put, run_of
from tests.support import few, judged

# Of each rule the ordinary suite has a case in which it is an error, and one of a warning.
FIRST: dict[tuple[str, str], Case] = {}
for _case in CASES:
    FIRST.setdefault((_case.rule_id, _case.severity), _case)


@pytest.mark.parametrize(
    "case", few(CASES, *FIRST.values()), ids=lambda case: f"{case.rule_id} {case.words}".strip()
)
def test_a_broken_rule_is_a_finding_with_its_places(case: Case) -> None:
    put("qrels.txt", case.qrels)
    put("run.txt", case.run)
    put("topics.txt", "q1\nq7\n")
    put("rules.py", USERS_RULES)
    words = ("--format", "json", "--db", ":memory:", *case.words.split())
    outcome = judged("run", "qrels.txt", "run.txt", *words)
    assert outcome.code == case.code, outcome.stderr
    (found,) = findings(outcome, case.rule_id)
    assert (found["run_id"], found["severity"]) == (case.run_id, case.severity)
    assert found["count"] == len(case.places)
    places = [(it["query_id"], it["doc_id"], it["line_number"]) for it in found["examples"]]
    assert places == case.places
    file = "run.txt" if case.run_id else "qrels.txt"
    assert {example["file"] for example in found["examples"]} == {file}
    assert run_of(outcome, "t")["status"] == ("refused" if case.code == 1 else "scored")
    assert f"[{case.rule_id}]" in outcome.stderr


def test_every_rule_about_data_is_broken_here() -> None:
    of_our_own_output = {rule.rule_id for rule in RULES.values() if "query_scores" in rule.about}
    of_this_module = {"tied-documents", "list-in-several-files", "unreadable-file"}
    assert {case.rule_id for case in CASES} | of_this_module == set(RULES) - of_our_own_output


def test_a_file_that_is_no_run_is_an_error_at_the_line_that_shows_it() -> None:
    put("qrels.txt", QRELS)
    put("run.txt", "# remark\nq1 0 a 3\nq1 0 b 2\n")
    outcome = judged("run", "qrels.txt", "run.txt", "--format", "json")
    assert outcome.code == 1
    (found,) = findings(outcome, "unreadable-file")
    assert (found["run_id"], found["severity"], found["count"]) == ("run.txt", "error", 1)
    (example,) = found["examples"]
    assert (example["file"], example["line_number"]) == ("run.txt", 2)
    assert example["value"].startswith("4 columns read (")


def test_a_run_whose_name_begins_a_message_is_named_all_the_same() -> None:
    put("qrels.txt", "q1 0 a 1\n")
    put("run.txt", "q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n")
    outcome = judged("run", "qrels.txt", "1=run.txt")
    assert "judged: error: run.txt:2: 1: 1 of 2 retrieved documents have no" in outcome.stderr


def test_tied_documents_are_an_error_with_their_line() -> None:
    put("qrels.txt", QRELS)
    put("run.txt", TOP + "q1 Q0 a 1 5 t\nq1 Q0 b 2 5 t\n")
    outcome = judged("run", "qrels.txt", "run.txt", "--ties", "error", "--format", "json")
    assert outcome.code == 1
    (found,) = findings(outcome, "tied-documents")
    assert found["count"] == 1
    assert found["examples"][0]["line_number"] in (3, 4)


BY_LINE = ["--order line", "--ties line", "--order rank --ties line"]


@pytest.mark.parametrize("words", few(BY_LINE, "--ties line"))
@pytest.mark.parametrize("files", [("a", "b"), ("b", "a")])
def test_lines_do_not_decide_where_a_list_stands_in_two_files(
    words: str, files: tuple[str, str]
) -> None:
    put("qrels.txt", QRELS + "q2 0 a 1\n")
    put("a.txt", "q1 Q0 a 1 5 t\nq2 Q0 a 1 5 t\n")
    put("b.txt", "q1 Q0 b 1 5 t\n")
    parts = [f"r={name}.txt" for name in files]
    outcome = judged("run", "qrels.txt", *parts, *words.split(), "--format", "json")
    assert outcome.code == 1
    (found,) = findings(outcome, "list-in-several-files")
    (example,) = found["examples"]
    assert (example["query_id"], example["value"], example["line_number"]) == ("q1", "2", 1)
    assert example["file"] == f"{files[0]}.txt"
    assert "choose --order score and --ties doc_id_desc" in outcome.stderr
    # Nothing is wrong where the lists themselves are whole, or where lines do not decide.
    put("b.txt", "q3 Q0 b 1 5 t\n")
    assert judged("run", "qrels.txt", *parts, *words.split()).code == 0
    put("b.txt", "q1 Q0 b 1 5 t\n")
    assert judged("run", "qrels.txt", *parts).code == 0


@pytest.mark.parametrize("lines", [("broken line", "broken line"), ("broken", "line, broken")])
def test_a_rule_that_two_files_of_a_run_broke_is_one_finding(lines: tuple[str, str]) -> None:
    put("qrels.txt", QRELS + "q2 0 a 1\n")
    put("a.txt", f"q1 Q0 a 1 5 t\n{lines[0]}\n")
    put("b.txt", f"q2 Q0 a 1 5 t\n\n{lines[1]}\n")
    outcome = judged("run", "qrels.txt", "r=a.txt", "r=b.txt", "--format", "json")
    (found,) = findings(outcome, "column-count")
    assert found["count"] == 2
    places = [(it["file"], it["line_number"], it["value"]) for it in found["examples"]]
    assert places == [("a.txt", 2, lines[0]), ("b.txt", 3, lines[1])]


@pytest.mark.parametrize("words", ["--ties error", "--ties average --depth 2"])
def test_a_document_that_stands_there_twice_does_not_tie_with_itself(words: str) -> None:
    put("qrels.txt", QRELS)
    put("run.txt", "q1 Q0 a 1 5 t\nq1 Q0 b 2 4 t\nq1 Q0 b 3 4 t\n")
    outcome = judged("run", "qrels.txt", "run.txt", *words.split(), "--format", "json")
    found = {each["rule_id"] for each in outcome.json["findings"] if each["severity"] == "error"}
    assert (outcome.code, found) == (1, {"duplicate-document"})
