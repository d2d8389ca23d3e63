"""The catalogue of rules: every entry complete, and every check of a schema one of its rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from judged import Contract
from judged.store.store import Store
from judged.text import MEMORY
from judged.validation.frame_checks import failures
from judged.validation.glance import is_fulfilled
from judged.validation.pushdown import NULL_RULE, NULL_RULES, UNIQUE_VALUE_RULE, rule_of
from judged.validation.schema_checks import QRELS, RUNS
from judged.validation.schemas import Schemas
from judged_schemas.catalogue.groups import GROUPS
from judged_schemas.catalogue.lines import LINES
from judged_schemas.catalogue.overlap import OVERLAP
from judged_schemas.catalogue.scores import SCORES
from judged_schemas.catalogue.values import VALUES
from judged_schemas.rules import RULES

if TYPE_CHECKING:
    from pandera.api.checks import Check

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


CONTRACTS = [
    Contract(),
    Contract(grades="any", min_judged_rate=1),
    Contract(grades=[1, 3], negative_grades="zero"),
]
RELATIONS = ["qrels", "runs", "coverage", "query_scores"]


def checks_of(relation: str, contract: Contract) -> list[Check]:
    schema = Schemas.of().model(relation).for_contract(contract.as_json())
    of_columns = [check for column in schema.columns.values() for check in column.checks]
    return [*of_columns, *(schema.checks or [])]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: str(contract.grades))
@pytest.mark.parametrize("relation", RELATIONS)
def test_every_check_of_a_schema_has_a_rule_of_the_catalogue(
    relation: str, contract: Contract
) -> None:
    checks = checks_of(relation, contract)
    assert checks
    assert {rule_of(check) for check in checks} <= set(RULES)


def test_what_has_no_check_of_its_own_has_a_rule_too() -> None:
    rules = {*NULL_RULES.values(), NULL_RULE, UNIQUE_VALUE_RULE}
    assert rules | {QRELS.unique_rule, RUNS.unique_rule} <= set(RULES)


BROKEN = [
    ("k", -1, {"count-range"}),
    ("retrieved", -1, {"count-range"}),
    ("judged", -1, {"count-range"}),
    ("unjudged", -1, {"count-range"}),
    ("judgments", -1, {"count-range"}),
    ("relevant", -1, {"count-range"}),
    ("dcg", -0.5, {"dcg-range"}),
    ("idcg", -0.5, {"dcg-range", "dcg-above-idcg"}),
    ("dcg", 1.5, {"dcg-above-idcg"}),
    ("ndcg", 1.5, {"ndcg-range"}),
    ("ceiling", -0.5, {"ndcg-range"}),
]


SCORE = "'e', 'r', 'q', 10, 'nDCG@10', 0.5, 1.0, 0.5, 0.5, false, false, true, 1, 1, 0, 1, 1"


def broken_scores(store: Store) -> list[str]:
    """The rules that stored scores break, by Pandera; SQL tells at a glance whether they do."""
    contract = Contract().as_json()
    schema = Schemas.of().model("query_scores").for_contract(contract)
    found = failures(schema, store.sql("select * from query_scores"), "duplicate-score")
    is_clean = is_fulfilled(store, "query_scores", "query_scores", contract)
    assert is_clean == (not found)
    return [failure.rule_id for failure in found]


@pytest.mark.parametrize(("column", "value", "rules"), BROKEN)
def test_a_score_that_cannot_be_breaks_a_rule_by_name(
    column: str, value: float, rules: set[str]
) -> None:
    with Store.open(MEMORY) as store:
        store.rows(f"insert into query_scores values ({SCORE})")
        assert broken_scores(store) == []
        store.rows(f"update query_scores set {column} = {value}")
        assert set(broken_scores(store)) == rules


def test_scores_that_stand_twice_or_are_null_are_broken() -> None:
    with Store.open(MEMORY) as store:
        store.rows(f"insert into query_scores values ({SCORE}), ({SCORE})")
        assert broken_scores(store) == ["duplicate-score"] * 2
        store.rows("create or replace table query_scores as select * from query_scores limit 1")
        store.rows("update query_scores set query_id = null")
        assert broken_scores(store) == ["empty-id"]
        store.rows("update query_scores set query_id = 'q', dcg = 'nan'")
        assert "null-value" in broken_scores(store)
