"""Pandera checks as SQL: what each built-in becomes, and what stays with Pandera."""

from __future__ import annotations

import re
from typing import Any

import duckdb
import pandera.polars as pa
import polars as pl
import pytest

from judged.store.queries import identifier
from judged.validation.pushdown import (
    Condition,
    Part,
    compile_schema,
    counting_sql,
    parameters_of,
    rule_of,
)

# Check, condition on a value that is not null, parameters, values that pass, values that fail.
NUMBERS: list[tuple[Any, str, list[Any], list[Any], list[Any]]] = [
    (pa.Check.eq(2), '"x" = $v0_0', [2], [2], [1, 3]),
    (pa.Check.ne(2), '"x" <> $v0_0', [2], [1, 3], [2]),
    (pa.Check.gt(2), '"x" > $v0_0', [2], [3], [2, 1]),
    (pa.Check.ge(2), '"x" >= $v0_0', [2], [2, 3], [1]),
    (pa.Check.lt(2), '"x" < $v0_0', [2], [1], [2, 3]),
    (pa.Check.le(2), '"x" <= $v0_0', [2], [1, 2], [3]),
    (pa.Check.in_range(1, 3), '"x" >= $v0_0 and "x" <= $v0_1', [1, 3], [1, 2, 3], [0, 4]),
    (
        pa.Check.in_range(1, 3, include_min=False, include_max=False),
        '"x" > $v0_0 and "x" < $v0_1',
        [1, 3],
        [2],
        [1, 3],
    ),
    (pa.Check.isin([1, 2]), '"x" in ($v0_0, $v0_1)', [1, 2], [1, 2], [3]),
    (pa.Check.isin([1, None]), '"x" in ($v0_0)', [1], [1], [2]),
    (pa.Check.isin([None]), "false", [], [], [1]),
    (pa.Check.notin([1, 2]), '"x" not in ($v0_0, $v0_1)', [1, 2], [3], [1, 2]),
    (pa.Check.notin([1, None]), '"x" not in ($v0_0)', [1], [2], [1]),
]

TEXTS: list[tuple[Any, str, list[Any], list[Any], list[Any]]] = [
    (
        pa.Check.str_matches("[ab]c"),
        'regexp_matches("x", $v0_0)',
        ["^[ab]c"],
        ["ac", "bcd"],
        ["xac", ""],
    ),
    (pa.Check.str_matches("^a"), 'regexp_matches("x", $v0_0)', ["^a"], ["ab"], ["ba"]),
    (
        pa.Check.str_matches(re.compile("a$")),
        'regexp_matches("x", $v0_0)',
        ["^a$"],
        ["a"],
        ["aa", "ba"],
    ),
    (pa.Check.str_contains("b"), 'regexp_matches("x", $v0_0)', ["b"], ["abc"], ["ac", "B"]),
    (pa.Check.str_startswith("a%"), 'starts_with("x", $v0_0)', ["a%"], ["a%b"], ["ab", "b"]),
    (pa.Check.str_endswith("_z"), 'suffix("x", $v0_0)', ["_z"], ["a_z"], ["az", "_"]),
    (
        pa.Check.str_length(1, 3),
        'length("x") >= $v0_0 and length("x") <= $v0_1',
        [1, 3],
        ["a", "ééé"],
        ["", "abcd"],
    ),
    (pa.Check.str_length(min_value=1), 'length("x") >= $v0_0', [1], ["a"], [""]),
    (pa.Check.str_length(max_value=1), 'length("x") <= $v0_0', [1], ["", "a"], ["ab"]),
    (pa.Check.str_length(exact_value=2), 'length("x") = $v0_0', [2], ["ab"], ["a", "abc"]),
    (pa.Check.isin(["a", "é"]), '"x" in ($v0_0, $v0_1)', ["a", "é"], ["é"], ["e", "A"]),
]

# What SQL cannot say in the same way: why, the check, the type of its column.
NATIVE: list[tuple[str, Any, Any]] = [
    ("a function", pa.Check(lambda data: data.lazyframe.select(data.key), name="own"), int),
    ("a function under a built-in's name", pa.Check(lambda _: True, name="isin"), int),
    ("a function about one value", pa.Check(lambda _: True, element_wise=True), int),
    ("nulls that are not ignored", pa.Check.ge(1, ignore_na=False), int),
    ("a class of Unicode characters", pa.Check.str_matches(r"\d+"), str),
    ("a boundary of words", pa.Check.str_contains(r"\bfoo"), str),
    ("a flag", pa.Check.str_contains("(?i)foo"), str),
    ("what may be a set operation", pa.Check.str_matches("a--b"), str),
    ("a class within a class", pa.Check.str_matches("[a[b]]"), str),
    ("a class that begins with its end", pa.Check.str_matches("[]a[b]"), str),
    ("a letter beyond ASCII", pa.Check.str_contains("é"), str),
    ("an end that is no text", pa.Check.str_endswith(1), str),  # type: ignore[arg-type]
    ("a length that is no number", pa.Check.str_length("1"), str),
    ("NaN among values", pa.Check.isin([1.0, float("nan")]), float),
    ("a number beyond 64 bits", pa.Check.ge(2**63), int),
    ("a text to compare a number with", pa.Check.eq("1"), int),
    ("a number to compare a text with", pa.Check.gt(1), str),
    ("a boolean to compare a number with", pa.Check.eq(True), int),
    ("integers to look for among doubles", pa.Check.isin([1]), float),
    ("the length of a number", pa.Check.str_length(1), int),
    ("the start of a number", pa.Check.str_startswith("1"), int),
]
TYPES: dict[Any, Any] = {int: pl.Int64, float: pl.Float64, str: pl.String}


