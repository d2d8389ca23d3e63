"""Each rule that data can break: its finding in the JSON report, with exact places and counts."""

from __future__ import annotations

import pytest

from judged_schemas.rules import RULES
from tests.cli.broken_rules import CASES, QRELS, TOP, USERS_RULES, Case
from tests.cli.helpers import findings, put, run_of
from tests.support import judged


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule_id} {case.words}".strip())
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
    assert {case.rule_id for case in CASES} | {"tied-documents"} == set(RULES) - of_our_own_output


def test_tied_documents_are_an_error_with_their_line() -> None:
    put("qrels.txt", QRELS)
    put("run.txt", TOP + "q1 Q0 a 1 5 t\nq1 Q0 b 2 5 t\n")
    outcome = judged("run", "qrels.txt", "run.txt", "--ties", "error", "--format", "json")
    assert outcome.code == 1
    (found,) = findings(outcome, "tied-documents")
    assert found["count"] == 1
    assert found["examples"][0]["line_number"] in (3, 4)
