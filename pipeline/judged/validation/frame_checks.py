"""Pandera itself, run on frames: which rows break which part of a schema."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from judged.errors import ArgumentError
from judged.validation.check_sql import is_builtin
from judged.validation.pushdown import Part, compile_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    import polars
    from pandera.api.checks import Check
    from pandera.api.polars.container import DataFrameSchema
    from pandera.errors import SchemaError


class Failure(NamedTuple):
    """A row that breaks a rule.

    Attributes:
        column: the one whose value is refused; None where it is the row as a whole.
        softened: whether all that is wrong with it is a warning, by what the schema says.
    """

    rule_id: str
    column: str | None
    row: dict[str, Any]
    softened: bool


class Trouble(NamedTuple):
    """A rule that a whole column breaks, in a sentence."""

    rule_id: str
    message: str
    softened: bool


def failures(schema: DataFrameSchema, frame: polars.DataFrame, unique_rule: str) -> list[Failure]:
    """What Pandera finds wrong with the rows of a frame, by rule; each row once for a rule.

    Args:
        schema: one that `schema_limits.require` accepts.
        frame: collected, not lazy: on a LazyFrame Pandera checks types only.
        unique_rule: the rule id of the schema's grain.
    """
    parts = compile_schema(schema, unique_rule, frame.schema)
    broken = dict(broken_rows(schema, parts, frame))
    found: dict[tuple[str, int], Failure] = {}
    for place, part in enumerate(parts):
        for index in broken.get(place, []):
            key = (part.rule_id, index)
            if key not in found:
                row = frame.row(index, named=True)
                found[key] = Failure(part.rule_id, part.column, row, part.softened)
            elif not part.softened:
                found[key] = found[key]._replace(softened=False)
    rules = list(dict.fromkeys(part.rule_id for part in parts))
    return [found[key] for key in sorted(found, key=lambda key: (rules.index(key[0]), key[1]))]


def broken_rows(
    schema: DataFrameSchema, parts: Sequence[Part], frame: polars.DataFrame
) -> Iterator[tuple[int, list[int]]]:
    """The rows that break some parts of a schema, by place in `parts` and in the frame, from 0.

    Parts about whole columns are left out. Pandera tells the first grain only that is broken, so
    each is judged by itself.

    Raises:
        ArgumentError: a check cannot be run.
    """
    import pandera.polars as pa

    judged = {place: part for place, part in enumerate(parts) if not part.is_whole}
    of_grains = {place: part for place, part in judged.items() if part.is_grain}
    others = {place: part for place, part in judged.items() if not part.is_grain}
    telling = _telling(schema, others.values())
    if of_grains:
        at_once = copy(telling)
        at_once.unique = schema.unique
        if not schema_errors(at_once, frame):
            return
    yield from _broken(telling, others, frame)
    for place, part in of_grains.items():
        yield from _broken(pa.DataFrameSchema(unique=list(part.unique)), {place: part}, frame)


def whole_column_troubles(
    parts: Sequence[Part], column_of: Callable[[Part], polars.DataFrame]
) -> list[Trouble]:
    """What is wrong with the values of columns together, each trouble of a rule once.

    Args:
        parts: of a schema.
        column_of: the column that a part is about, alone; each of its values once is enough.
    """
    found: dict[tuple[str, str], Trouble] = {}
    for part in parts:
        message = _whole_column_trouble(part, column_of(part)) if part.is_whole else None
        if message is not None:
            key = (part.rule_id, message)
            softened = part.softened and (key not in found or found[key].softened)
            found[key] = Trouble(part.rule_id, message, softened)
    return list(found.values())


def _whole_column_trouble(part: Part, column: polars.DataFrame) -> str | None:
    import pandera.polars as pa

    name = str(part.column)
    schema = _telling(pa.DataFrameSchema({name: pa.Column(nullable=True)}), [part])
    if not any(_broken(schema, {0: part}, column)):
        return None
    values = column.get_column(name).drop_nulls().unique().sort().to_list()
    # Of 0.0 and -0.0, which are one value, either may be the one that was kept.
    has = [value or type(value)() for value in values]
    beyond = [value for value in has if value not in part.wanted]
    missing = sorted((value for value in part.wanted if value not in has), key=repr)
    told = f"{beyond[0]!r} is not wanted" if beyond else f"{missing[0]!r} is missing"
    return f"column {name!r} as a whole breaks the rule {part.rule_id!r}: {told}"


def loosened(schema: DataFrameSchema) -> DataFrameSchema:
    """The schema without what it says beside checks: nulls and repeated values are allowed."""
    loose = _copied(schema)
    for column in loose.columns.values():
        column.nullable, column.unique = True, False
    return loose


def _copied(schema: DataFrameSchema) -> DataFrameSchema:
    copied = copy(schema)
    copied.columns = {name: copy(column) for name, column in schema.columns.items()}
    return copied


def _telling(schema: DataFrameSchema, parts: Collection[Part]) -> DataFrameSchema:
    """The schema with the checks of these parts alone, and all told that it would hush up."""

    def checks_of(column: str | None) -> list[Check]:
        return [
            _telling_check(part.check) for part in parts if part.check and part.column == column
        ]

    telling = _copied(schema)
    telling.unique, telling.drop_invalid_rows = None, False
    telling.checks = checks_of(None)
    for name, column in telling.columns.items():
        column.checks, column.drop_invalid_rows = checks_of(name), False
    return telling


def _telling_check(check: Check) -> Check:
    """The check with every failure told, each as an error; a user's function gives one a row."""
    telling = copy(check)
    telling.raise_warning, telling.n_failure_cases = False, None
    if not is_builtin(check) and not check.element_wise:
        telling._check_fn = _row_by_row(check._check_fn)
    return telling


