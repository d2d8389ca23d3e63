"""What the tests of modules share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store that keeps nothing."""
    with Store.open(":memory:") as opened:
        yield opened
