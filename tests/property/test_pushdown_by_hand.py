"""Hard values, one at a time: both ways of validating find the rows that a person would."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import pandera.polars as pa
import polars as pl
import pytest

from judged.errors import ArgumentError
from judged.store.store import Store
from judged.validation.schema_checks import validate_natively, validate_pushed_down
from tests.property.odd_schemas import FRAME_TYPES, ODD, fill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from judged.evaluation.findings import Finding

NAN, INF = math.nan, math.inf
WAYS = [validate_pushed_down, validate_natively]


class Case(NamedTuple):
    """A column's values in order, what its schema says, and the rows that break it."""

    column: str
    values: list[Any]
    says: dict[str, Any]
    broken: list[int]


def holds(*checks: pa.Check) -> dict[str, Any]:
    return {"checks": list(checks), "nullable": True}


def starts_with_an_a(data: pa.PolarsData) -> pl.LazyFrame:
    return data.lazyframe.select(pl.col(data.key).str.starts_with("a"))


CASES = {
    # NaN is no value where null is not allowed; infinity is one.
    "nan-is-null": Case("number", [1.0, NAN, None, INF], {"nullable": False}, [1, 2]),
    # NaN ranks above infinity, as in every database.
    "nan-is-above": Case("number", [1.0, INF, NAN, None], holds(pa.Check.le(1e308)), [1, 2]),
    "nan-in-a-list": Case("number", [1.0, NAN, 2.0], holds(pa.Check.isin([1.0, NAN])), [2]),
    "one-zero": Case("number", [0.0, -0.0, 1.0], {"unique": True}, [0, 1]),
    "two-nans": Case("number", [NAN, NAN, 1.0], {"unique": True, "nullable": True}, [0, 1]),
    "zeros-are-equal": Case("number", [0.0, -0.0, 1.0], holds(pa.Check.eq(0.0)), [2]),
    "no-zero-is-below": Case("number", [-0.0, -1.0], holds(pa.Check.lt(0.0)), [0]),
    "infinity-is-above": Case("number", [INF, 1e308, -INF], holds(pa.Check.lt(INF)), [0]),
    "open-ends": Case(
        "number",
        [0.0, 0.5, 1.0],
        holds(pa.Check.in_range(0.0, 1.0, include_min=False, include_max=False)),
        [0, 2],
    ),
    "closed-ends": Case("whole", [-1, 0, 3, 4, None], holds(pa.Check.in_range(0, 3)), [0, 3]),
    # 2^63 is no integer of 64 bits; every one is below it.
    "beyond-64-bits": Case("whole", [2**63 - 1, -(2**63)], holds(pa.Check.ge(2**63)), [0, 1]),
    "two-nulls": Case("doc_id", [None, "a", None], {"unique": True, "nullable": True}, [0, 2]),
    "a-null-in-a-list": Case("doc_id", ["a", "b", None], holds(pa.Check.isin(["a", None])), [1]),
    "a-null-forbidden": Case("doc_id", ["a", "b", None], holds(pa.Check.notin(["a", None])), [0]),
    "nulls-that-are-not-ignored": Case(
        "doc_id", ["a", "b", None], holds(pa.Check.notin(["a"], ignore_na=False)), [0, 2]
    ),
    "booleans": Case("flag", [True, False, None], holds(pa.Check.isin([True])), [1]),
    "nothing-allowed": Case("doc_id", ["a", None], holds(pa.Check.isin([])), [0]),
    # 2^53 + 1 is no double: as one it would equal 2^53.
    "exact-integers": Case("whole", [2**53, 2**53 + 1], holds(pa.Check.gt(2**53)), [0]),
    # e and a combining accent are two characters, a smiling face is one.
    "characters": Case(
        "doc_id", ["é", "e\u0301", "\U0001f600"], holds(pa.Check.str_length(1, 1)), [1]
    ),
    "exact-length": Case(
        "doc_id",
        ["\U0001f600\U0001f600", "\U0001f600", "ab", "", None],
        holds(pa.Check.str_length(exact_value=2)),
        [1, 3],
    ),
    "start-beyond-the-plane": Case(
        "doc_id",
        ["\U0001f600a", "a\U0001f600", "\U0001f601"],
        holds(pa.Check.str_startswith("\U0001f600")),
        [1, 2],
    ),
    "ends": Case("doc_id", ["a_z", "az", "a%z"], holds(pa.Check.str_endswith("_z")), [1, 2]),
    "every-text-starts-with-none": Case(
        "doc_id", ["", "a"], holds(pa.Check.str_startswith("")), []
    ),
    # By bytes of UTF-8, not by units of UTF-16.
    "text-order": Case("doc_id", ["\ufb00", "\U0001f600"], holds(pa.Check.le("\ufb00")), [1]),
    # A pattern of str_matches stands at the start; its second branch does not.
    "anchor": Case("doc_id", ["ab", "ba", "xc"], holds(pa.Check.str_matches("a")), [1, 2]),
    "branches": Case("doc_id", ["ab", "xb", "xc"], holds(pa.Check.str_matches("a|b")), [2]),
    # To Rust's regex a class may stand within a class: a or b, and nothing after it.
    "nested-classes": Case(
        "doc_id", ["a", "b", "a]", "["], holds(pa.Check.str_contains("^[a[b]]$")), [2, 3]
    ),
    # The dollar is the very end, and the dot no line end.
    "line-ends": Case("doc_id", ["a", "a\n", "a\nb"], holds(pa.Check.str_contains("^a$")), [1, 2]),
    "dots": Case("doc_id", ["a.b", "a\nb"], holds(pa.Check.str_contains("a.b")), [1]),
    "letters": Case("doc_id", ["é", "-"], holds(pa.Check.str_matches(r"\w")), [1]),
    # RE2 refuses so many repetitions.
    "repetitions": Case("doc_id", ["a", "ba"], holds(pa.Check.str_matches("[ab]{1,2000}a")), [0]),
    # RE2 refuses it, Rust's regex repeats the repetition.
    "repeated-repetition": Case("doc_id", ["aa", "b"], holds(pa.Check.str_matches("a++")), [1]),
    # To Rust's regex it is the start of a word, to RE2 the sign itself.
    "word-start": Case("doc_id", ["a b", "<b", "ab"], holds(pa.Check.str_contains(r"\<b$")), [2]),
    # A warning is a finding all the same; it only refuses nothing.
    "only-a-warning": Case("whole", [1, 2], holds(pa.Check.gt(1, raise_warning=True)), [0]),
    "null-is-no-pass": Case("whole", [2, 1, None], holds(pa.Check.gt(1, ignore_na=False)), [1, 2]),
    # A user's function may carry a built-in's name.
    "namesake": Case(
        "doc_id", ["ab", "b"], holds(pa.Check(starts_with_an_a, name="str_startswith")), [1]
    ),
}


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def found(way: Callable[..., list[Finding]], store: Store, case: Case) -> tuple[list[int], int]:
    """The rows that a way of validating finds, and how many it counts."""
    plain = {"query_id": "q", "doc_id": "d", "whole": 0, "number": 0.5, "flag": True}
    fill(store, [{**plain, case.column: value} for value in case.values])
    schema = pa.DataFrameSchema({case.column: pa.Column(FRAME_TYPES[case.column], **case.says)})
    findings = way(store, schema, ODD)
    places = {place.line_order for finding in findings for place in finding.examples}
    rows = [row for row in range(len(case.values)) if row in places]
    return rows, sum(finding.places for finding in findings)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CASES)
