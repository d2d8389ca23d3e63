"""Pandera checks as SQL: what each built-in becomes, and what stays with Pandera."""

from __future__ import annotations

import re
from typing import Any

import duckdb
import pandera.polars as pa
import pytest

from judged.pushdown import (
    Compiled,
    Condition,
    Uniqueness,
    compile_schema,
    counting_sql,
    identifier,
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

# What SQL cannot say in the same way.
NATIVE: list[tuple[str, Any]] = [
    ("a function", pa.Check(lambda data: data.lazyframe.select(data.key), name="own")),
    ("a function under a built-in's name", pa.Check(lambda _: True, name="isin")),
    ("all values together", pa.Check.unique_values_eq([1, 2])),
    ("nulls that are not ignored", pa.Check.ge(1, ignore_na=False)),
    ("a class of Unicode characters", pa.Check.str_matches(r"\d+")),
    ("a boundary of words", pa.Check.str_contains(r"\bfoo")),
    ("a flag", pa.Check.str_contains("(?i)foo")),
    ("what may be a set operation", pa.Check.str_matches("a--b")),
    ("a letter beyond ASCII", pa.Check.str_contains("é")),
    ("NaN among values", pa.Check.isin([1.0, float("nan")])),
]


def compiled(*checks: Any, dtype: Any = int, **options: Any) -> Compiled:
    column = pa.Column(dtype, checks=list(checks), **{"nullable": True, **options})
    return compile_schema(pa.DataFrameSchema({"x": column}), "duplicate-thing")


def broken(conditions: Compiled, kind: str, values: list[Any]) -> list[int]:
    """How many of the values break each condition, counted in DuckDB."""
    with duckdb.connect() as connection:
        connection.execute(f"create table things (x {kind})")
        connection.executemany("insert into things values (?)", [[value] for value in values])
        sql = counting_sql(conditions, "things")
        row = connection.execute(sql, conditions.parameters or None).fetchone()
    assert row is not None
    return list(row)


@pytest.mark.parametrize(("check", "sql", "parameters", "good", "bad"), NUMBERS + TEXTS)
def test_a_built_in_is_a_condition_that_counts_the_bad_values(
    check: Any, sql: str, parameters: list[Any], good: list[Any], bad: list[Any]
) -> None:
    is_text = isinstance([*good, *bad][0], str)
    taken_apart = compiled(check, dtype=str if is_text else int)
    (condition,) = taken_apart.conditions
    assert condition.sql == f'"x" is null or ({sql})'
    assert list(condition.parameters.values()) == parameters
    assert taken_apart.native == {}
    kind = "varchar" if is_text else "bigint"
    assert broken(taken_apart, kind, [*good, *bad, None]) == [len(bad)]
    assert broken(taken_apart, kind, [*good, None]) == [0]


@pytest.mark.parametrize("check", [case[1] for case in NATIVE], ids=[case[0] for case in NATIVE])
def test_what_sql_cannot_say_stays_with_pandera(check: Any) -> None:
    assert compiled(check) == Compiled(native={"x": [check]})


def test_a_check_of_the_frame_stays_with_pandera() -> None:
    check = pa.Check(lambda data: data.lazyframe, name="frame")
    schema = pa.DataFrameSchema({"x": pa.Column(int, nullable=True)}, checks=check)
    assert compile_schema(schema, "grain").native == {None: [check]}


@pytest.mark.parametrize(
    ("column", "rule_id"),
    [("query_id", "empty-id"), ("doc_id", "empty-id"), ("grade", "null-value")],
)
def test_a_column_without_nulls_has_the_rule_of_its_kind(column: str, rule_id: str) -> None:
    schema = pa.DataFrameSchema({column: pa.Column(str)})
    condition = Condition(rule_id, column, f'"{column}" is not null')
    assert compile_schema(schema, "grain") == Compiled(conditions=[condition])


def test_nan_is_a_null_to_a_column_of_floats() -> None:
    values = [1.0, None, float("nan"), float("inf")]
    assert broken(compiled(dtype=float, nullable=False), "double", values) == [2]
    assert compiled(dtype=float).conditions == []


def test_unique_columns_are_groupings() -> None:
    column = pa.Column(int, nullable=True, unique=True)
    schema = pa.DataFrameSchema(
        {"x": column, "y": pa.Column(int, nullable=True)}, unique=["x", "y"]
    )
    assert compile_schema(schema, "duplicate-thing").uniqueness == [
        Uniqueness("duplicate-value", ("x",)),
        Uniqueness("duplicate-thing", ("x", "y")),
    ]


def test_the_rule_is_the_error_of_a_check_or_its_name() -> None:
    assert rule_of(pa.Check.ge(0, error="grade-range")) == "grade-range"
    assert rule_of(pa.Check(lambda _: True, name="own")) == "own"
    # Pandera gives its built-ins an error of their own.
    assert rule_of(pa.Check.ge(0)) == "greater_than_or_equal_to(0)"
    assert compiled(pa.Check.ge(0, error="grade-range")).conditions[0].rule_id == "grade-range"


def test_two_conditions_have_parameters_of_their_own() -> None:
    both = compiled(pa.Check.ge(1), pa.Check.in_range(0, 2))
    assert both.parameters == {"v0_0": 1, "v1_0": 0, "v1_1": 2}
    assert broken(both, "bigint", [0, 1, 2, 3]) == [1, 1]


def test_a_schema_without_rules_has_nothing_to_count() -> None:
    assert compiled() == Compiled()


def test_a_column_of_any_name_is_safe_in_a_statement() -> None:
    assert identifier('a"b c') == '"a""b c"'
