"""Findings of a schema: one for each rule and run, with every row once, by both ways."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pandera.polars as pa
import pytest
from pandera.config import config_context

from judged.store.store import Store
from tests.property.odd_schemas import ODD, fill
from tests.unit.ways import WAYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.ways import Way


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


@pytest.mark.parametrize("way", WAYS)
def test_several_grains_are_all_checked(store: Store, way: Way) -> None:
    # a a b c c by documents, 1 2 2 3 4 by numbers: row 0 repeats a, row 1 both, row 2 a number.
    rows = [("a", 1), ("a", 2), ("b", 2), ("c", 3), ("c", 4), ("d", 5)]
    fill(store, [{"query_id": "q", "doc_id": doc, "whole": whole} for doc, whole in rows])
    schema = pa.DataFrameSchema(
        {"doc_id": pa.Column(str), "whole": pa.Column(int)},
        unique=[["doc_id"], ["whole"]],  # type: ignore[list-item]
    )
    (finding,) = way(store, schema, ODD)
    places = [place.line_order for place in finding.examples]
    assert (finding.rule_id, finding.places, places) == ("odd-grain", 5, [0, 1, 2, 3, 4])


@pytest.mark.parametrize("way", WAYS)
def test_a_row_that_repeats_two_values_is_one_place(store: Store, way: Way) -> None:
    rows = [("a", 1), ("a", 1), ("b", 1)]
    fill(store, [{"query_id": "q", "doc_id": doc, "whole": whole} for doc, whole in rows])
    unique = {"doc_id": pa.Column(str, unique=True), "whole": pa.Column(int, unique=True)}
    (finding,) = way(store, pa.DataFrameSchema(unique), ODD)
    values = [place.value for place in finding.examples]
    # The first column whose value is refused is shown: of row 2 that is the number.
    assert (finding.rule_id, finding.places, values) == ("duplicate-value", 3, ["a", "a", "1"])


@pytest.mark.parametrize("way", WAYS)
def test_a_rule_that_a_check_shares_with_pandera_s_own_is_one_finding(
    store: Store, way: Way
) -> None:
    fill(store, [{"query_id": "q", "doc_id": doc, "whole": 1} for doc in ("a", "ab", "é", None)])
    says = [
        pa.Check.str_length(1, 1, error="empty-id"),
        pa.Check.str_matches(r"\w*b", error="empty-id"),
    ]
    (finding,) = way(store, pa.DataFrameSchema({"doc_id": pa.Column(str, says)}), ODD)
    values = [place.value for place in finding.examples]
    # a: no b; ab: two signs; é: no b; null: none allowed. SQL judges lengths, Pandera \w.
    assert (finding.rule_id, finding.places, values) == ("empty-id", 4, ["a", "ab", "é", None])


@pytest.mark.parametrize("way", WAYS)
def test_a_row_that_breaks_a_rule_twice_is_one_place(store: Store, way: Way) -> None:
    fill(store, [{"query_id": "q", "doc_id": "d", "whole": whole} for whole in (1, 2, 3)])
    checks = [pa.Check.gt(1, error="above"), pa.Check.gt(2, error="above")]
    (finding,) = way(store, pa.DataFrameSchema({"whole": pa.Column(int, checks)}), ODD)
    assert (finding.rule_id, finding.places) == ("above", 2)
    assert [place.line_order for place in finding.examples] == [0, 1]


@pytest.mark.parametrize("way", WAYS)
def test_each_run_has_a_finding_of_its_own(store: Store, way: Way) -> None:
    rows = [("x", 1), ("y", 1), ("x", 2), ("x", 1)]
    fill(store, [{"run_id": run, "query_id": "q", "doc_id": "d", "whole": n} for run, n in rows])
    schema = pa.DataFrameSchema({"whole": pa.Column(int, pa.Check.gt(1, error="above"))})
    found = {f.run_id: [place.line_order for place in f.examples] for f in way(store, schema, ODD)}
    assert found == {"x": [0, 3], "y": [1]}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("number", 1e308, "1e+308"),
        ("number", math.nan, "nan"),
        ("number", -0.0, "-0.0"),
        ("flag", True, "true"),
        ("whole", -(2**63), "-9223372036854775808"),
    ],
)
def test_a_value_is_told_in_one_way(
    store: Store, column: str, value: Any, told: str, way: Way
) -> None:
    fill(store, [{"query_id": "q", "doc_id": "d", column: value}])
    check = pa.Check.isin([], error="mine")
    (finding,) = way(
        store, pa.DataFrameSchema({column: pa.Column(checks=check, nullable=True)}), ODD
    )
    assert [place.value for place in finding.examples] == [told]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("whole", "softened"), [(0, True), (2, False), (4, False)], ids=["soft", "hard", "both"]
)
def test_a_rule_is_a_warning_only_where_nothing_but_warnings_are_broken(
    store: Store, whole: int, softened: bool, way: Way
) -> None:
    # 0 breaks the warning, 2 the error, 4 both.
    checks = [
        pa.Check.isin([1, 2], error="mine", raise_warning=True),
        pa.Check.isin([0, 1], error="mine"),
    ]
    fill(store, [{"query_id": "q", "doc_id": "d", "whole": whole}])
    (finding,) = way(store, pa.DataFrameSchema({"whole": pa.Column(int, checks)}), ODD)
    assert (finding.rule_id, finding.places, finding.softened) == ("mine", 1, softened)


@pytest.mark.parametrize("way", WAYS)
def test_a_warning_of_one_run_leaves_the_error_of_another(store: Store, way: Way) -> None:
    rows = [("x", 0), ("y", 2)]
    fill(store, [{"run_id": run, "query_id": "q", "doc_id": "d", "whole": n} for run, n in rows])
    checks = [
        pa.Check.isin([1, 2], error="mine", raise_warning=True),
        pa.Check.isin([0, 1], error="mine"),
    ]
    found = way(store, pa.DataFrameSchema({"whole": pa.Column(int, checks)}), ODD)
    assert {finding.run_id: finding.softened for finding in found} == {"x": True, "y": False}


@pytest.mark.parametrize("way", WAYS)
def test_no_rows_break_no_rule(store: Store, way: Way) -> None:
    fill(store, [])
    checks = [pa.Check.gt(1), pa.Check.isin([1.0, float("nan")])]
    schema = pa.DataFrameSchema({"number": pa.Column(float, checks, unique=True)}, unique="doc_id")
    assert way(store, schema, ODD) == []


@pytest.mark.parametrize("way", WAYS)
def test_one_row_repeats_nothing(store: Store, way: Way) -> None:
    fill(store, [{"query_id": "q", "doc_id": "d", "whole": 1}])
    column = pa.Column(int, pa.Check.gt(1, error="above"), unique=True)
    (finding,) = way(store, pa.DataFrameSchema({"whole": column}, unique="doc_id"), ODD)
    assert (finding.rule_id, finding.places) == ("above", 1)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("of_column", [False, True], ids=["frame", "column"])
def test_rows_that_a_schema_would_drop_are_found(store: Store, of_column: bool, way: Way) -> None:
    fill(store, [{"query_id": "q", "doc_id": doc, "whole": 1} for doc in ("a", "b")])
    check = pa.Check.eq("a", error="mine")
    column = pa.Column(str, check, nullable=True, drop_invalid_rows=of_column)
    schema = pa.DataFrameSchema({"doc_id": column}, drop_invalid_rows=not of_column)
    (finding,) = way(store, schema, ODD)
    assert (finding.rule_id, [place.value for place in finding.examples]) == ("mine", ["b"])
    # The caller's schema is as it was.
    assert (schema.drop_invalid_rows, column.drop_invalid_rows) == (not of_column, of_column)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "off", [{"validation_enabled": False}, {"validation_depth": "SCHEMA_ONLY"}]
)
def test_rows_are_judged_where_the_environment_turns_pandera_off(
    store: Store, off: dict[str, Any], way: Way
) -> None:
    fill(store, [{"query_id": "q", "doc_id": "d", "whole": 1}])
    # One check for SQL, one for Pandera.
    checks = [pa.Check.gt(1, error="above"), pa.Check.ge(3, error="three", ignore_na=False)]
    with config_context(**off):
        found = way(store, pa.DataFrameSchema({"whole": pa.Column(int, checks)}), ODD)
    assert [(finding.rule_id, finding.places) for finding in found] == [("above", 1), ("three", 1)]
