"""Exit codes, and what a message says of an unknown word."""

from __future__ import annotations

import pytest

from judged import errors
from judged.errors import ExitCode, RefusedError, near

CODES = {
    errors.InputError: 1,
    errors.ArgumentError: 2,
    errors.ContractError: 2,
    errors.StateError: 4,
    errors.OutputError: 70,
    errors.JudgedError: 70,
}


def test_a_near_word_is_offered() -> None:
    assert near("unjuged", ["unjudged", "gain"]) == "did you mean 'unjudged'?"


def test_at_most_three_near_words_are_offered_nearest_first() -> None:
    words = ["run-1", "run-2", "run-3", "run-4", "other"]
    assert near("run-9", words).count(" or ") == 2
    assert near("run-4", words).startswith("did you mean 'run-4' or ")


def test_all_words_are_told_where_none_is_near() -> None:
    assert near("xyz", iter(["linear", "exponential"])) == "known: linear, exponential"


def test_of_many_words_some_are_told_and_how_many_more_there_are() -> None:
    told = near("xyz", [f"{number:04}" for number in range(1_030)])
    assert told.startswith("known: 0000, 0001, ")
    assert told.endswith(", 0019, and 1,010 more")
    assert near("xyz", [f"{number:02}" for number in range(20)]).endswith(", 18, 19")


def test_the_exit_codes_are_the_published_ones() -> None:
    assert {code.name: int(code) for code in ExitCode} == {
        "OK": 0,
        "DATA": 1,
        "USAGE": 2,
        "GATE": 3,
        "STATE": 4,
        "BUG": 70,
        "INTERRUPTED": 130,
    }


@pytest.mark.parametrize("code", ExitCode)
def test_every_exit_code_has_a_meaning_of_its_own(code: ExitCode) -> None:
    others = {other.meaning for other in ExitCode if other is not code}
    assert code.meaning not in others


@pytest.mark.parametrize(("kind", "code"), CODES.items())
def test_an_error_carries_its_exit_code(kind: type[errors.JudgedError], code: int) -> None:
    assert kind("what happened").exit_code == code


@pytest.mark.parametrize("kind", [errors.InputError, errors.ArgumentError, errors.ContractError])
def test_wrong_data_and_arguments_are_value_errors(kind: type[Exception]) -> None:
    assert issubclass(kind, ValueError)


def test_a_refusal_is_a_value_error_with_its_findings() -> None:
    error = RefusedError("refused", [{"rule_id": "grade-range"}])
    assert isinstance(error, ValueError)
    assert error.exit_code == 1
    assert error.findings == [{"rule_id": "grade-range"}]


def test_trouble_with_the_database_is_no_value_error() -> None:
    assert not issubclass(errors.StateError, ValueError)
