"""Checks of a user's own, and checks about whole columns, by both ways of validating."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandera.polars as pa
import polars as pl
import pytest

from judged.errors import ArgumentError
from judged.store.store import Store
from judged.validation.schema_findings import Validated
from tests.property.odd_schemas import ODD, fill
from tests.unit.ways import WAYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.ways import Way


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


ROWS = [("q1", "a", 1), ("q1", "b", 2), ("q2", "a", 3), ("q3", "c", 3)]


@pytest.fixture(autouse=True)
def _rows(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three queries, in two batches or more."""
    monkeypatch.setattr("judged.validation.schema_checks.BATCH_ROWS", 2)
    names = ("query_id", "doc_id", "whole")
    fill(store, [dict(zip(names, row, strict=True)) for row in ROWS])


def found(way: Way, store: Store, **columns: pa.Check) -> list[tuple[str, int, list[int | None]]]:
    """Rule, count and rows of each finding of checks by column; `frame` is the whole row."""
    of_frame = columns.pop("frame", None)
    schema = pa.DataFrameSchema(
        {name: pa.Column(checks=check) for name, check in columns.items()}, checks=of_frame
    )
    return [
        (finding.rule_id, finding.places, [place.line_order for place in finding.examples])
        for finding in way(store, schema, ODD)
    ]


def is_first_of_its_query(data: pa.PolarsData) -> pl.LazyFrame:
    return data.lazyframe.select(pl.col("whole") == pl.col("whole").min().over("query_id"))


def is_mostly_small(data: pa.PolarsData) -> pl.LazyFrame:
    return data.lazyframe.select(pl.col("whole").mean() < 3)


def is_small(data: pa.PolarsData) -> bool:
    return bool(data.lazyframe.select((pl.col("whole") < 3).all()).collect().item())


def is_not_there(data: pa.PolarsData) -> pl.LazyFrame:
    return data.lazyframe.select(pl.col("grade") > 1)


def two_verdicts(data: pa.PolarsData) -> pl.LazyFrame:
    return data.lazyframe.select(small=pl.col("whole") < 3, late=pl.col("whole") > 1)


def unsure(data: pa.PolarsData) -> pl.LazyFrame:
    return data.lazyframe.select(pl.when(pl.col("whole") < 3).then(pl.lit(True)))


@pytest.mark.parametrize("way", WAYS)
def test_a_check_of_one_value_at_a_time_is_run(store: Store, way: Way) -> None:
    check = pa.Check(lambda value: value != "a", element_wise=True, error="mine")
    assert found(way, store, doc_id=check) == [("mine", 2, [0, 2])]


@pytest.mark.parametrize("way", WAYS)
def test_a_check_of_the_row_sees_whole_queries(store: Store, way: Way) -> None:
    check = pa.Check(is_first_of_its_query, error="mine")
    assert found(way, store, frame=check) == [("mine", 1, [1])]


@pytest.mark.parametrize("way", WAYS)
def test_verdicts_of_several_columns_all_have_to_hold(store: Store, way: Way) -> None:
    # 1 is not late, 3 is not small.
    check = pa.Check(two_verdicts, error="mine")
    assert found(way, store, frame=check) == [("mine", 3, [0, 2, 3])]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("ignored", "rows"), [(True, []), (False, [2, 3])])
def test_no_verdict_is_a_pass_unless_nulls_are_not_ignored(
    store: Store, ignored: bool, rows: list[int], way: Way
) -> None:
    check = pa.Check(unsure, error="mine", ignore_na=ignored)
    assert found(way, store, whole=check) == ([("mine", len(rows), rows)] if rows else [])


@pytest.mark.parametrize("way", WAYS)
def test_few_cases_are_told_of_a_user_s_check_but_all_are_counted(store: Store, way: Way) -> None:
    check = pa.Check(two_verdicts, error="mine", n_failure_cases=1)
    assert found(way, store, frame=check) == [("mine", 3, [0, 2, 3])]


# What the check is, what it is of, and what the message says.
NOT_BY_ROW = [
    (pa.Check(is_mostly_small, error="mine"), "it gives 1 verdicts for"),
    (pa.Check(is_small, error="mine"), "it gives bool"),
    (pa.Check(lambda _: None, error="mine"), "it gives NoneType"),
    (pa.Check(is_not_there, error="mine"), 'unable to find column "grade"'),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("check", "reason"), NOT_BY_ROW)
