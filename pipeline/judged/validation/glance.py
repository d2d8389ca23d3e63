"""Whether a relation is as its schema wants it, in one statement; Pandera is asked where it is not.

Of small relations that are hardly ever broken this takes a tenth of the time that frames do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judged.validation.pushdown import compile_schema, counting_sql, parameters_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars
    from pandera.api.polars.container import DataFrameSchema

    from judged.store.store import Store


def is_fulfilled(
    store: Store,
    schema: DataFrameSchema,
    relation: str,
    parameters: Mapping[str, Any],
    in_sql: Mapping[str, str],
) -> bool:
    """Whether SQL alone can tell that every row of a relation fulfils a schema.

    Args:
        store: that has it.
        schema: one that `schema_limits.require` accepts.
        relation: a table, or a SELECT in parentheses.
        parameters: of the SELECT.
        in_sql: what checks of the whole row are in SQL, by rule id.
    """
    empty = store.sql(f"select * from {relation} limit 0", parameters)
    if not _has_its_columns(schema, empty):
        return False
    parts = compile_schema(schema, "", empty.schema, in_sql)
    if any(part.condition is None and not part.unique for part in parts):
        return False
    counts = store.rows(counting_sql(parts, relation), **parameters, **parameters_of(parts))[0]
    return not any(counts)


def _has_its_columns(schema: DataFrameSchema, empty: polars.DataFrame) -> bool:
    wanted = {name: getattr(column.dtype, "type", None) for name, column in schema.columns.items()}
    return wanted == dict(empty.schema)
