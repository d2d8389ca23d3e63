"""What is generated is current: parts of the READMEs, and our schemas as SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged.store.queries import names
from tests.docs.generate import PART, PARTS, README_FILES, renewed
from tests.docs.schema_sql import files
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
    found = {
        f"{name}.sql": (PROJECT / "sql" / f"{name}.sql").read_text() for name in names("schemas")
    }
    assert found == files(), "run: python -m tests.docs.generate"
