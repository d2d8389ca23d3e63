"""The catalogue of rules: what each one says, how grave it is, what to do, and where it is from.

Nothing else gives a rule its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from judged_schemas.catalogue.groups import GROUPS
from judged_schemas.catalogue.lines import LINES
from judged_schemas.catalogue.overlap import OVERLAP
from judged_schemas.catalogue.scores import SCORES
from judged_schemas.catalogue.values import VALUES

if TYPE_CHECKING:
    from judged_schemas.catalogue.rule import Rule, Severity

# Causes before consequences: findings are told in this order.
RULES: Mapping[str, Rule] = MappingProxyType(
    {rule.rule_id: rule for rule in (*LINES, *VALUES, *GROUPS, *OVERLAP, *SCORES)}
)


def severity_under(rule_id: str, contract: Mapping[str, object]) -> Severity:
    """How grave a rule is under a contract, given as its fields in JSON form.

    A rule that the catalogue does not have is a user's own, and an error.
    """
    rule = RULES.get(rule_id)
    if rule is None:
        return "error"
    for name, values in rule.softened.items():
        if _word(contract[name]) in values:
            return "warning"
    for name, values in rule.hardened.items():
        if _word(contract[name]) in values:
            return "error"
    return rule.severity


def advice(rule_id: str, severity: str, *, skips: bool = False) -> str:
    """What a person can do about a finding; nothing where the contract has decided already.

    Args:
        rule_id: the rule that was broken.
        severity: of the finding.
        skips: whether bad lines are left out already.
    """
    rule = RULES.get(rule_id)
    if rule is None:
        return ""
    if rule.severity == "error" and severity == "warning":
        choice = (
            "if such lines are not to count" if rule.skips else "if the contract's choice is meant"
        )
        return f"nothing, {choice}"
    if rule.skips and severity == "error" and not skips:
        return f"{rule.what_to_do}; --on-bad-line skip goes on without such lines"
    return rule.what_to_do


def _word(value: object) -> str:
    """The word of a field; of a table, its key."""
    return next(iter(value)) if isinstance(value, Mapping) else str(value)
