"""What a grade is worth, as an exact integer of units."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context
from typing import TYPE_CHECKING

from judged.errors import ContractError

if TYPE_CHECKING:
    from decimal import Decimal

# 2^63 - 1 is the largest gain that a bigint holds.
MOST_EXPONENTIAL_GRADE = 62
# Any gain with its decimals, whatever context a caller works in.
WIDE = Context(prec=60)


@dataclass(frozen=True)
class GainUnits:
    """The gains of a contract.

    Attributes:
        gain: linear, exponential, or a table of grades with their gains.
    """

    gain: str | tuple[tuple[int, Decimal], ...]

    @property
    def digits(self) -> int:
        """Decimals of the finest gain, so that every gain is an integer of 10^-digits."""
        if isinstance(self.gain, str):
            return 0
        return max(max(0, -int(gain.as_tuple().exponent)) for _, gain in self.gain)

    def units(self, grade: int) -> int | None:
        """The gain of a grade in units of 10^-digits; None where the contract has none.

        Raises:
            ContractError: it is out of the range of a bigint.
        """
        if grade < 0:
            return 0
        if self.gain == "linear":
            return grade
        if isinstance(self.gain, str):
            return 2**grade - 1 if grade <= MOST_EXPONENTIAL_GRADE else None
        gain = dict(self.gain).get(grade)
        if gain is None:
            return 0 if grade == 0 else None
        units = int(gain.scaleb(self.digits, WIDE))
        if units >= 2**63:
            raise ContractError(
                f"gain: {gain:f} with {self.digits} decimals is out of range;"
                " use gains below 9.2 * 10^18 units of the finest decimal"
            )
        return units
