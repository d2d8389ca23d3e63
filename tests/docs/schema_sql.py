"""Our Pandera schemas as SQL: the files of `sql/schemas/`, one a relation."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

from judged.contract.contract import Contract
from judged.validation.pushdown import Part, compile_schema, counting_sql, parameters_of
from judged.validation.schemas import OURS, Schemas

if TYPE_CHECKING:
    from collections.abc import Iterable

HEADER = """\
-- {relation}: how many rows break each part of our schema; all 0 where none does.
-- params:  {params}
-- reads:   relation
{returns}
-- grain:   one row
-- source:  judged_schemas.{relation}, by python -m tests.docs.generate
"""
WIDTH = 100
# Values that no schema has of itself, by what of the contract they stand for.
LIMITS = {"least_grade": 111_111, "greatest_grade": 222_222, "least_judged_rate": 0.333_333}


def limited() -> dict[str, Any]:
    """A contract whose limits are known again in what a schema says."""
    grades = [LIMITS["least_grade"], LIMITS["greatest_grade"]]
    rate = LIMITS["least_judged_rate"]
    return {**Contract().as_json(), "grades": grades, "min_judged_rate": rate}


def parts_of(relation: str, contract: dict[str, Any]) -> list[Part]:
    """What our schema of a relation says under a contract."""
    model = Schemas.of().model(relation)
    schema = model.for_contract(contract)
    types = {name: getattr(column.dtype, "type", None) for name, column in schema.columns.items()}
    return compile_schema(schema, "repeated", types, model.in_sql())


def schema_sql(relation: str) -> str:
    """The file of a relation: contract's limits as parameters, all other values written out."""
    parts = parts_of(relation, limited())
    assert all(part.unique or part.condition for part in parts)
    marks = {value: f"${name}" for name, value in LIMITS.items()}
    values = {
        f"${name}": marks.get(value, repr(value)) for name, value in parameters_of(parts).items()
    }

    def written(mark: re.Match[str]) -> str:
        return values[mark.group()]

    statement = re.sub(r"\$v[0-9_]+", written, counting_sql(parts, "relation"))
    text = _laid_out(re.sub(r'"([a-z_]+)"', r"\1", statement))
    params = _params(dict.fromkeys(re.findall(r"\$([a-z_]+)", text)))
    return HEADER.format(relation=relation, params=params, returns=_returns(text)) + text


def _params(names: Iterable[str]) -> str:
    kinds = {name: "double" if isinstance(LIMITS[name], float) else "integer" for name in names}
    return ", ".join(f"${name} ({kind})" for name, kind in kinds.items()) or "none"


def _laid_out(statement: str) -> str:
    """A statement with a line for each count, or several of a long one."""
    counts, _, source = statement.removeprefix("select ").rpartition(" from ")
    lines = [
        f"    {count}" if len(count) < WIDTH - 4 else _broken_up(count)
        for count in re.split(r", (?=count\()", counts)
    ]
    return "select\n" + ",\n".join(lines) + f"\nfrom {source}\n"


def _broken_up(count: str) -> str:
    parts = re.fullmatch(r"(.* filter \()where not \((.* is null) (or .*)\)(\) as .*)", count)
    assert parts is not None
    before, null, condition, name = parts.groups()
    lines = [before, "    where not (", f"        {null}", f"        {condition}", "    )", name]
    return "\n".join(f"    {line}" for line in lines)


def _returns(text: str) -> str:
    names = ", ".join(re.findall(r" as ([a-z_0-9]+),?$", text, re.MULTILINE))
    later = "--".ljust(len("-- returns: "))
    return textwrap.fill(names, WIDTH, initial_indent="-- returns: ", subsequent_indent=later)


def files() -> dict[str, str]:
    """The text of each file, by its name below `sql/`."""
    return {f"schemas/{relation}.sql": schema_sql(relation) for relation in OURS}
