"""The kinds of value that a contract field takes, and how each is read, checked and written.

A kind knows three forms of a value: what a person types (`parse`, a list of words from the command
line), what Python and TOML hand over (`check`, which brings it to one normal form too), and what is
stored: JSON (`json`) for the identifier and the report, text (`text`) for tables and messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from judged.contract.words import is_integer, is_plain, key_value, number_or_word, one_word, split
from judged.errors import ContractError, near

# The last rank that a contract speaks of.
DEEPEST = 2**31 - 1


class Kind(Protocol):
    """What a field's values look like.

    Attributes:
        form: on the command line, for help texts.
        toml: in judged.toml, as examples that stand there as they are.
    """

    @property
    def form(self) -> str: ...

    @property
    def toml(self) -> tuple[str, ...]: ...

    def parse(self, words: Sequence[str]) -> object: ...

    def check(self, value: Any) -> object: ...

    def json(self, value: Any) -> object: ...

    def text(self, value: Any) -> str | None: ...


@dataclass(frozen=True)
class Choice:
    """One of a few words.

    Attributes:
        other: what a field takes beside them, for messages.
    """

    words: tuple[str, ...]
    other: str = ""

    @property
    def form(self) -> str:
        return "|".join(self.words)

    @property
    def toml(self) -> tuple[str, ...]:
        return tuple(f'"{word}"' for word in self.words)

    def parse(self, words: Sequence[str]) -> object:
        return one_word(words)

    def check(self, value: Any) -> str:
        if not isinstance(value, str):
            other = f", or {self.other}" if self.other else ""
            raise ContractError(f"{value!r} is not one of {', '.join(self.words)}{other}")
        if value not in self.words:
            other = f", or {self.other}" if self.other else ""
            raise ContractError(f"{value!r} is unknown; {near(value, self.words)}{other}")
        return value

    def json(self, value: str) -> object:
        return value

    def text(self, value: str) -> str:
        return value


class Cutoffs:
    """Ranks at which to score: integers from 1, or "all"."""

    form = "k,...|all"
    toml = ("[10]", '[10, 100, "all"]')

    def parse(self, words: Sequence[str]) -> object:
        return [number_or_word(word) for word in split(words)]

    def check(self, value: Any) -> tuple[int | str, ...]:
        values = value if isinstance(value, list | tuple) else [value]
        if not values:
            raise ContractError("the list of cutoffs is empty; give at least one, such as 10")
        for cutoff in values:
            if cutoff != "all" and not (is_integer(cutoff) and cutoff >= 1):
                raise ContractError(f'{cutoff!r} is not a cutoff; give integers >= 1, or "all"')
            if cutoff != "all" and cutoff > DEEPEST:
                raise ContractError(f'{cutoff} is too deep; give up to {DEEPEST}, or "all"')
        ks = sorted({int(cutoff) for cutoff in values if cutoff != "all"})
        return (*ks, "all") if "all" in values else tuple(ks)

    def json(self, value: tuple[int | str, ...]) -> object:
        return list(value)

    def text(self, value: tuple[int | str, ...]) -> str:
        return ",".join(str(cutoff) for cutoff in value)


class Depth:
    """How many documents of a list are kept: none (all), or n."""

    form = "none|n"
    toml = ('"none"', "100")

    def parse(self, words: Sequence[str]) -> object:
        return number_or_word(one_word(words))

    def check(self, value: Any) -> int | None:
        if value is None or value == "none":
            return None
        if not (is_integer(value) and value >= 1):
            raise ContractError(f"{value!r} is not a depth; give an integer >= 1, or none")
        if value > DEEPEST:
            raise ContractError(f"{value} is too deep; give up to {DEEPEST}, or none")
        return int(value)

    def json(self, value: int | None) -> object:
        return value

    def text(self, value: int | None) -> str | None:
        return None if value is None else str(value)


class QrelsDuplicates:
    """What to do with several judgments of a pair: a word, or one iteration (assessor)."""

    form = "error|drop_identical|max|min|majority|iteration=NAME"
    toml = (
        '"error"',
        '"drop_identical"',
        '"max"',
        '"min"',
        '"majority"',
        '{ iteration = "1" }',
    )
    words = Choice(
        ("error", "drop_identical", "max", "min", "majority"), "a table that names one iteration"
    )

    def parse(self, words: Sequence[str]) -> object:
        word = one_word(words)
        return dict([key_value(word)]) if "=" in word else word

    def check(self, value: Any) -> str | tuple[str, str]:
        if isinstance(value, tuple) and len(value) == 2:
            value = dict([value])
        if isinstance(value, str) and "=" in value:
            raise ContractError(
                f'{value!r} is text; a table names one iteration: {{"iteration": "1"}}'
            )
        if isinstance(value, str) and value not in self.words.words:
            raise ContractError(f"{value!r} is unknown; {near(value, self.form.split('|'))}")
        if not isinstance(value, Mapping):
            return self.words.check(value)
        if list(value) != ["iteration"] or not isinstance(value["iteration"], str):
            raise ContractError(
                f'{dict(value)!r} is unknown; a table names one iteration: {{iteration = "1"}}'
            )
        return ("iteration", value["iteration"])

    def json(self, value: str | tuple[str, str]) -> object:
        return value if isinstance(value, str) else dict([value])

    def text(self, value: str | tuple[str, str]) -> str:
        return value if isinstance(value, str) else "=".join(value)


# Where negative grades are allowed, those from 0 to the lowest are forbidden one by one.
MOST_LOW_GRADE = 10_000


class Grades:
    """The allowed range of the non-negative grades, both ends included, or "any"."""

    form = "LOW:HIGH|any"
    toml = ("[0, 3]", '"any"')

    def parse(self, words: Sequence[str]) -> object:
        word = one_word(words)
        return [number_or_word(part) for part in word.split(":")] if ":" in word else word

    def check(self, value: Any) -> str | tuple[int, int]:
        if value == "any":
            return "any"
        if (
            isinstance(value, list | tuple)
            and len(value) == 2
            and all(is_integer(grade) for grade in value)
            and 0 <= value[0] <= min(value[1], MOST_LOW_GRADE)
            and value[1] < 2**63
        ):
            return (int(value[0]), int(value[1]))
        raise ContractError(
            f"{value!r} is not a range of grades; give two integers, 0 <= low <= high,"
            f' low at most {MOST_LOW_GRADE:,}, or "any"'
        )

    def json(self, value: str | tuple[int, int]) -> object:
        return value if isinstance(value, str) else list(value)

    def text(self, value: str | tuple[int, int]) -> str:
        return value if isinstance(value, str) else f"{value[0]}:{value[1]}"


class Rate:
    """A share between 0 and 1."""

    form = "0..1"
    toml = ("0.0", "0.95", "1")

    def parse(self, words: Sequence[str]) -> object:
        word = one_word(words)
        try:
            return float(word) if is_plain(word) else word
        except ValueError:
            return word

    def check(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise ContractError(f"{value!r} is not a rate; give a number from 0 to 1")
        return abs(float(value))  # -0.0 is 0

    def json(self, value: float) -> object:
        return value

    def text(self, value: float) -> str:
        return repr(value).removesuffix(".0")
