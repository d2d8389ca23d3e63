"""Pandera checks as SQL, so that no row of a large table crosses into Python.

A schema object says what must hold: nullable, unique, and built-in checks with their statistics.
`compile_schema` turns each into a condition on a row, or a grouping for uniqueness, with the values
as parameters. What SQL cannot say the same way is handed back, to be run by Pandera itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
        rule_id: the rule that a row breaks where it does not hold.
        column: the column whose value is shown.
        sql: true or false for every row, never null.
        parameters: the values that it names.
    """

    rule_id: str
    column: str
    sql: str
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Uniqueness:
    """Columns whose values together occur once."""

    rule_id: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Compiled:
    """A schema, taken apart.

    Attributes:
        conditions: checks of rows, as SQL.
        uniqueness: checks of groups, as SQL.
        native: checks by column (None: of the frame) that Pandera has to run.
    """

    conditions: list[Condition] = field(default_factory=list)
    uniqueness: list[Uniqueness] = field(default_factory=list)
    native: dict[str | None, list[Check]] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, Any]:
        """The values that the conditions name, together."""
        return {
            name: value
            for condition in self.conditions
            for name, value in condition.parameters.items()
        }


def compile_schema(schema: DataFrameSchema, unique_rule: str) -> Compiled:
    """Takes a schema apart into what SQL can check and what only Pandera can.

    Args:
        schema: of one relation.
        unique_rule: the rule id of the relation's grain.
    """
    compiled = Compiled()
    for column in schema.columns.values():
        _compile_column(column, compiled)
    for check in schema.checks or []:
        compiled.native.setdefault(None, []).append(check)
    compiled.uniqueness.extend(Uniqueness(unique_rule, grain) for grain in grains(schema))
    return compiled


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
    return str(check.error or check.name)


def counting_sql(compiled: Compiled, relation: str) -> str:
    """One statement that counts the rows that break a condition, and those that may be repeated.

    One column a condition, then one a uniqueness. Rows that share a hash may share their values,
    rows that share none do not; a hash is less to keep in mind than what it is of.
    """
    counts = [
        f"count(*) filter (where not ({condition.sql})) as broken_{place}"
        for place, condition in enumerate(compiled.conditions)
    ]
    counts += [
        f"count(*) - count(distinct hash({names_of(uniqueness)})) as repeated_{place}"
        for place, uniqueness in enumerate(compiled.uniqueness)
    ]
    return f"select {', '.join(counts)} from {relation}"


def names_of(uniqueness: Uniqueness) -> str:
    """Its columns, as SQL lists them."""
    return ", ".join(identifier(column) for column in uniqueness.columns)


def _compile_column(column: Column, compiled: Compiled) -> None:
    name = identifier(str(column.name))
    is_float = "Float" in str(column.dtype)
    if not column.nullable:
        holds = f"{name} is not null" + (f" and not isnan({name})" if is_float else "")
        rule_id = NULL_RULES.get(str(column.name), NULL_RULE)
        compiled.conditions.append(Condition(rule_id, str(column.name), holds))
    if column.unique:
        compiled.uniqueness.append(Uniqueness(UNIQUE_VALUE_RULE, (str(column.name),)))
    for check in column.checks:
        parameters: dict[str, Any] = {}
        sql = _check_sql(check, name, parameters, f"v{len(compiled.conditions)}")
        if sql is None or not _fits(check, column):
            compiled.native.setdefault(str(column.name), []).append(check)
        else:
            holds = f"{name} is null or ({sql})"
            condition = Condition(rule_of(check), str(column.name), holds, parameters)
            compiled.conditions.append(condition)


def _check_sql(check: Check, name: str, parameters: dict[str, Any], prefix: str) -> str | None:
    """The check as a condition on a value that is not null; None where SQL cannot say it."""
    translate = _TRANSLATIONS.get(str(check.name))
    if translate is None or not _is_builtin(check):
        return None
    if check.element_wise or not check.ignore_na:
        return None

    def bind(value: Any) -> str:
        mark = f"{prefix}_{len(parameters)}"
        parameters[mark] = value
        return f"${mark}"

    return translate(name, check.statistics or {}, bind)


def _fits(check: Check, column: Column) -> bool:
    """Whether a check's values are of the column's type, so that nobody casts one to the other.

    Polars compares whole numbers and doubles, but looks up neither among the other.
    """
    if check.name == "str_length":
        return True
    statistics = check.statistics or {}
    listed = statistics.get("allowed_values", statistics.get("forbidden_values"))
    compared = [statistics.get(name) for name in ("value", "min_value", "max_value")]
    values = compared if listed is None else list(listed)
    kinds = {type(value) for value in values if value is not None}
    dtype = str(column.dtype)
    if "String" in dtype:
        return kinds <= {str}
    if "Bool" in dtype:
        return kinds <= {bool}
    if listed is not None:
        return kinds <= ({float} if "Float" in dtype else {int})
    return kinds <= {int, float}


