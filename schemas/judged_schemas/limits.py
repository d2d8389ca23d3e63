"""What a contract limits in the values of relations; imports no Pandera."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

LEAST, GREATEST = -(2**63), 2**63 - 1


class Limits(NamedTuple):
    """The limits of a contract.

    Attributes:
        least_grade: the first grade of the range that grades are in.
        greatest_grade: the last one.
        forbidden_grades: grades in the range that are refused all the same.
        least_judged_rate: how much of a top k is to be judged.
    """

    least_grade: int
    greatest_grade: int
    forbidden_grades: range
    least_judged_rate: float

    @classmethod
    def of(cls, contract: Mapping[str, Any]) -> Limits:
        """The limits of a contract, given as its fields in JSON form.

        Grades below 0 are in range unless `negative_grades` refuses them; a range that begins above
        0 forbids the grades from 0 to there one by one.
        """
        grades = contract["grades"]
        low, high = (0, GREATEST) if grades == "any" else grades
        rate = contract["min_judged_rate"]
        if contract["negative_grades"] == "error":
            return cls(low, high, range(0), rate)
        return cls(LEAST, high, range(max(low, 0)), rate)
