"""What a schema may not say of a relation, by both ways of validating."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pandera.polars as pa
import pytest
from pandera.api.parsers import Parser

from judged.errors import ArgumentError
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


COLUMNS = "run_id, query_id, doc_id, whole, number, flag, line_order"


def plain(value: Any) -> Any:
    return value


def with_parser(column: pa.Column) -> pa.Column:
    column.parsers = [Parser(plain)]
    return column


def schema(columns: dict[str, pa.Column], **says: Any) -> pa.DataFrameSchema:
    return pa.DataFrameSchema(columns, name="Mine", **says)


REFUSED: dict[str, tuple[pa.DataFrameSchema, str]] = {
    "no-such-column": (
        schema({"grade": pa.Column(int)}),
        f"the relation has no column 'grade'; it has {COLUMNS}",
    ),
    "text-as-integer": (
        schema({"doc_id": pa.Column(int)}),
        "column 'doc_id' is String, not Int64; leave its type as it is",
    ),
    "text-as-double": (
        schema({"doc_id": pa.Column(float)}),
        "column 'doc_id' is String, not Float64; leave its type as it is",
    ),
    "coerced": (
        schema({"whole": pa.Column(float, coerce=True)}),
        "column 'whole' is Int64, not Float64; leave its type as it is",
    ),
    "type-of-the-frame": (
        schema({"whole": pa.Column()}, dtype=str),
        f"expected column 'whole' to have type String, got Int64; the relation has {COLUMNS}",
    ),
    "pattern": (
        schema({"^.*_id$": pa.Column(str, regex=True)}),
        "columns by a pattern ('^.*_id$') are not taken: name each",
    ),
    "parser-of-the-frame": (
        schema({"doc_id": pa.Column(str)}, parsers=Parser(plain)),
        "parsers are not run; values stay as they were read: leave them out",
    ),
    "parser-of-a-column": (
        schema({"doc_id": with_parser(pa.Column(str))}),
        "parsers of 'doc_id' are not run; values stay as they were read: leave them out",
    ),
    "default": (
        schema({"doc_id": pa.Column(str, default="d")}),
        "a default of 'doc_id' is not filled in; values stay as they were read",
    ),
    "falsy-default": (
        schema({"whole": pa.Column(int, default=0)}),
        "a default of 'whole' is not filled in; values stay as they were read",
    ),
    "unique-and-unknown": (
        schema({"doc_id": pa.Column(str)}, unique=["doc_id", "grade"]),
        "unique names a column 'grade' that the relation does not have",
    ),
    "strict": (
        schema({"run_id": pa.Column(str)}, strict=True),
        "column 'query_id' not in DataFrameSchema",
    ),
    "ordered": (
        schema({"doc_id": pa.Column(str), "query_id": pa.Column(str)}, ordered=True),
        "column 'query_id' out-of-order",
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_hold_or_would_change_values_is_refused(
    store: Store, name: str, way: Way
) -> None:
    fill(store, [{"query_id": "q", "doc_id": "d", "whole": 1}])
    refused, message = REFUSED[name]
    with pytest.raises(ArgumentError, match=f"^schema Mine: {re.escape(message)}"):
        way(store, refused, ODD)


ALL = {
    "run_id": pa.Column(str, nullable=True),
    "query_id": pa.Column(str),
    "doc_id": pa.Column(str),
    "whole": pa.Column(int),
    "number": pa.Column(float, nullable=True),
    "flag": pa.Column(bool, nullable=True),
    "line_order": pa.Column(int),
}
TAKEN: dict[str, pa.DataFrameSchema] = {
    "strict-with-all": schema(ALL, strict=True),
    "strict-filter": schema({"whole": pa.Column(int)}, strict="filter"),
    "ordered-as-they-are": schema(ALL, ordered=True),
    "coerced-to-what-it-is": schema({"whole": pa.Column(int, coerce=True)}, coerce=True),
    "no-type": schema({"whole": pa.Column(), "doc_id": pa.Column()}),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", TAKEN)
def test_what_says_nothing_new_is_taken(store: Store, name: str, way: Way) -> None:
    fill(
        store,
        [
            {"query_id": "q", "doc_id": "d", "whole": 1},
            {"query_id": "q", "doc_id": "e", "whole": None},
        ],
    )
    # The second row has no number in a column that is to have one; all else holds.
    (finding,) = way(store, TAKEN[name], ODD)
    places = [place.line_order for place in finding.examples]
    assert (finding.rule_id, finding.places, places) == ("null-value", 1, [1])


@pytest.mark.parametrize("way", WAYS)
def test_nan_is_a_null_where_no_type_is_declared(store: Store, way: Way) -> None:
    numbers = [float("nan"), 1.0, None]
    fill(store, [{"query_id": "q", "doc_id": "d", "number": number} for number in numbers])
    (finding,) = way(store, schema({"number": pa.Column()}), ODD)
    assert [place.line_order for place in finding.examples] == [0, 2]
