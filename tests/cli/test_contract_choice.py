"""`--contract-id`: an older contract is reached by the beginning of its identifier."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.helpers import put, put_collection, rows
from tests.support import Outcome, judged

SHORT = 12


@pytest.fixture
def contracts(folder: object) -> list[str]:
    """Run tag under two contracts, and run other under the older one alone; the older first."""
    put_collection()
    put("other.txt", "q1 Q0 c 1 9.5 other\n")
    for words in (("other.txt",), ("--gain", "exponential")):
        assert judged("run", "qrels.txt", "run.txt", *words).code == 0
    found = rows(
        "select contract_id, gain from evaluations where run_id = 'tag' order by gain desc"
    )
    assert [row["gain"] for row in found] == ["linear", "exponential"]
    return [row["contract_id"] for row in found]


def report(*words: str) -> Any:
    outcome = judged("report", *words, "--format", "json")
    assert outcome.code == 0, outcome.stderr
    return outcome.json


def refused(*words: str) -> Outcome:
    outcome = judged(*words)
    assert (outcome.code, outcome.stdout) == (2, "")
    return outcome


def test_without_a_selector_the_newest_contract_is_reported(contracts: list[str]) -> None:
    told = report()
    assert told["contract_id"] == contracts[1]
    assert [run["run_id"] for run in told["runs"]] == ["tag"]


@pytest.mark.parametrize("length", [8, SHORT, 64])
def test_an_older_contract_is_reported_on_request(contracts: list[str], length: int) -> None:
    told = report("--contract-id", contracts[0][:length])
    assert (told["contract_id"], told["contract"]["gain"]) == (contracts[0], "linear")
    assert [run["run_id"] for run in told["runs"]] == ["other", "tag"]
    assert report("other", "--contract-id", contracts[0][:length])["runs"] == told["runs"][:1]


@pytest.mark.parametrize("command", [("report",), ("explain", "tag", "q1")])
def test_a_contract_that_is_not_there_is_2_and_the_near_ones_are_named(
    contracts: list[str], command: tuple[str, ...]
) -> None:
    wrong = contracts[0][:7] + ("0" if contracts[0][7] != "0" else "1")
    outcome = refused(*command, "--contract-id", wrong)
    assert f"--contract-id {wrong}: no evaluation under such a contract; did" in outcome.stderr
    assert repr(contracts[0][:SHORT]) in outcome.stderr


def test_a_beginning_that_several_contracts_share_is_2_and_names_them(
    contracts: list[str],
) -> None:
    outcome = refused("report", "--contract-id", "")
    assert "2 contracts begin so: " in outcome.stderr
    assert all(contract_id[:SHORT] in outcome.stderr for contract_id in contracts)


@pytest.mark.parametrize("command", [("report", "other"), ("explain", "other", "q1")])
def test_a_run_is_found_by_its_name_under_the_contract_that_it_was_evaluated_under_last(
    contracts: list[str], command: tuple[str, ...]
) -> None:
    outcome = judged(*command)
    assert outcome.code == 0
    assert f"under contract {contracts[0][:SHORT]}\n" in outcome.stdout
    assert outcome.stdout == judged(*command, "--contract-id", contracts[0][:SHORT]).stdout
    told = refused(*command, "--contract-id", contracts[1][:SHORT]).stderr
    assert "no evaluation of run 'other'; known: " in told


def test_a_run_that_no_contract_has_is_told_with_the_near_one(contracts: list[str]) -> None:
    outcome = refused("report", "othre", "--contract-id", contracts[0])
    assert "no evaluation of run 'othre'; " in outcome.stderr
    assert "did you mean 'other'?" in outcome.stderr


def test_an_older_contract_on_newer_judgments_is_reported_on_those(contracts: list[str]) -> None:
    put("newer.txt", "q1 0 c 1\nq1 0 a 0\nq1 0 b 0\n")
    assert judged("run", "newer.txt", "run.txt").code == 0
    assert report("--contract-id", contracts[0])["qrels"]["name"] == "newer"
    assert report("--contract-id", contracts[1])["qrels"]["name"] == "qrels"
