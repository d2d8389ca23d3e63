"""Every broken or odd input of the list has a test."""

from __future__ import annotations

import re

import pytest

from tests.cases.items import ITEMS
from tests.support import PROJECT


@pytest.mark.parametrize("item", ITEMS)
def test_an_item_has_tests_that_exist(item: str) -> None:
    assert ITEMS[item]
    for test in ITEMS[item]:
        path, _, name = test.partition("::")
        text = (PROJECT / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), test
