"""Help: every command has it, with an example; the group has the exit codes and stays light."""

from __future__ import annotations

import shlex
import subprocess
import sys

import click
import pytest

from judged.cli import COMMANDS, group
from judged.contract.fields import FIELDS
from judged.errors import ExitCode
from tests.cli.helpers import environment, put, put_collection
from tests.support import judged


def words_of(text: str) -> str:
    """The text with its line breaks and indents as single spaces."""
    return " ".join(text.split())


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_group_lists_every_command_and_every_exit_code(option: str) -> None:
    outcome = judged(option)
    assert (outcome.code, outcome.stderr) == (0, "")
    listed = outcome.stdout.partition("Commands:\n")[2]
    for command in COMMANDS:
        assert f"\n  {command} " in f"\n{listed}"
    codes = words_of(outcome.stdout).partition("Exit codes: ")[2]
    assert [int(part.split()[0]) for part in codes.split("; ")] == [0, 1, 2, 3, 4, 70, 130, 143]
    assert [code.value for code in ExitCode] == [0, 1, 2, 3, 4, 70, 130, 143]


def test_the_first_commands_of_the_help_stand_on_lines_of_their_own() -> None:
    lines = [line.strip() for line in judged("--help").stdout.splitlines()]
    assert "judged demo" in lines
    assert "judged run qrels.txt bm25.txt --preset trec_eval" in lines


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_an_example_of_itself(command: str) -> None:
    outcome = judged(command, "--help")
    assert (outcome.code, outcome.stderr) == (0, "")
    usage, _, rest = outcome.stdout.partition("\n\n")
    assert usage.startswith(f"Usage: judged {command} [OPTIONS]")
    sentence = rest.split("\n\n")[0]
    assert sentence.strip().endswith(".")
    assert sentence.strip()[0].isupper()
    example = words_of(outcome.stdout).partition("Example: ")[2]
    assert shlex.split(example)[:2] == ["judged", command]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_and_argument_is_explained(command: str) -> None:
    found = group.get_command(click.Context(group), command)
    assert found is not None
    body = judged(command, "--help").stdout.partition("\n\n")[2].partition("Options:")[0]
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help is not None
            told = parameter.help.partition("  [default: ")[0]
            assert told[0].isupper(), parameter.name
            assert told.endswith("."), parameter.name
        else:
            assert str(parameter.metavar).strip("[].") in body


@pytest.mark.parametrize("command", ["run", "validate"])
def test_every_field_of_the_contract_is_an_option_with_its_default(command: str) -> None:
    text = words_of(judged(command, "--help").stdout)
    defaults = {
        "cutoffs": "10",
        "gain": "linear",
        "unjudged": "error",
        "grades": "0:3",
        "depth": "none",
    }
    for name in FIELDS:
        option = f"--{name.replace('_', '-')} "
        assert option in text
        if name in defaults:
            entry = text.partition(option)[2]
            assert entry.index(f"[default: {defaults[name]}]") < entry.index(" --")


def test_help_names_the_presets() -> None:
    text = words_of(judged("run", "--help").stdout)
    presets = "strict, trec_eval, trec_eval-9, pytrec_eval, ir_measures, beir, sklearn, ranx"
    assert presets in text


def test_version_is_data() -> None:
    outcome = judged("--version")
    assert (outcome.code, outcome.stderr) == (0, "")
    assert outcome.stdout.startswith("judged, version ")


HEAVY = """
import sys
from judged.cli import main
code = main(sys.argv[1:])
print(code, sorted({"duckdb", "polars", "pandera", "pandas", "numpy", "rich"} & set(sys.modules)))
"""


def imported(*words: str) -> str:
    """The exit code of a command, and which heavy modules it imported."""
    done = subprocess.run(
        [sys.executable, "-c", HEAVY, *words],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("words", [("--help",), ("--version",), ("run", "--help")])
def test_help_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    assert imported(*words) == "0 []"


def test_a_job_imports_pandera_where_a_schema_is_broken(folder: object) -> None:
    put_collection()
    put("bad.txt", "q1 Q0 a 1 9.5 bad\nq1 Q0 a 2 8.5 bad\n")
    job = ("run", "--db", ":memory:", "--format", "csv", "qrels.txt")
    assert imported(*job, "run.txt") == "0 ['duckdb']"
    of_broken = imported(*job, "bad.txt")
    assert of_broken.startswith("1 ")
    assert "pandera" in of_broken


def test_python_dash_m_is_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "judged", "--help"],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("Usage: judged [OPTIONS] COMMAND [ARGS]...")


def test_the_name_alone_shows_the_help_once_and_is_a_usage_error() -> None:
    outcome = judged()
    assert (outcome.code, outcome.stdout) == (2, "")
    assert outcome.stderr == judged("--help").stdout
    assert outcome.stderr.count("Usage:") == 1


def test_the_list_of_commands_cuts_no_sentence() -> None:
    assert "..." not in judged("--help").stdout.partition("Commands:")[2]