def test_the_rows_that_break_a_schema_are_found(
    store: Store, name: str, way: Callable[..., list[Finding]]
) -> None:
    case = CASES[name]
    assert found(way, store, case) == (case.broken, len(case.broken))


# Polars looks for no value of another type, and compares with none.
OTHER_TYPES = {
    "integers-among-doubles": Case("number", [1.0], holds(pa.Check.isin([1], error="mine")), []),
    "doubles-among-integers": Case("whole", [1], holds(pa.Check.isin([1.0], error="mine")), []),
    "text-and-integer": Case("doc_id", ["1"], holds(pa.Check.eq(1, error="mine")), []),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", OTHER_TYPES)
def test_a_value_of_another_type_is_refused_by_column_and_rule(
    store: Store, name: str, way: Callable[..., list[Finding]]
) -> None:
    case = OTHER_TYPES[name]
    with pytest.raises(ArgumentError, match=rf"'{case.column}'.*mine"):
        found(way, store, case)


@pytest.mark.parametrize("way", WAYS)
def test_the_count_is_exact_where_a_check_names_few_cases(
    store: Store, way: Callable[..., list[Finding]]
) -> None:
    case = Case("whole", [0, 1, 2], holds(pa.Check.gt(1, n_failure_cases=1)), [0, 1])
    assert found(way, store, case) == (case.broken, 2)
