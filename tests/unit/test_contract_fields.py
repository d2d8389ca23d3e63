"""Every field of the contract: what it takes, its one normal form, and what it refuses."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

import pytest

from judged import Contract, ContractError
from judged.contract.fields import FIELDS
from judged.evaluation.gain_units import GainUnits

# The table of fields in pipeline/README.md: words of each, the default first.
WORDS = {
    "universe": ("judged", "retrieved"),
    "order": ("score", "rank", "line"),
    "ties": ("doc_id_desc", "doc_id_asc", "line", "average", "error"),
    "score_precision": ("float64", "float32"),
    "unjudged": ("error", "zero", "drop"),
    "negative_grades": ("error", "zero", "unjudged"),
    "zero_idcg": ("zero", "exclude", "error"),
    "missing_queries": ("zero", "exclude", "error"),
    "unknown_queries": ("warn", "error"),
    "run_duplicates": ("error", "keep_best"),
    "self_matches": ("keep", "drop"),
}

TAKEN: list[tuple[str, Any, Any]] = [
    ("cutoffs", 10, (10,)),
    ("cutoffs", [100, 10, 10], (10, 100)),
    ("cutoffs", (1, "all"), (1, "all")),
    ("cutoffs", "all", ("all",)),
    ("cutoffs", ["all", 5], (5, "all")),
    ("gain", "linear", "linear"),
    ("gain", "exponential", "exponential"),
    ("gain", {2: 0.5, 1: 1}, ((1, Decimal(1)), (2, Decimal("0.5")))),
    ("gain", {"1": "1.50"}, ((1, Decimal("1.5")),)),
    ("gain", {0: 0, 1: 10**14}, ((0, Decimal(0)), (1, Decimal(10**14)))),
    ("gain", {1: 0.1}, ((1, Decimal("0.1")),)),
    ("depth", None, None),
    ("depth", "none", None),
    ("depth", 1000, 1000),
    ("qrels_duplicates", "error", "error"),
    ("qrels_duplicates", "drop_identical", "drop_identical"),
    ("qrels_duplicates", "max", "max"),
    ("qrels_duplicates", "min", "min"),
    ("qrels_duplicates", "majority", "majority"),
    ("qrels_duplicates", {"iteration": "1"}, ("iteration", "1")),
    ("doc_ids", "as_is", "as_is"),
    ("grades", [0, 3], (0, 3)),
    ("grades", (1, 1), (1, 1)),
    ("grades", "any", "any"),
    ("min_judged_rate", 0, 0.0),
    ("min_judged_rate", 1, 1.0),
    ("min_judged_rate", 0.25, 0.25),
    ("cutoffs", 2**31 - 1, (2**31 - 1,)),
    ("depth", 2**31 - 1, 2**31 - 1),
]

REFUSED: list[tuple[str, Any, str]] = [
    ("cutoffs", [], "the list of cutoffs is empty"),
    ("cutoffs", [0], "0 is not a cutoff; give integers >= 1"),
    ("cutoffs", [10, -1], "-1 is not a cutoff"),
    ("cutoffs", True, "True is not a cutoff"),
    ("cutoffs", 2.5, r"2\.5 is not a cutoff"),
    ("cutoffs", "10", "'10' is not a cutoff"),
    ("cutoffs", None, "None is not a cutoff"),
    ("gain", "exp", "'exp' is unknown; known: linear, exponential"),
    ("gain", {}, "the gain table is empty"),
    ("gain", {1: -0.5}, r"-0\.5 is not a gain"),
    ("gain", {1: True}, "True is not a gain"),
    ("gain", {1: "one"}, "'one' is not a gain"),
    ("gain", {1: float("nan")}, "nan is not a gain"),
    ("gain", {1: float("inf")}, "inf is not a gain"),
    ("gain", {1: None}, "None is not a gain"),
    ("gain", {-1: 1}, "-1 is not a grade"),
    ("gain", {1.5: 1}, r"1\.5 is not a grade"),
    ("gain", {True: 1}, "True is not a grade"),
    ("gain", {1: 1, "1": 2}, "two entries for one grade"),
    ("gain", {1: 10**15}, "out of range"),
    ("gain", {1: "0.0000000000000001"}, "out of range"),
    ("gain", {1: "1_0"}, "'1_0' is not a gain"),
    ("gain", {1: "\u0663"}, "'\u0663' is not a gain"),
    ("gain", 2, "2 is not one of linear, exponential, or a table of gains by grade"),
    ("gain", [1, 2], r"\[1, 2\] is not one of linear, exponential, or a table of gains by grade"),
    ("gain", "1=1,2=3", "'1=1,2=3' is text; give a table of gains by grade: {1: 1}"),
    ("depth", 0, "0 is not a depth; give an integer >= 1, or none"),
    ("cutoffs", [2**31], '2147483648 is too deep; give up to 2147483647, or "all"'),
    ("depth", 2**31, "2147483648 is too deep; give up to 2147483647, or none"),
    ("depth", True, "True is not a depth"),
    ("depth", 10.0, r"10\.0 is not a depth"),
    ("qrels_duplicates", "mean", "'mean' is unknown; known: error, .*, majority, iteration=NAME"),
    ("qrels_duplicates", {"iteration": 1}, "a table names one iteration"),
    ("qrels_duplicates", {"round": "1"}, "a table names one iteration"),
    ("qrels_duplicates", "iteration=1", "'iteration=1' is text; a table names one iteration"),
    ("qrels_duplicates", True, "True is not one of .*, majority, or a table that names one"),
    ("doc_ids", "pattern", r"'pattern' is text; a table says which ids"),
    ("doc_ids", None, "None is not one of as_is, or a table with a pattern or a map"),
    ("doc_ids", "asis", "'asis' is unknown; did you mean 'as_is'"),
    ("grades", [3, 0], "is not a range of grades"),
    ("grades", [-1, 3], "is not a range of grades"),
    ("grades", [0, 1, 2], "is not a range of grades"),
    ("grades", [False, True], "is not a range of grades"),
    ("grades", 3, "3 is not a range of grades"),
    ("min_judged_rate", 1.01, r"1\.01 is not a rate; give a number from 0 to 1"),
    ("min_judged_rate", -0.1, r"-0\.1 is not a rate"),
    ("min_judged_rate", True, "True is not a rate"),
    ("min_judged_rate", float("nan"), "nan is not a rate"),
    ("min_judged_rate", "0.5", r"'0\.5' is not a rate"),
]


def test_the_fields_are_the_published_ones_in_order() -> None:
    assert " ".join(FIELDS) == (
        "cutoffs gain universe order ties score_precision depth unjudged negative_grades zero_idcg"
        " missing_queries unknown_queries run_duplicates qrels_duplicates doc_ids self_matches"
        " grades min_judged_rate"
    )


@pytest.mark.parametrize(
    ("field", "word"), [(field, word) for field, words in WORDS.items() for word in words]
)
def test_a_word_of_the_field_is_taken(field: str, word: str) -> None:
    assert getattr(Contract.of({field: word}), field) == word


@pytest.mark.parametrize("field", WORDS)
def test_the_default_is_the_first_word(field: str) -> None:
    assert getattr(Contract(), field) == WORDS[field][0]


@pytest.mark.parametrize("field", WORDS)
@pytest.mark.parametrize("value", ["nonsense", "", None, True, 1, ["zero"]])
def test_what_is_no_word_of_the_field_is_refused(field: str, value: object) -> None:
    with pytest.raises(ContractError, match=f"^{field}: .* is (unknown|not one of)"):
        Contract.of({field: value})


@pytest.mark.parametrize(("field", "value", "normal"), TAKEN)
def test_a_value_has_one_normal_form(field: str, value: object, normal: object) -> None:
    assert getattr(Contract.of({field: value}), field) == normal


@pytest.mark.parametrize(("field", "value", "message"), REFUSED)
def test_a_bad_value_is_refused_by_name(field: str, value: object, message: str) -> None:
    with pytest.raises(ContractError, match=f"^{field}: .*{message}"):
        Contract.of({field: value})


def test_a_rate_of_minus_zero_is_written_as_zero() -> None:
    assert str(Contract(min_judged_rate=-0.0).as_json()["min_judged_rate"]) == "0.0"


def test_the_other_defaults() -> None:
    contract = Contract()
    assert contract.cutoffs == (10,)
    assert (contract.gain, contract.depth, contract.qrels_duplicates) == ("linear", None, "error")
    assert (contract.doc_ids, contract.grades, contract.min_judged_rate) == ("as_is", (0, 3), 0.0)


def test_a_decimal_is_a_gain() -> None:
    assert Contract(gain={1: Decimal("0.5")}) == Contract(gain={1: 0.5})


@pytest.mark.parametrize(
    ("field", "value"), [("gain", (1, 2)), ("gain", ("a",)), ("qrels_duplicates", ("iteration",))]
)
def test_a_tuple_that_is_no_normal_form_is_refused(field: str, value: object) -> None:
    with pytest.raises(ContractError, match=f"^{field}: "):
        Contract.of({field: value})


def test_an_unknown_field_is_refused_with_the_near_one() -> None:
    with pytest.raises(ContractError, match="'unjuged' is no field of the contract; did you mean"):
        Contract.of({"unjuged": "zero"})


def test_gains_are_exact_whatever_context_a_caller_works_in() -> None:
    with localcontext(prec=3):
        contract = Contract(gain={1: "1.2345", 2: "1200"})
        assert contract.as_json()["gain"] == {"1": "1.2345", "2": "1200"}
        assert GainUnits(contract.gain).units(1) == 12345
        with pytest.raises(ContractError, match="out of range"):
            Contract(gain={1: "1.0000000000000000000000000000001"})


def test_the_lowest_grade_is_bounded() -> None:
    assert Contract(grades=(10_000, 10_001)).grades == (10_000, 10_001)
    with pytest.raises(ContractError, match="low at most 10,000"):
        Contract(grades=(10_001, 20_000))
