"""What is generated is current: parts of the READMEs, and our schemas as SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from judged import Contract
from judged.store.queries import names
from judged.validation.schemas import OURS
from tests.docs.generate import PART, PARTS, README_FILES, renewed
from tests.docs.schema_sql import files, limited, parts_of
from tests.support import PROJECT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("commented")
@pytest.mark.parametrize("path", README_FILES, ids=lambda path: path.parent.name)
def test_a_readme_is_current(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert renewed(text) == text, "run: python -m tests.docs.generate"


def test_every_part_stands_in_a_readme() -> None:
    texts = [path.read_text(encoding="utf-8") for path in README_FILES]
    found = {name for text in texts for name in PART.findall(text)}
    assert found == set(PARTS)


def test_our_schemas_in_sql_are_current() -> None:
    stored = [f"{name}.sql" for name in names("schemas")]
    found = {name: (PROJECT / "sql" / name).read_text(encoding="utf-8") for name in stored}
    assert found == files(), "run: python -m tests.docs.generate"


@pytest.mark.parametrize("relation", OURS)
@pytest.mark.parametrize(
    "fields",
    [
        {"grades": "any", "negative_grades": "zero"},
        {"order": "rank", "unjudged": "zero", "run_duplicates": "keep_best"},
        {"qrels_duplicates": "max", "min_judged_rate": 0.5, "doc_ids": {"pattern": "(.*)"}},
    ],
    ids=str,
)
def test_a_schema_says_as_much_under_every_contract(relation: str, fields: dict[str, Any]) -> None:
    """But for grades that are forbidden one by one, which no glance is taken at."""
    contract = {**Contract().as_json(), **fields}

    def said(contract: dict[str, Any]) -> list[tuple[object, ...]]:
        return [(part.rule_id, part.column, part.unique) for part in parts_of(relation, contract)]

    assert said(contract) == said(limited())
