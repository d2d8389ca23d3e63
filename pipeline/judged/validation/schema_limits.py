"""What a user's schema may not say of a relation, since it could not hold or would change values.

Types are ingest's job: names, types and values are as they were read, whatever a schema wants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.errors import ArgumentError
from judged.validation.frame_checks import loosened, schema_errors
from judged.validation.pushdown import grains

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars
    from pandera.api.polars.container import DataFrameSchema


def require(schema: DataFrameSchema, empty: polars.DataFrame) -> None:
    """Refuses a schema that does not fit a relation, by both ways of validating alike.

    Args:
        schema: of the relation.
        empty: a frame of its columns without rows.

    Raises:
        ArgumentError: the schema wants other columns or types, or would change values.
    """
    for trouble in _troubles(schema, empty):
        raise ArgumentError(f"schema {schema.name}: {trouble}")


def _troubles(schema: DataFrameSchema, empty: polars.DataFrame) -> Iterator[str]:
    yield from _troubles_of_columns(schema, empty)
    if schema.parsers:
        yield "parsers are not run; values stay as they were read: leave them out"
    for name in {name for grain in grains(schema) for name in grain} - set(empty.columns):
        yield f"unique names a column {name!r} that the relation does not have"
    for error in schema_errors(_without_checks(schema), empty):
        reason = str(error).splitlines()[0]
        yield f"{reason}; the relation has {', '.join(empty.columns)}, in this order"


def _troubles_of_columns(schema: DataFrameSchema, empty: polars.DataFrame) -> Iterator[str]:
    for name, column in schema.columns.items():
        if column.regex:
            yield f"columns by a pattern ({name!r}) are not taken: name each"
        if name not in empty.columns:
            yield f"the relation has no column {name!r}; it has {', '.join(empty.columns)}"
        has, wanted = empty.schema[name], getattr(column.dtype, "type", None)
        if wanted is not None and wanted != has:
            yield f"column {name!r} is {has}, not {wanted}; leave its type as it is"
        if column.parsers:
            yield f"parsers of {name!r} are not run; values stay as they were read: leave them out"
        if column.default is not None:
            yield f"a default of {name!r} is not filled in; values stay as they were read"


def _without_checks(schema: DataFrameSchema) -> DataFrameSchema:
    bare = loosened(schema)
    bare.checks, bare.unique = [], None
    for column in bare.columns.values():
        column.checks = []
    return bare
