"""What an entry of the catalogue says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "gate"]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One entry of the catalogue.

    Attributes:
        rule_id: what findings, documentation and tests call it.
        severity: error stops an evaluation, warning does not, gate is exit code 3; the contract
            may soften it (see `severity_under`).
        about: the relation that it is a rule of.
        meaning: what holds when the rule is kept.
        message: one place that broke it; a template over the keys of a place (`run_id`,
            `query_id`, `doc_id`, `value`), over `contract`, with its fields as text, and over
            `wanted`, the columns of a line.
        what_to_do: what a person can do about it.
        source: where it comes from: the contract, a file format, a publication, a public bug.
        softened: contract fields, and the values that make a warning of an error.
        hardened: contract fields, and the values that make an error of a warning.
        skips: whether `--on-bad-line skip` goes on without the line, which is then a warning.
    """

    rule_id: str
    severity: Severity
    about: str
    meaning: str
    message: str
    what_to_do: str
    source: str
    softened: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hardened: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    skips: bool = False