@pytest.mark.parametrize(
    ("of", "about"), [("whole", "column 'whole'"), ("frame", "the frame")], ids=["column", "frame"]
)
def test_a_check_that_does_not_judge_rows_is_refused(
    store: Store, of: str, about: str, check: pa.Check, reason: str, way: Way
) -> None:
    with pytest.raises(
        ArgumentError, match=f"^{about} cannot be checked by mine: .*{reason}"
    ) as no:
        found(way, store, **{of: check})
    assert "mend it, so that it gives a LazyFrame of one boolean for each row" in str(no.value)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "check",
    [
        pa.Check.str_length(1, error="mine"),
        pa.Check.str_contains("1", error="mine"),
        pa.Check.str_startswith("1", error="mine"),
    ],
)
def test_a_check_of_texts_on_numbers_is_refused(store: Store, check: pa.Check, way: Way) -> None:
    with pytest.raises(ArgumentError, match=r"^column 'whole' cannot be checked by mine: "):
        found(way, store, whole=check)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        # No batch holds all three values, the column does.
        ([1, 2, 3], None),
        ([1, 2], "column 'whole' as a whole breaks the rule 'all': 3 is not wanted"),
        ([1, 2, 3, 4], "column 'whole' as a whole breaks the rule 'all': 4 is missing"),
        ([], "column 'whole' as a whole breaks the rule 'all': 1 is not wanted"),
    ],
)
def test_the_values_of_a_column_are_judged_together(
    store: Store, wanted: list[int], message: str | None, way: Way
) -> None:
    check = pa.Check.unique_values_eq(wanted, error="all")
    findings = way(store, pa.DataFrameSchema({"whole": pa.Column(int, check)}), ODD)
    assert [(f.rule_id, f.places, f.examples, f.message) for f in findings] == (
        [("all", 1, [], message)] if message else []
    )


@pytest.mark.parametrize("way", WAYS)
def test_a_zero_with_a_sign_is_told_as_zero(store: Store, way: Way) -> None:
    fill(store, [{"query_id": "q", "doc_id": "d", "number": -0.0}])
    check = pa.Check.unique_values_eq([1.5], error="all")
    (finding,) = way(store, pa.DataFrameSchema({"number": pa.Column(float, check)}), ODD)
    assert finding.message == "column 'number' as a whole breaks the rule 'all': 0.0 is not wanted"


@pytest.mark.parametrize("way", WAYS)
def test_the_values_of_no_column_cannot_be_judged_together(store: Store, way: Way) -> None:
    check = pa.Check.unique_values_eq([1, 2, 3], error="all")
    with pytest.raises(ArgumentError, match=r"^the frame cannot be checked by all: "):
        found(way, store, frame=check)


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_column_is_judged_beside_rows_and_is_every_run_s(store: Store, way: Way) -> None:
    rows = [("x", "a"), ("y", "b"), ("y", None)]
    fill(store, [{"run_id": run, "query_id": "q", "doc_id": doc} for run, doc in rows])
    # A null is no value: a and b are all that there are.
    checks = [
        pa.Check.unique_values_eq(["a"], error="all", raise_warning=True),
        pa.Check.unique_values_eq(["a", "b"], error="both"),
        pa.Check.eq("b", error="b"),
    ]
    schema = pa.DataFrameSchema({"doc_id": pa.Column(str, checks, nullable=True)})
    findings = way(store, schema, ODD)
    assert sorted((f.rule_id, str(f.run_id), f.places, f.softened) for f in findings) == [
        ("all", "x", 1, True),
        ("all", "y", 1, True),
        ("b", "x", 1, False),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_column_without_rows_lacks_what_is_wanted(store: Store, way: Way) -> None:
    fill(store, [])
    relation = Validated("odd_rows", "odd_rows", "odd-grain", ("query_id", "doc_id", "line_order"))
    check = pa.Check.unique_values_eq(["a"], error="all")
    (finding,) = way(store, pa.DataFrameSchema({"doc_id": pa.Column(str, check)}), relation)
    assert finding.message == "column 'doc_id' as a whole breaks the rule 'all': 'a' is missing"
