"""What each built-in check of Pandera's polars backend is in SQL, where both mean the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from judged.store.queries import identifier

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pandera.api.checks import Check

    Bind = Callable[[Any], str]
    Translation = Callable[[str, Mapping[str, Any], Bind], str | None]

# Beyond these polars compares whole numbers in another way than DuckDB.
LEAST, GREATEST = -(2**63), 2**63 - 1


def check_sql(check: Check, column: str, dtype: str, bind: Bind) -> str | None:
    """A check as a condition on values that are not null; None where SQL cannot say it for certain.

    Args:
        check: of one column.
        column: its name.
        dtype: its polars type.
        bind: makes a parameter of a value, and returns its mark.
    """
    translate = _TRANSLATIONS.get(str(check.name))
    if translate is None or not is_builtin(check):
        return None
    if check.element_wise or not check.ignore_na or not _fits(check, dtype):
        return None
    return translate(identifier(column), check.statistics or {}, bind)


def is_builtin(check: Check) -> bool:
    """A check that carries a built-in's name may be a user's function; the dispatcher tells."""
    return type(check._check_fn).__name__ == "Dispatcher"


def _fits(check: Check, dtype: str) -> bool:
    """Whether a check's values are of the column's type, so that nobody casts one to the other.

    Polars compares whole numbers and doubles, but looks up neither among the other.
    """
    statistics = check.statistics or {}
    if str(check.name).startswith("str_"):
        return dtype == "String"
    listed = statistics.get("allowed_values", statistics.get("forbidden_values"))
    compared = [statistics.get(name) for name in ("value", "min_value", "max_value")]
    values = [value for value in (compared if listed is None else listed) if value is not None]
    if any(isinstance(value, int) and not LEAST <= value <= GREATEST for value in values):
        return False
    kinds = {type(value) for value in values}
    if dtype in ("String", "Boolean"):
        return kinds <= ({str} if dtype == "String" else {bool})
    if listed is not None:
        return kinds <= ({float} if dtype == "Float64" else {int})
    return kinds <= {int, float}


def _compare(operator: str, statistic: str) -> Translation:
    def translate(name: str, statistics: Mapping[str, Any], bind: Bind) -> str:
        return f"{name} {operator} {bind(statistics[statistic])}"

    return translate


def _in_range(name: str, statistics: Mapping[str, Any], bind: Bind) -> str:
    above = ">=" if statistics.get("include_min", True) else ">"
    below = "<=" if statistics.get("include_max", True) else "<"
    low, high = bind(statistics["min_value"]), bind(statistics["max_value"])
    return f"{name} {above} {low} and {name} {below} {high}"


def _isin(name: str, statistics: Mapping[str, Any], bind: Bind) -> str | None:
    return _membership(name, list(statistics["allowed_values"]), bind, "in")


def _notin(name: str, statistics: Mapping[str, Any], bind: Bind) -> str | None:
    return _membership(name, list(statistics["forbidden_values"]), bind, "not in")


def _membership(name: str, values: list[Any], bind: Bind, operator: str) -> str | None:
    # x in ('a', null) is null in SQL where x is another value; polars leaves the null out.
    known = [value for value in values if value is not None]
    if any(isinstance(value, float) and value != value for value in known):
        return None
    if not known:
        return "false" if operator == "in" else "true"
    return f"{name} {operator} ({', '.join(bind(value) for value in known)})"


def _pattern(prefix: str) -> Translation:
    def translate(name: str, statistics: Mapping[str, Any], bind: Bind) -> str | None:
        pattern = statistics["pattern"]
        text = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
        if not isinstance(text, str) or not _means_the_same(text):
            return None
        anchored = text if text.startswith(prefix) else prefix + text
        return f"regexp_matches({name}, {bind(anchored)})"

    return translate


def _means_the_same(pattern: str) -> bool:
    r"""Whether RE2 and Rust's regex read a pattern alike, for certain.

    Classes like \w, flags like (?i), classes within classes, set operations, counted and repeated
    repetitions differ; a backslash is taken before a sign that would mean something else without
    it, and nowhere else.
    """
    without_escapes = re.sub(r"\\[][.^$*+?()|/\\-]", "", pattern)
    return pattern.isascii() and not re.search(
        r"[\\{}]|[*+?]{2}|\(\?|\[\^?\]|\[[^]]*\[|&&|--|~~", without_escapes
    )


def _affix(function: str) -> Translation:
    def translate(name: str, statistics: Mapping[str, Any], bind: Bind) -> str | None:
        affix = statistics["string"]
        return f"{function}({name}, {bind(affix)})" if isinstance(affix, str) else None

    return translate


def _str_length(name: str, statistics: Mapping[str, Any], bind: Bind) -> str | None:
    bounds = {"exact_value": "=", "min_value": ">=", "max_value": "<="}
    if statistics.get("exact_value") is not None:
        bounds = {"exact_value": "="}
    lengths = {
        operator: statistics[bound]
        for bound, operator in bounds.items()
        if statistics.get(bound) is not None
    }
    if not lengths or any(type(length) is not int for length in lengths.values()):
        return None
    parts = [f"length({name}) {operator} {bind(length)}" for operator, length in lengths.items()]
    return " and ".join(parts)


# Every built-in check of Pandera's polars backend but unique_values_eq, which is about all rows.
_TRANSLATIONS: dict[str, Translation] = {
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
