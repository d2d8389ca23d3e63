"""What a grade is worth: the values of the contract's gain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, InvalidOperation
from typing import Any, TypeAlias

from judged.contract.kinds import Choice
from judged.contract.words import is_integer, is_plain, key_value, number_or_word, one_word, split
from judged.errors import ContractError

GainTable: TypeAlias = tuple[tuple[int, Decimal], ...]


class Gain:
    """linear, exponential, or a table of exact decimals by grade."""

    form = "linear|exponential|GRADE=GAIN,..."
    toml = ('"linear"', '"exponential"', '{ 1 = 1, 2 = "2.5", 3 = 7 }')
    words = Choice(("linear", "exponential"), "a table of gains by grade")

    def parse(self, words: Sequence[str]) -> object:
        parts = split(words)
        entries = [part for part in parts if "=" in part]
        if entries and len(entries) < len(parts):
            raise ContractError(
                f"{','.join(parts)!r} mixes a word and a table; give either"
                " --gain exponential or --gain 1=1,2=3"
            )
        return tuple(key_value(part) for part in entries) if entries else one_word(parts)

    def check(self, value: Any) -> str | GainTable:
        if isinstance(value, Mapping):
            return self._table(value.items())
        if isinstance(value, tuple):
            return self._table(value)
        if isinstance(value, str) and "=" in value:
            raise ContractError(f"{value!r} is text; give a table of gains by grade: {{1: 1}}")
        return self.words.check(value)

    def _table(self, items: Iterable[Any]) -> GainTable:
        pairs = list(items)
        if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            raise ContractError(f"{tuple(pairs)!r} is no gain table; give gains by grade: {{1: 1}}")
        table = [(self._grade(grade), self._gain(gain)) for grade, gain in pairs]
        if not table:
            raise ContractError("the gain table is empty; give an entry a grade, such as 1=1")
        if len({grade for grade, _ in table}) < len(table):
            raise ContractError("the gain table has two entries for one grade")
        return tuple(sorted(table))

    def _grade(self, grade: Any) -> int:
        number = number_or_word(grade) if isinstance(grade, str) else grade
        if not is_integer(number) or number < 0:
            raise ContractError(f"{grade!r} is not a grade of the gain table; give integers >= 0")
        return int(number)

    def _gain(self, gain: Any) -> Decimal:
        try:
            number = Decimal(str(gain))
        except InvalidOperation:
            number = Decimal(-1)
        is_number = is_plain(str(gain)) and not isinstance(gain, bool) and number.is_finite()
        if not is_number or number < 0:
            raise ContractError(f"{gain!r} is not a gain; give exact decimals >= 0, such as 0.5")
        if number >= 10**15 or normal(number).as_tuple().exponent < -15:  # type: ignore[operator]
            raise ContractError(f"{gain!r} is out of range; give gains below 10^15, 15 decimals")
        return normal(number)

    def json(self, value: str | GainTable) -> object:
        if isinstance(value, str):
            return value
        return {str(grade): f"{gain:f}" for grade, gain in value}

    def text(self, value: str | GainTable) -> str:
        if isinstance(value, str):
            return value
        return ",".join(f"{grade}={gain:f}" for grade, gain in value)


def normal(number: Decimal) -> Decimal:
    """One form for equal decimals: 1.50 and 1.5, 0.0 and 0."""
    if number == 0:
        return Decimal(0)
    # As many digits as it has: a caller's own context must not round a gain.
    exact = Context(prec=len(number.as_tuple().digits), Emin=MIN_EMIN, Emax=MAX_EMAX)
    number = number.normalize(exact)
    exponent = number.as_tuple().exponent
    is_whole = isinstance(exponent, int) and exponent > 0
    return Decimal(int(number)) if is_whole else number
