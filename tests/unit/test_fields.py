"""What a person types for a field, and what is written of it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from judged import ContractError
from judged.contract.doc_ids import IdPattern
from judged.contract.fields import FIELDS
from judged.contract.gains import normal
from judged.contract.words import is_integer, number_or_word, split

PARSED: list[tuple[str, list[str], object]] = [
    ("cutoffs", ["10,100", "all"], (10, 100, "all")),
    ("cutoffs", [" 5 , 5 ,"], (5,)),
    ("gain", ["exponential"], "exponential"),
    ("gain", ["1=1,2=3", "3=7"], ((1, Decimal(1)), (2, Decimal(3)), (3, Decimal(7)))),
    ("gain", ["1 = 0.50"], ((1, Decimal("0.5")),)),
    ("depth", ["none"], None),
    ("depth", ["1000"], 1000),
    ("qrels_duplicates", ["majority"], "majority"),
    ("qrels_duplicates", ["iteration=1"], ("iteration", "1")),
    ("doc_ids", ["as_is"], "as_is"),
    ("doc_ids", ["pattern=^(.*),=[0-9]+$"], IdPattern("^(.*),=[0-9]+$")),
    ("doc_ids", ["judgments,pattern=(.*),map=x"], IdPattern("(.*),map=x", judgments=True)),
    ("doc_ids", ["pattern=judgments,(.)"], IdPattern("judgments,(.)")),
    ("grades", ["0:3"], (0, 3)),
    ("grades", ["any"], "any"),
    ("min_judged_rate", ["0.5"], 0.5),
    ("min_judged_rate", ["1"], 1.0),
    ("zero_idcg", ["exclude"], "exclude"),
]

REFUSED: list[tuple[str, list[str], str]] = [
    ("cutoffs", ["ten"], "'ten' is not a cutoff"),
    ("cutoffs", ["-1"], "-1 is not a cutoff"),
    ("cutoffs", ["2.5"], r"'2\.5' is not a cutoff"),
    ("cutoffs", ["²"], "'²' is not a cutoff"),
    ("cutoffs", [","], "the list of cutoffs is empty"),
    ("gain", ["exponential,1=1"], "mixes a word and a table; give either"),
    ("gain", ["exponential", "linear"], "give one value"),
    ("gain", ["1="], "'' is not a gain"),
    ("gain", ["=1"], "'' is not a grade"),
    ("gain", ["1=1,2=1", "1=2"], "two entries for one grade"),
    ("depth", ["few"], "'few' is not a depth"),
    ("depth", ["-5"], "-5 is not a depth"),
    ("qrels_duplicates", ["round=1"], "a table names one iteration"),
    ("doc_ids", ["pattern=.+#"], "has no capture group"),
    ("doc_ids", ["judgments"], "'judgments' is unknown"),
    ("doc_ids", ["judgments,(.+)#"], "is unknown"),
    ("doc_ids", ["pattern=(.+)#", "as_is"], "give one value"),
    ("grades", ["3"], "'3' is not a range"),
    ("grades", ["0:x"], "is not a range"),
    ("grades", ["0:1:2"], "is not a range"),
    ("min_judged_rate", ["half"], "'half' is not a rate"),
    ("min_judged_rate", ["nan"], "nan is not a rate"),
    ("min_judged_rate", ["0_1"], "'0_1' is not a rate"),
    ("min_judged_rate", ["\u0660"], "'\u0660' is not a rate"),
    ("cutoffs", ["9" * 5000], "'99.*9' is not a cutoff"),
]


@pytest.mark.parametrize(("field", "words", "value"), PARSED)
def test_words_of_the_command_line_are_values(field: str, words: list[str], value: object) -> None:
    kind = FIELDS[field].kind
    assert kind.check(kind.parse(words)) == value


@pytest.mark.parametrize(("field", "words", "message"), REFUSED)
def test_bad_words_are_refused(field: str, words: list[str], message: str) -> None:
    kind = FIELDS[field].kind
    with pytest.raises(ContractError, match=message):
        kind.check(kind.parse(words))


@pytest.mark.parametrize("field", FIELDS)
def test_what_is_written_is_read_again(field: str) -> None:
    kind = FIELDS[field].kind
    values = {
        "cutoffs": [1, 10, "all"],
        "gain": {1: 0.5, 2: 3},
        "depth": 7,
        "qrels_duplicates": {"iteration": "2"},
        "doc_ids": {"pattern": "^(a,b=|pattern=.*),map=[0-9]+$", "judgments": True},
        "grades": [0, 4],
        "min_judged_rate": 0.25,
    }
    value = kind.check(values.get(field, kind.form.split("|")[-1]))
    text = kind.text(value)
    assert text is not None
    assert kind.check(kind.parse([text])) == value


@pytest.mark.parametrize("word", ["--5", "-", "5-", "٣", "1_000", "+3", "0x10", " 3", ""])
def test_what_is_no_plain_integer_stays_a_word(word: str) -> None:
    assert number_or_word(word) == word


@pytest.mark.parametrize(("word", "number"), [("3", 3), ("-3", -3), ("007", 7)])
def test_an_integer_is_read(word: str, number: int) -> None:
    assert number_or_word(word) == number


@pytest.mark.parametrize(("value", "expected"), [(1, True), (True, False), (1.0, False)])
def test_a_boolean_is_no_integer(value: object, expected: bool) -> None:
    assert is_integer(value) is expected


@pytest.mark.parametrize(
    ("written", "same"), [("1.50", "1.5"), ("100", "100"), ("1E+2", "100"), ("0.00", "0")]
)
def test_decimals_have_one_form(written: str, same: str) -> None:
    assert f"{normal(Decimal(written)):f}" == same


def test_commas_and_repetition_mean_the_same() -> None:
    assert split(["a, b", "c,,"]) == ["a", "b", "c"]
