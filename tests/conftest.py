"""What makes the ordinary suite quick: neither changes a result, and the slow suite has it all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged.store import definitions

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> Iterator[None]:
    """DuckDB on one thread: to small files the others add a tenth of the time of a job."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("JUDGED_THREADS", "1")
        yield


_comments = definitions.comments


@pytest.fixture(scope="session", autouse=True)
def _without_comments() -> Iterator[None]:
    """Stores made in this process have no comments, which take another tenth."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(definitions, "comments", list)
        yield


@pytest.fixture
def commented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores made in this test have their comments all the same."""
    monkeypatch.setattr(definitions, "comments", _comments)