def compiled(*checks: Any, dtype: Any = int, **options: Any) -> list[Part]:
    column = pa.Column(dtype, checks=list(checks), **{"nullable": True, **options})
    schema = pa.DataFrameSchema({"x": column})
    return compile_schema(schema, "duplicate-thing", {"x": TYPES[dtype]})


def broken(parts: list[Part], kind: str, values: list[Any]) -> list[int]:
    """How many of the values break each part, counted in DuckDB."""
    with duckdb.connect() as connection:
        connection.execute(f"create table things (x {kind})")
        connection.executemany("insert into things values (?)", [[value] for value in values])
        sql = counting_sql(parts, "things")
        row = connection.execute(sql, parameters_of(parts) or None).fetchone()
    assert row is not None
    return list(row)


@pytest.mark.parametrize(("check", "sql", "parameters", "good", "bad"), NUMBERS + TEXTS)
def test_a_built_in_is_a_condition_that_counts_the_bad_values(
    check: Any, sql: str, parameters: list[Any], good: list[Any], bad: list[Any]
) -> None:
    is_text = isinstance([*good, *bad][0], str)
    (part,) = compiled(check, dtype=str if is_text else int)
    assert part.condition is not None
    assert part.condition.sql == f'"x" is null or ({sql})'
    assert list(part.condition.parameters.values()) == parameters
    assert not part.is_native
    kind = "varchar" if is_text else "bigint"
    assert broken([part], kind, [*good, *bad, None]) == [len(bad)]
    assert broken([part], kind, [*good, None]) == [0]


@pytest.mark.parametrize(
    ("check", "dtype"), [case[1:] for case in NATIVE], ids=[case[0] for case in NATIVE]
)
def test_what_sql_cannot_say_stays_with_pandera(check: Any, dtype: Any) -> None:
    (part,) = compiled(check, dtype=dtype)
    assert part == Part(rule_of(check), "x", check=check)
    assert part.is_native


def test_all_values_together_are_neither_sql_nor_about_rows() -> None:
    (part,) = compiled(pa.Check.unique_values_eq([1, 2], error="both"))
    assert (part.rule_id, part.column, part.condition) == ("both", "x", None)
    assert (part.is_whole, part.is_native, part.wanted) == (True, False, frozenset({1, 2}))


def test_a_check_of_the_frame_stays_with_pandera() -> None:
    check = pa.Check(lambda data: data.lazyframe, name="frame")
    schema = pa.DataFrameSchema({"x": pa.Column(int, nullable=True)}, checks=check)
    (part,) = compile_schema(schema, "grain", {"x": pl.Int64})
    assert part == Part("frame", None, check=check)
    assert part.is_native


@pytest.mark.parametrize(
    ("column", "rule_id"),
    [("query_id", "empty-id"), ("doc_id", "empty-id"), ("grade", "null-value")],
)
def test_a_column_without_nulls_has_the_rule_of_its_kind(column: str, rule_id: str) -> None:
    schema = pa.DataFrameSchema({column: pa.Column(str)})
    condition = Condition(f'"{column}" is not null')
    assert compile_schema(schema, "grain", {column: pl.String}) == [
        Part(rule_id, column, condition=condition)
    ]


def test_nan_is_a_null_to_a_column_of_floats() -> None:
    values = [1.0, None, float("nan"), float("inf")]
    assert broken(compiled(dtype=float, nullable=False), "double", values) == [2]
    assert compiled(dtype=float) == []


def test_nan_is_a_null_to_a_column_that_declares_no_type() -> None:
    schema = pa.DataFrameSchema({"x": pa.Column()})
    parts = compile_schema(schema, "grain", {"x": pl.Float64})
    assert broken(parts, "double", [1.0, None, float("nan")]) == [2]


def test_unique_columns_are_groupings() -> None:
    column = pa.Column(int, nullable=True, unique=True)
    schema = pa.DataFrameSchema(
        {"x": column, "y": pa.Column(int, nullable=True)}, unique=["x", "y"]
    )
    assert compile_schema(schema, "duplicate-thing", {"x": pl.Int64, "y": pl.Int64}) == [
        Part("duplicate-thing", None, unique=("x", "y")),
        Part("duplicate-value", "x", unique=("x",)),
    ]
    # Of 1, 1, 1, 2 two may go until every value is there once; nulls are values too.
    assert broken(compiled(unique=True), "bigint", [1, 1, 1, 2, None]) == [2]


def test_the_rule_is_the_error_of_a_check_or_its_name() -> None:
    assert rule_of(pa.Check.ge(0, error="grade-range")) == "grade-range"
    assert rule_of(pa.Check(lambda _: True, name="own")) == "own"
    # Pandera gives its built-ins an error of their own.
    assert rule_of(pa.Check.ge(0)) == "greater_than_or_equal_to(0)"
    assert compiled(pa.Check.ge(0, error="grade-range"))[0].rule_id == "grade-range"


def test_two_conditions_have_parameters_of_their_own() -> None:
    both = compiled(pa.Check.ge(1), pa.Check.in_range(0, 2))
    assert parameters_of(both) == {"v0_0": 1, "v1_0": 0, "v1_1": 2}
    assert broken(both, "bigint", [0, 1, 2, 3]) == [1, 1]


def test_a_schema_without_rules_has_no_parts() -> None:
    assert compiled() == []


def test_a_column_of_any_name_is_safe_in_a_statement() -> None:
    assert identifier('a"b c') == '"a""b c"'
