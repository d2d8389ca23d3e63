"""What makes the ordinary suite quick, and what takes every short cut away: no result changes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from judged.evaluation import unchanged
from judged.evaluation.workspace import Workspace
from judged.ingestion.reading import Reading
from judged.scoring import score
from judged.store import definitions
from judged.validation import coverage, validate

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


def _never(*_given: Any, **_named: Any) -> None:
    """What a short cut says where it cannot be taken: None, which is false as well."""


@pytest.fixture(scope="session", autouse=True)
def _long_ways() -> Iterator[None]:
    """With JUDGED_LONG_WAYS set every test goes the ways that large files seldom need."""
    with pytest.MonkeyPatch.context() as patched:
        if os.environ.get("JUDGED_LONG_WAYS"):
            # Lines one by one, rules one by one, lists sorted, judged documents ranked, all anew.
            patched.setattr(Reading, "at_once", _never)
            for module in (validate, coverage, score):
                patched.setattr(module, "is_fulfilled", _never)
            patched.setattr(validate, "are_in_rank_order", _never)
            patched.setattr(Workspace, "_has_plain_lists", _never)
            patched.setattr(unchanged, "are_current", _never)
        yield
