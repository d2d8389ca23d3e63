"""A report where nothing was scored: lists that validation found, and what can be done."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from judged.evaluation.findings import KEPT_WHOLE
from judged.reporting.hidden import FOUND_BY_RULE
from tests.cli.helpers import findings, put, run_of
from tests.support import judged

LISTS = ("zero_idcg_queries", "missing_queries", "unknown_queries")
WORDS = ("run", "qrels.txt", "run.txt")


def collection(missing: int) -> None:
    """q1 is answered with what nobody judged, q2 can gain nothing, m... have no line."""
    lines = "".join(f"m{number:03} 0 a 1\n" for number in range(missing))
    put("qrels.txt", f"q1 0 a 1\nq2 0 a 0\n{lines}")
    put("run.txt", "q1 Q0 u 1 9 tag\nq2 Q0 a 1 9 tag\nq9 Q0 a 1 9 tag\n")


def lists(*words: str) -> dict[str, Any]:
    run = run_of(judged(*words, "--format", "json"), "tag")
    return {name: run[name] for name in LISTS}


def test_a_refused_run_has_the_lists_that_it_has_when_it_is_scored() -> None:
    collection(missing=2)
    wanted = {
        "zero_idcg_queries": ["q2"],
        "missing_queries": ["m000", "m001"],
        "unknown_queries": ["q9"],
    }
    assert judged(*WORDS).code == 1
    assert lists("report") == wanted
    assert lists(*WORDS, "--unjudged", "zero") == wanted


def test_a_run_that_is_only_validated_has_them_too() -> None:
    collection(missing=1)
    judged("ingest", "--qrels", "qrels.txt", "run.txt")
    assert judged("validate", "--unjudged", "zero").code == 0
    assert lists("report")["missing_queries"] == ["m000"]


def test_lists_of_more_queries_than_other_places_are_kept_are_whole() -> None:
    collection(missing=101)
    put(
        "qrels.txt", Path("qrels.txt").read_text() + "".join(f"z{n:03} 0 a 0\n" for n in range(101))
    )
    zero_idcg = ["q2", *[f"z{n:03}" for n in range(101)]]
    # The z... have no line either.
    missing = [f"m{n:03}" for n in range(101)] + zero_idcg[1:]
    for words in (WORDS, (*WORDS, "--unjudged", "zero")):
        found = lists(*words)
        assert found["zero_idcg_queries"] == zero_idcg
        assert found["missing_queries"] == missing


def test_every_rule_whose_findings_are_a_list_of_queries_keeps_all_of_them() -> None:
    # The lists of the third are made of mapped_lists, with scores and without.
    assert {*FOUND_BY_RULE.values(), "shortened-list"} == KEPT_WHOLE


def test_the_examples_of_such_a_finding_are_still_the_first_100() -> None:
    collection(missing=101)
    (finding,) = findings(judged(*WORDS, "--format", "json"), "missing-query")
    assert finding["count"] == 101
    assert [it["query_id"] for it in finding["examples"]] == [f"m{n:03}" for n in range(100)]


def test_below_a_cut_list_of_a_database_in_memory_stands_what_to_do() -> None:
    collection(missing=11)
    text = judged(*WORDS, "--db", ":memory:", "--format", "markdown").stdout
    assert "m009, and 1 more: name a database with --db to see them |" in text
    assert "judged sql" not in text


@pytest.mark.parametrize("words", [(), ("--unjudged", "zero")])
def test_the_command_below_a_cut_list_shows_all_of_it(words: tuple[str, ...]) -> None:
    collection(missing=11)
    text = judged(*WORDS, *words, "--format", "markdown").stdout.replace("\\", "")
    (command,) = re.findall(r"and 1 more: (judged sql .*) \|", text)
    outcome = judged(*shlex.split(command)[1:], "--format", "json")
    assert {row["query_id"] for row in outcome.json} == {f"m{n:03}" for n in range(11)}


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_a_report_of_a_refused_run_says_what_can_be_done(form: str) -> None:
    collection(missing=0)
    put("qrels.txt", "q1 0 a 1\nq2 0 a 7\n")
    assert judged(*WORDS).code == 1
    lines = judged("report", "--format", form).stdout.replace("\\", "").splitlines()
    advice = [line for line in lines if "--unjudged zero, --unjudged drop" in line]
    (unjudged,) = advice
    assert unjudged.startswith("unjudged-document: choose: --unjudged zero, --unjudged drop,")
    assert [line for line in lines if line.startswith("grade-range: fix the line; for grades")]
    # A warning stops nothing.
    assert not [line for line in lines if line.startswith("unknown-query: ")]


def test_a_report_of_what_was_scored_gives_no_such_advice() -> None:
    collection(missing=0)
    text = judged(*WORDS, "--unjudged", "zero").stdout
    assert "nDCG@10" in text
    assert "choose: " not in text
