"""A Pandera schema taken apart: what it says one by one, and each as SQL where SQL can say it.

So no row of a large table crosses into Python. Nullable, unique, and built-in checks with their
statistics become conditions on a row, or groupings; the rest is left for Pandera itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from judged.store.queries import identifier
from judged.validation.check_sql import check_sql, is_builtin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pandera.api.checks import Check
    from pandera.api.polars.components import Column
    from pandera.api.polars.container import DataFrameSchema

# What the rules are called that have no Check of their own.
NULL_RULES = {"query_id": "empty-id", "doc_id": "empty-id"}
NULL_RULE = "null-value"
UNIQUE_VALUE_RULE = "duplicate-value"


@dataclass(frozen=True)
class Condition:
    """What every row must fulfil.

    Attributes:
        sql: true or false for every row, never null.
        parameters: the values that it names.
    """

    sql: str
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """One thing that a schema says.

    Attributes:
        rule_id: the rule that a row breaks where it does not hold.
        column: the column that it is about, whose value is shown; None: the whole row.
        unique: the columns whose values together occur once; else empty.
        check: the check that it is; None where it has none.
        condition: the same as SQL; None where that is a grouping, or cannot be said.
    """

    rule_id: str
    column: str | None
    unique: tuple[str, ...] = ()
    check: Check | None = None
    condition: Condition | None = None

    @property
    def softened(self) -> bool:
        """Whether the schema itself says that it is only a warning."""
        return self.check is not None and bool(self.check.raise_warning)

    @property
    def is_grain(self) -> bool:
        """Whether it is about columns that are unique together."""
        return self.column is None and bool(self.unique)

    @property
    def is_whole(self) -> bool:
        """Whether it is about all values of the column together, so that no row breaks it."""
        return (
            self.check is not None
            and self.column is not None
            and self.check.name == "unique_values_eq"
            and is_builtin(self.check)
            and not self.check.element_wise
        )

    @property
    def wanted(self) -> frozenset[Any]:
        """The values that a whole column is to have."""
        statistics = {} if self.check is None else self.check.statistics or {}
        return frozenset(statistics["values"])

    @property
    def is_native(self) -> bool:
        """Whether only Pandera can judge the rows by it."""
        return self.check is not None and self.condition is None and not self.is_whole


def compile_schema(
    schema: DataFrameSchema,
    unique_rule: str,
    types: Mapping[str, Any],
    in_sql: Mapping[str, str] | None = None,
) -> list[Part]:
    """Takes a schema apart, in the order in which Pandera judges its parts.

    Args:
        schema: of one relation.
        unique_rule: the rule id of the relation's grain.
        types: the polars types of the relation's columns.
        in_sql: what checks of the whole row are in SQL, by rule id; true or false, never null.
    """
    parts = [Part(unique_rule, None, unique=grain) for grain in grains(schema)]
    for name, column in schema.columns.items():
        parts += _parts_of_column(column, name, str(types[name]), len(parts))
    for check in schema.checks or []:
        sql = (in_sql or {}).get(rule_of(check))
        condition = None if sql is None else Condition(sql)
        parts.append(Part(rule_of(check), None, check=check, condition=condition))
    return parts


def grains(schema: DataFrameSchema) -> list[tuple[str, ...]]:
    """The groups of columns that are unique together: Pandera takes one, or a list of several."""
    unique = schema.unique or []
    if isinstance(unique, str):
        return [(unique,)]
    names = [name for name in unique if isinstance(name, str)]
    several = [tuple(group) for group in unique if not isinstance(group, str)]
    return [tuple(names), *several] if names else several


def rule_of(check: Check) -> str:
    """The rule id of a check: its error, or its name where it has none."""
    return str(check.error or check.name or check)


def counting_sql(parts: Sequence[Part], relation: str) -> str:
    """One statement that counts the rows that break each part, or may be repeated; one row.

    Rows that share a hash may share their values, rows that share none do not; a hash is less to
    keep in mind than what it is of.
    """
    counts = [
        f"count(*) - count(distinct hash({names_of(part.unique)})) as repeated_{place}"
        if part.condition is None
        else f"count(*) filter (where not ({part.condition.sql})) as broken_{place}"
        for place, part in enumerate(parts)
    ]
    return f"select {', '.join(counts)} from {relation}"


def parameters_of(parts: Sequence[Part]) -> dict[str, Any]:
    """The values that the conditions of some parts name, together."""
    return {
        name: value
        for part in parts
        if part.condition is not None
        for name, value in part.condition.parameters.items()
    }


def names_of(columns: Sequence[str]) -> str:
    """Columns, as SQL lists them."""
    return ", ".join(identifier(column) for column in columns)


def _parts_of_column(column: Column, name: str, dtype: str, first: int) -> Iterator[Part]:
    if not column.nullable:
        # Pandera takes NaN for a null.
        is_number = f" and not isnan({identifier(name)})" if dtype == "Float64" else ""
        holds = Condition(f"{identifier(name)} is not null{is_number}")
        yield Part(NULL_RULES.get(name, NULL_RULE), name, condition=holds)
    if column.unique:
        yield Part(UNIQUE_VALUE_RULE, name, unique=(name,))
    for place, check in enumerate(column.checks, start=first):
        condition = _condition(check, name, dtype, f"v{place}")
        yield Part(rule_of(check), name, check=check, condition=condition)


def _condition(check: Check, name: str, dtype: str, prefix: str) -> Condition | None:
    parameters: dict[str, Any] = {}

    def bind(value: Any) -> str:
        mark = f"{prefix}_{len(parameters)}"
        parameters[mark] = value
        return f"${mark}"

    sql = check_sql(check, name, dtype, bind)
    return None if sql is None else Condition(f"{identifier(name)} is null or ({sql})", parameters)