def _row_by_row(check: Callable[..., Any]) -> Callable[..., Any]:
    """A user's function that gives as many verdicts as there are rows.

    Pandera takes a single one for the first row's; over batches it would be about each batch.
    """
    import polars

    def checked(data: Any, **options: Any) -> polars.LazyFrame:
        verdicts = check(data, **options)
        if not isinstance(verdicts, polars.LazyFrame):
            raise TypeError(f"it gives {type(verdicts).__name__}")
        collected = verdicts.collect()
        rows = data.lazyframe.select(polars.len()).collect().item()
        if collected.height != rows:
            raise ValueError(f"it gives {collected.height} verdicts for {rows} rows")
        return collected.lazy()

    return checked


def _broken(
    schema: DataFrameSchema, parts: Mapping[int, Part], frame: polars.DataFrame
) -> Iterator[tuple[int, list[int]]]:
    from pandera.constants import CHECK_OUTPUT_KEY
    from pandera.errors import SchemaErrorReason

    for error in schema_errors(schema, frame):
        place = _place(error, parts)
        if error.reason_code is SchemaErrorReason.CHECK_ERROR:
            raise ArgumentError(_cannot_run(error, parts[place]))
        assert error.check_output is not None
        yield place, error.check_output[CHECK_OUTPUT_KEY].not_().arg_true().to_list()


def schema_errors(schema: DataFrameSchema, frame: polars.DataFrame) -> list[SchemaError]:
    """All that Pandera says of a frame, whatever the environment tells it to skip."""
    from pandera.config import ValidationDepth, config_context
    from pandera.errors import SchemaErrors

    depth = ValidationDepth.SCHEMA_AND_DATA
    with config_context(validation_enabled=True, validation_depth=depth):
        try:
            schema.validate(frame, lazy=True)
        except SchemaErrors as errors:
            return list(errors.schema_errors)
        except SystemExit:
            raise ArgumentError(
                f"schema {schema.name}: a check ends the program; let it give a verdict on each row"
            ) from None
    return []


def _place(error: SchemaError, parts: Mapping[int, Part]) -> int:
    """The place of the part that an error is about."""
    from pandera.api.polars.components import Column
    from pandera.errors import SchemaErrorReason

    column = str(error.schema.name) if isinstance(error.schema, Column) else None
    of_column = [place for place, part in parts.items() if part.column == column]
    if error.check_index is not None:
        index = int(error.check_index)
        return [place for place in of_column if parts[place].check is not None][index]
    nulls = error.reason_code is SchemaErrorReason.SERIES_CONTAINS_NULLS
    without_check = [place for place in of_column if parts[place].check is None]
    return next(place for place in without_check if bool(parts[place].unique) is not nulls)


def _cannot_run(error: SchemaError, part: Part) -> str:
    about = "the frame" if part.column is None else f"column {part.column!r}"
    reason = str(error.failure_cases).splitlines()[0]
    if part.check is not None and is_builtin(part.check):
        what = "compare it with values of its own type"
    else:
        what = "mend it, so that it gives a LazyFrame of one boolean for each row"
    return f"{about} cannot be checked by {part.rule_id}: {reason}; {what}"
