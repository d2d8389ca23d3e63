"""Every test of the command line runs in a folder of its own."""

from __future__ import annotations

import shutil
from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from tests.cli.helpers import put_collection
from tests.support import judged

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty; no judged.duckdb or judged.toml of another place is found."""
    monkeypatch.chdir(tmp_path)
    for name in ("JUDGED_DB", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture(scope="session")
def _evaluation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small collection, evaluated once."""
    made = tmp_path_factory.mktemp("evaluation")
    with chdir(made):
        put_collection()
        assert judged("run", "qrels.txt", "run.txt").code == 0
    return made


@pytest.fixture
def evaluated(folder: Path, _evaluation: Path) -> Path:
    """The current folder, with the small collection and its evaluation in judged.duckdb."""
    shutil.copytree(_evaluation, folder, dirs_exist_ok=True)
    return folder
