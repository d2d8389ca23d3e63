"""What a person types for a field, taken apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeGuard

from judged.errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Sequence


def is_integer(value: object) -> TypeGuard[int]:
    """True for an int; a bool is not one, though Python says so."""
    return isinstance(value, int) and not isinstance(value, bool)


def number_or_word(word: str) -> int | str:
    """The integer that the word writes, or the word itself for `check` to refuse."""
    # More digits than any field takes; Python refuses to read some thousands.
    return int(word) if re.fullmatch(r"-?[0-9]{1,30}", word) else word


def is_plain(word: str) -> bool:
    """False for what Python reads as a number and nobody else does: 1_000, or digits of others."""
    return word.isascii() and "_" not in word


def split(words: Sequence[str]) -> list[str]:
    """The parts of repeatable, comma-separated words."""
    return [part.strip() for word in words for part in word.split(",") if part.strip()]


def one_word(words: Sequence[str]) -> str:
    """The word of an option that takes one.

    Raises:
        ContractError: there are more, or none.
    """
    if len(words) != 1:
        raise ContractError(f"{' '.join(words)!r}: give one value")
    return words[0]


def key_value(word: str) -> tuple[str, str]:
    """The two sides of a word such as 1=0.5, without blanks; no value where there is no "="."""
    key, _, value = word.partition("=")
    return key.strip(), value.strip()
