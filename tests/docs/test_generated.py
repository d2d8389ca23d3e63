"""The generated parts of the READMEs are current."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docs.generate import PART, PARTS, README_FILES, renewed

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
