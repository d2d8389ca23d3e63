"""Exit codes 0 to 3, for every command that can give them; standard output apart from the rest."""

from __future__ import annotations

import pytest

from tests.cli.helpers import COMMANDS, put, put_collection, rows, run_of
from tests.support import judged

WRITES_NO_DATA = {"convert", "forget", "migrate", "init", "ingest", "validate", "score"}


def is_narration(text: str) -> bool:
    return all(line.startswith("judged: ") for line in text.splitlines())


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("command", COMMANDS)
def test_success_is_0_and_narrates_on_standard_error_only(command: str) -> None:
    outcome = judged(*COMMANDS[command])
    assert outcome.code == 0
    assert is_narration(outcome.stderr)
    assert (outcome.stdout == "") == (command in WRITES_NO_DATA)
    assert "judged: " not in outcome.stdout


REFUSED = "q1 Q0 b 1 9.5 tag\nq1 Q0 b 2 8.5 tag\n"


@pytest.mark.parametrize("command", ["run", "validate", "score", "report"])
def test_data_that_broke_a_rule_is_1(command: str) -> None:
    put_collection()
    put("run.txt", REFUSED)
    assert judged("run", "qrels.txt", "run.txt").code == 1
    outcome = judged(*COMMANDS[command])
    assert outcome.code == 1
    assert ("run.txt:1" in outcome.stderr) == (command != "report")


def test_a_line_that_cannot_be_read_is_1_from_ingest_on() -> None:
    put_collection()
    put("run.txt", "q1 Q0 b 1 9.5 tag\nq1 Q0 a 2 high tag\n")
    outcome = judged(*COMMANDS["ingest"])
    assert (outcome.code, outcome.stdout) == (1, "")
    assert "run.txt:2" in outcome.stderr
    assert "[score-finite]" in outcome.stderr


USAGE: list[tuple[tuple[str, ...], str]] = [
    (("run", "qrels.txt", "absent.txt"), "absent.txt: no such file"),
    (("run", "qrels.txt"), "RUN"),
    (("run", "qrels.txt", "run.txt", "-k", "0"), "0 is not a cutoff"),
    (("run", "qrels.txt", "run.txt", "--run-format", "trek"), "'trec'"),
    (("demo", "--format", "xml"), "xml"),
    (("init",), "--force"),
    (("ingest",), "--qrels FILE"),
    (("ingest", "--qrels", "absent.txt"), "absent.txt: no such file"),
    (("validate", "tga"), "'tag'"),
    (("validate", "--qrels", "qrel"), "'qrels'"),
    (("score", "tga"), "'tag'"),
    (("score", "-k", "ten"), "'ten' is not a cutoff"),
    (("report", "tga"), "'tag'"),
    (("sql", "selec 1"), "selec"),
    (("sql", "select no_such_column from jobs"), "no_such_column"),
    (("explain", "tga", "q1"), "'tag'"),
    (("explain", "tag", "q9"), "known: q1"),
    (("explain", "tag", "q1", "-k", "ten"), "'ten' is not a cutoff"),
]


@pytest.mark.usefixtures("evaluated")
def test_a_wrong_command_line_is_2_and_says_what_is_wanted() -> None:
    put("judged.toml", "")
    for words, wanted in USAGE:
        outcome = judged(*words)
        assert (outcome.code, outcome.stdout) == (2, ""), (words, outcome)
        assert "error: " in outcome.stderr
        assert wanted in outcome.stderr, (words, outcome.stderr)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_2(command: str) -> None:
    outcome = judged(*COMMANDS[command], "--frobnicate")
    assert (outcome.code, outcome.stdout) == (2, "")
    assert f"Usage: judged {command}" in outcome.stderr
    assert "--frobnicate" in outcome.stderr


@pytest.mark.parametrize("words", [(), ("frobnicate",)])
def test_no_command_and_an_unknown_one_are_2(words: tuple[str, ...]) -> None:
    outcome = judged(*words)
    assert (outcome.code, outcome.stdout) == (2, "")
    assert "Usage: judged" in outcome.stderr


def test_a_schema_file_that_exits_is_not_0() -> None:
    put_collection()
    put("rules.py", "import sys\nsys.exit(0)\n")
    outcome = judged(*COMMANDS["run"], "--schema", "rules.py:Mine")
    assert outcome.code == 2
    assert "--schema rules.py:Mine" in outcome.stderr


GATE = "q1 Q0 b 1 9.5 tag\nq1 Q0 x 2 8.5 tag\n"
GATED = ("--unjudged", "zero", "--min-judged-rate", "0.9")


@pytest.mark.parametrize("command", ["run", "score", "report"])
def test_a_gate_that_was_not_met_is_3(command: str) -> None:
    put_collection()
    put("run.txt", GATE)
    outcome = judged("run", "qrels.txt", "run.txt", *GATED)
    if command != "run":
        outcome = judged(*COMMANDS[command])
    assert outcome.code == 3
    # The scores are stored all the same: b alone of [b, x], over [a, b, c].
    assert len(rows("select * from query_scores")) == 1


def test_where_1_and_3_hold_it_is_1() -> None:
    put_collection()
    put("gate.txt", GATE.replace("tag", "gate"))
    put("refused.txt", REFUSED.replace("tag", "refused"))
    outcome = judged("run", "qrels.txt", "gate.txt", "refused.txt", *GATED, "--format", "json")
    assert outcome.code == 1
    assert {found["severity"] for found in outcome.json["findings"]} >= {"error", "gate"}
    assert run_of(outcome, "gate")["status"] == "scored"
