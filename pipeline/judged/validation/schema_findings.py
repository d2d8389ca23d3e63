"""Which rows of a relation break which part of a schema, and the findings that they make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judged.evaluation.findings import Finding, collect
from judged.store.queries import identifier
from judged.validation.pushdown import Part, counting_sql, names_of, parameters_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from judged.store.store import Store


@dataclass(frozen=True)
class Validated:
    """What is validated: a view, the one that it is a selection of, and the rule of its grain."""

    view: str
    origin: str
    unique_rule: str
    columns: tuple[str, ...]

    def of(self, source_ids: Collection[int]) -> Validated:
        """The rows of some sources."""
        numbers = ", ".join(str(source) for source in sorted(source_ids))
        view = f"(select * from {self.view} where source_id in ({numbers}))"
        return replace(self, view=view)

    @property
    def run_id(self) -> str:
        """The expression for the run of a row; judgments have none."""
        return "run_id" if "run_id" in self.columns else "cast(null as varchar)"


class Broken:
    """The parts of a schema that rows of a relation break.

    Rows that break a part which has no condition are kept by line_order, in table `broken_rows`.
    """

    def __init__(self, store: Store, relation: Validated, parts: Sequence[Part]) -> None:
        self._store = store
        self._relation = relation
        self._parts = parts
        self._broken: set[int] = set()
        store.rows("create or replace temp table broken_rows (part bigint, line_order bigint)")

    def keep(self, number: int, line_orders: Sequence[int]) -> None:
        """Rows that break the part of that number."""
        self._broken.add(number)
        self._store.rows(
            "insert into broken_rows select $part, unnest(cast($line_orders as bigint[]))",
            part=number,
            line_orders=line_orders,
        )

    def count(self) -> None:
        """Breaks the parts that SQL can judge, in one pass over the rows."""
        judged = {
            number: part
            for number, part in enumerate(self._parts)
            if part.condition is not None or part.unique
        }
        if not judged:
            return
        parts = list(judged.values())
        sql = counting_sql(parts, self._relation.view)
        counts = self._store.rows(sql, **parameters_of(parts))[0]
        for number, count in zip(judged, counts, strict=True):
            if not count:
                continue
            if judged[number].unique:
                self._keep_repeated(number)
            else:
                self._broken.add(number)

    def findings(self) -> list[Finding]:
        """One finding for each rule and run, with every row that breaks the rule once."""
        by_rule: dict[str, list[int]] = {}
        for number in sorted(self._broken):
            by_rule.setdefault(self._parts[number].rule_id, []).append(number)
        return [
            finding
            for rule_id, numbers in by_rule.items()
            for finding in self._findings_of(rule_id, numbers)
        ]

    def _keep_repeated(self, number: int) -> None:
        """Every row whose values in some columns occur more than once."""
        columns = self._parts[number].unique
        names, view = names_of(columns), self._relation.view
        self._store.rows(
            f"create or replace temp table repeated as select {names} from {view}"
            f" group by {names} having count(*) > 1"
        )
        equal = " and ".join(
            f"l.{identifier(column)} is not distinct from r.{identifier(column)}"
            for column in columns
        )
        kept = self._store.rows(
            f"insert into broken_rows select {number}, l.line_order"
            f" from {view} as l inner join repeated as r on {equal}"
        )
        if kept[0][0]:
            self._broken.add(number)

    def _findings_of(self, rule_id: str, numbers: list[int]) -> list[Finding]:
        """The rows that break a rule, with the value that the first of these parts refuses."""
        verdicts = ", ".join(f"{self._holds(number)} as holds_{number}" for number in numbers)
        values = " ".join(
            f"when not holds_{number} then {self._value(number)}" for number in numbers
        )
        hard = [number for number in numbers if not self._parts[number].softened]
        sql = (
            f"select {self._relation.run_id} as run_id, query_id, doc_id,"
            f" case {values} end as value, line_order, {_all(hard)} as softened"
            f" from (select *, {verdicts} from {self._relation.view}) where not ({_all(numbers)})"
        )
        parameters = parameters_of([self._parts[number] for number in numbers])
        found = collect(self._store, rule_id, sql, parameters, self._relation.origin)
        softened = dict(
            self._store.rows("select run_id, bool_and(softened) from places group by run_id")
        )
        return [replace(finding, softened=softened[finding.run_id]) for finding in found]

    def _holds(self, number: int) -> str:
        condition = self._parts[number].condition
        if condition is not None:
            return f"({condition.sql})"
        return f"(line_order not in (select line_order from broken_rows where part = {number}))"

    def _value(self, number: int) -> str:
        column = self._parts[number].column
        return f"cast({'null' if column is None else identifier(column)} as varchar)"


def _all(numbers: list[int]) -> str:
    return " and ".join(f"holds_{number}" for number in numbers) or "true"
