"""Rows and Pandera schemas at random: values that databases and frames like to disagree on."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import pandera.polars as pa
import polars as pl
from hypothesis import strategies as st

from judged.validation.schema_findings import Validated

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from judged.store.store import Store

# Composed and decomposed, beyond the basic plane, line ends, and what patterns are made of.
TEXTS = ["", "a", "ab", "b", "A", "é", "e\u0301", "\U0001f600", "\ufb00", "a\nb", " ", "^a", "a.b"]
WHOLES = [-(2**63), -1, 0, 1, 2, 3, 2**53, 2**53 + 1, 2**63 - 1]
NUMBERS = [math.nan, math.inf, -math.inf, 0.0, -0.0, 0.1, 1.0, -1.5, 3.0, 1e308, 5e-324, 2.0**53]

VALUES: dict[str, list[Any]] = {
    "run_id": ["x", "y"],
    "query_id": TEXTS,
    "doc_id": TEXTS,
    "whole": WHOLES,
    "number": NUMBERS,
    "flag": [True, False],
}
SQL_TYPES = {
    "run_id": "varchar",
    "query_id": "varchar",
    "doc_id": "varchar",
    "whole": "bigint",
    "number": "double",
    "flag": "boolean",
}
FRAME_TYPES = {
    "run_id": pl.String,
    "query_id": pl.String,
    "doc_id": pl.String,
    "whole": pl.Int64,
    "number": pl.Float64,
    "flag": pl.Boolean,
}
# Ingest lets no line in that has no query, or is of no run.
NEVER_NULL = ("run_id", "query_id")
ODD = Validated("odd_rows", "odd_rows", "odd-grain", (*VALUES, "line_order"))

# Ends, alternatives, classes, repetitions; \w and é are read by Pandera, not pushed down.
PATTERNS = ["a", "b", ".", "^", "$", "|", "[ab]", "[^a]", "a*", "(a|b)+", r"\.", "a?", r"\w", "é"]
COMPARISONS = ["eq", "ne", "gt", "ge", "lt", "le"]
MEMBERSHIPS = ["isin", "notin"]
OF_WHOLE_COLUMNS = ["unique_values_eq"]
MOST_CHECKS = 4
OF_TEXT = ["str_matches", "str_contains", "str_startswith", "str_endswith", "str_length"]


class CheckSpec(NamedTuple):
    """A call of a built-in check: `pa.Check.<kind>(*statistics, **options)`."""

    kind: str
    statistics: tuple[Any, ...]
    options: dict[str, Any]

    def build(self) -> pa.Check:
        check: pa.Check = getattr(pa.Check, self.kind)(*self.statistics, **self.options)
        return check


class ColumnSpec(NamedTuple):
    """What a schema says of one column."""

    checks: tuple[CheckSpec, ...]
    nullable: bool
    unique: bool


def kinds(column: str) -> list[str]:
    """The built-in checks that fit a column."""
    if column == "flag":
        return [*MEMBERSHIPS, *OF_WHOLE_COLUMNS]
    ordered = [*MEMBERSHIPS, *OF_WHOLE_COLUMNS, *COMPARISONS, "in_range"]
    return [*ordered, *OF_TEXT] if isinstance(VALUES[column][0], str) else ordered


def statistics(column: str, kind: str) -> SearchStrategy[tuple[Any, ...]]:
    """What a built-in check may be called with."""
    values = st.sampled_from(VALUES[column])
    if kind in MEMBERSHIPS:
        return st.tuples(st.lists(st.none() | values, max_size=4))
    if kind in OF_WHOLE_COLUMNS:
        return st.tuples(st.just(VALUES[column]) | st.lists(values, max_size=4))
    if kind == "in_range":
        # Ends that are equal, or not ordered at all, Pandera refuses to make a check of.
        return st.tuples(values, values).filter(lambda ends: ends[0] < ends[1])
    if kind in ("str_matches", "str_contains"):
        return st.tuples(st.lists(st.sampled_from(PATTERNS), max_size=4).map("".join))
    if kind == "str_length":
        return st.sampled_from([(1, None), (None, 1), (1, 2), (0, 0), (2, None), (2,)])
    return st.tuples(values)


@st.composite
def check_specs(draw: DrawFn, column: str, kind: str) -> CheckSpec:
    # A rule may be that of several checks, of one column or of several.
    options: dict[str, Any] = {
        "error": draw(st.sampled_from([f"{column}-{kind}", f"{column}-{kind}", "shared"])),
        "raise_warning": draw(st.sampled_from([False, False, True])),
        "ignore_na": draw(st.sampled_from([True, True, False])),
    }
    if kind == "in_range":
        options["include_min"] = draw(st.booleans())
        options["include_max"] = draw(st.booleans())
    return CheckSpec(kind, draw(statistics(column, kind)), options)


def column_specs(column: str) -> SearchStrategy[ColumnSpec]:
    """Some of the checks that fit the column."""
    checks = st.sampled_from(kinds(column)).flatmap(lambda kind: check_specs(column, kind))
    several = st.lists(checks, max_size=MOST_CHECKS).map(tuple)
    return st.builds(ColumnSpec, several, st.booleans(), st.booleans())


def number_is_not_below_whole(data: pa.PolarsData) -> pl.LazyFrame:
    return data.lazyframe.select(pl.col("number") >= pl.col("whole"))


schema_specs = st.fixed_dictionaries({name: column_specs(name) for name in VALUES})
grains = st.lists(
    st.lists(st.sampled_from(list(VALUES)), min_size=1, max_size=3, unique=True), max_size=2
)


def odd_rows(seed: int, size: int) -> list[dict[str, Any]]:
    """So many rows; many, so that every check meets values on both of its sides and at its ends."""
    chance = random.Random(seed)
    return [
        {
            name: chance.choice(values if name in NEVER_NULL else [None, *values])
            for name, values in VALUES.items()
        }
        for _ in range(size)
    ]


frames = st.builds(odd_rows, st.integers(0, 10**6), st.sampled_from([30, 2]))


def schema_of(specs: dict[str, ColumnSpec], grain: list[list[str]]) -> pa.DataFrameSchema:
    columns = {
        name: pa.Column(
            FRAME_TYPES[name],
            checks=[check.build() for check in spec.checks],
            nullable=spec.nullable,
            unique=spec.unique,
        )
        for name, spec in specs.items()
    }
    return pa.DataFrameSchema(
        {**columns, "line_order": pa.Column(pl.Int64)},
        checks=pa.Check(number_is_not_below_whole, error="shared"),
        unique=grain or None,  # type: ignore[arg-type]
        name="odd",
    )


def fill(store: Store, values: list[dict[str, Any]]) -> None:
    """Makes the relation of these rows."""
    columns = ", ".join(f"{name} {kind}" for name, kind in SQL_TYPES.items())
    store.rows(f"create or replace table odd_lines (source_id bigint, {columns})")
    store.insert("odd_lines", [{"source_id": 1, **row} for row in values])
    store.rows("create or replace view odd_rows as select *, rowid as line_order from odd_lines")
