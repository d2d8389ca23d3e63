"""Exit codes, and what a message says of an unknown word."""

from __future__ import annotations

import pickle

import duckdb
import pytest

from judged import errors
from judged.errors import (
    ExitCode,
    RefusedError,
    is_interruption,
    is_storage_trouble,
    near,
)

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


def test_a_word_that_is_none_of_them_is_not_taken_for_one_of_them() -> None:
    assert near("drop", ["error", "zero", "unjudged"]) == "known: error, zero, unjudged"


def test_no_more_words_are_told_than_a_person_reads() -> None:
    words = [f"topic{number}" for number in range(1234)]
    told = near("xyz", words)
    assert told == f"known: {', '.join(words[:20])}, ... (1,234 in all)"
    assert near("xyz", words[:20]) == f"known: {', '.join(words[:20])}"


def test_the_exit_codes_are_the_published_ones() -> None:
    assert {code.name: int(code) for code in ExitCode} == {
        "OK": 0,
        "DATA": 1,
        "USAGE": 2,
        "GATE": 3,
        "STATE": 4,
        "BUG": 70,
        "INTERRUPTED": 130,
        "TERMINATED": 143,
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


def error_of(statement: str) -> duckdb.Error:
    with pytest.raises(duckdb.Error) as caught, duckdb.connect() as connection:
        connection.execute(statement)
    return caught.value


@pytest.mark.parametrize("text", ["Query interrupted", "INTERRUPT Error", "Out of Memory Error"])
def test_what_a_user_wrote_is_no_interruption_and_no_full_disk(text: str) -> None:
    error = error_of(f"select cast('{text}: No space left' as integer)")
    assert text in str(error)
    assert not is_interruption(error)
    assert not is_storage_trouble(error)


def test_errors_of_duckdb_are_told_by_their_type() -> None:
    assert is_interruption(duckdb.InterruptException("INTERRUPT Error: Interrupted!"))
    assert is_interruption(KeyboardInterrupt())
    # As what reads from DuckDB hands it on.
    assert is_interruption(RuntimeError("Query interrupted"))
    assert is_storage_trouble(duckdb.OutOfMemoryException("Out of Memory Error: failed"))
    assert is_storage_trouble(duckdb.IOException("Could not write file: No space left on device"))
    assert not is_storage_trouble(duckdb.IOException("No files found"))


@pytest.mark.parametrize(
    "error",
    [
        errors.UnreadableError("a.txt", "nothing in it", 3),
        errors.RefusedError("refused", [{"rule_id": "no-score"}], 7),
        errors.InputError("told"),
    ],
)
def test_an_error_comes_whole_out_of_another_process(error: Exception) -> None:
    found = pickle.loads(pickle.dumps(error))
    assert (type(found), str(found), vars(found)) == (type(error), str(error), vars(error))