def _is_builtin(check: Check) -> bool:
    """A check that carries a built-in's name may be a user's function; the dispatcher tells."""
    return type(check._check_fn).__name__ == "Dispatcher"


def identifier(name: str) -> str:
    """A column name that is safe in a statement."""
    return '"' + name.replace('"', '""') + '"'


def _compare(operator: str, statistic: str) -> _Translation:
    def translate(name: str, statistics: Mapping[str, Any], bind: _Bind) -> str:
        return f"{name} {operator} {bind(statistics[statistic])}"

    return translate


def _in_range(name: str, statistics: Mapping[str, Any], bind: _Bind) -> str:
    above = ">=" if statistics.get("include_min", True) else ">"
    below = "<=" if statistics.get("include_max", True) else "<"
    low, high = bind(statistics["min_value"]), bind(statistics["max_value"])
    return f"{name} {above} {low} and {name} {below} {high}"


def _isin(name: str, statistics: Mapping[str, Any], bind: _Bind) -> str | None:
    return _membership(name, list(statistics["allowed_values"]), bind, "in")


def _notin(name: str, statistics: Mapping[str, Any], bind: _Bind) -> str | None:
    return _membership(name, list(statistics["forbidden_values"]), bind, "not in")


def _membership(name: str, values: list[Any], bind: _Bind, operator: str) -> str | None:
    # x in ('a', null) is null in SQL where x is another value; polars leaves the null out.
    known = [value for value in values if value is not None]
    if any(isinstance(value, float) and value != value for value in known):
        return None
    if not known:
        return "false" if operator == "in" else "true"
    return f"{name} {operator} ({', '.join(bind(value) for value in known)})"


def _pattern(prefix: str) -> _Translation:
    def translate(name: str, statistics: Mapping[str, Any], bind: _Bind) -> str | None:
        pattern = statistics["pattern"]
        text = pattern.pattern if isinstance(pattern, re.Pattern) else str(pattern)
        if not _means_the_same(text):
            return None
        anchored = text if text.startswith(prefix) else prefix + text
        return f"regexp_matches({name}, {bind(anchored)})"

    return translate


def _means_the_same(pattern: str) -> bool:
    r"""Whether RE2 and Rust's regex read a pattern alike, for certain.

    Classes like \w, flags like (?i), set operations, counted and repeated repetitions differ; a
    backslash is taken before a sign that would mean something else without it, and nowhere else.
    """
    without_escapes = re.sub(r"\\[][.^$*+?()|/\\-]", "", pattern)
    return pattern.isascii() and not re.search(
        r"[\\{}]|[*+?]{2}|\(\?|\[\[|&&|--|~~", without_escapes
    )


def _affix(function: str) -> _Translation:
    def translate(name: str, statistics: Mapping[str, Any], bind: _Bind) -> str:
        return f"{function}({name}, {bind(statistics['string'])})"

    return translate


def _str_length(name: str, statistics: Mapping[str, Any], bind: _Bind) -> str:
    bounds = {"exact_value": "=", "min_value": ">=", "max_value": "<="}
    if statistics.get("exact_value") is not None:
        bounds = {"exact_value": "="}
    parts = [
        f"length({name}) {operator} {bind(statistics[bound])}"
        for bound, operator in bounds.items()
        if statistics.get(bound) is not None
    ]
    return " and ".join(parts)


if TYPE_CHECKING:
    _Bind = Callable[[Any], str]
    _Translation = Callable[[str, Mapping[str, Any], _Bind], str | None]

# Every built-in check of Pandera's polars backend but unique_values_eq, which is about all rows.
_TRANSLATIONS: dict[str, _Translation] = {
    "equal_to": _compare("=", "value"),
    "not_equal_to": _compare("<>", "value"),
    "greater_than": _compare(">", "min_value"),
    "greater_than_or_equal_to": _compare(">=", "min_value"),
    "less_than": _compare("<", "max_value"),
    "less_than_or_equal_to": _compare("<=", "max_value"),
    "in_range": _in_range,
    "isin": _isin,
    "notin": _notin,
    "str_matches": _pattern("^"),
    "str_contains": _pattern(""),
    "str_startswith": _affix("starts_with"),
    "str_endswith": _affix("suffix"),
    "str_length": _str_length,
}
