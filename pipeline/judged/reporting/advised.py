"""What a person can do about the rules that stopped an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged_schemas.rules import advice

if TYPE_CHECKING:
    from collections.abc import Iterable


def advice_lines(rule_ids: Iterable[str]) -> list[str]:
    """A line for each rule, once; none for a user's own, of which the catalogue knows nothing."""
    found = {rule_id: advice(rule_id, "error") for rule_id in rule_ids}
    return [f"{rule_id}: {what_to_do}" for rule_id, what_to_do in found.items() if what_to_do]
