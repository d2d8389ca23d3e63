"""The catalogue of rules: every entry complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from judged_schemas.catalogue.groups import GROUPS
from judged_schemas.catalogue.lines import LINES
from judged_schemas.catalogue.overlap import OVERLAP
from judged_schemas.catalogue.scores import SCORES
from judged_schemas.catalogue.values import VALUES
from judged_schemas.rules import RULES

if TYPE_CHECKING:
    from judged_schemas.catalogue.rule import Rule

ENTRIES = (*LINES, *VALUES, *GROUPS, *OVERLAP, *SCORES)


@pytest.mark.parametrize("rule", ENTRIES, ids=lambda rule: rule.rule_id)
def test_an_entry_says_all_that_the_catalogue_holds(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.rule_id)
    for text in (rule.about, rule.meaning, rule.message, rule.what_to_do, rule.source):
        assert text == text.strip() != ""


def test_no_two_entries_have_one_id() -> None:
    assert len(RULES) == len(ENTRIES)
    assert all(RULES[rule.rule_id] is rule for rule in ENTRIES)
