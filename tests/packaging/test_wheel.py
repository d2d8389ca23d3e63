"""The wheel works where no checkout is near: only there is its own copy of the SQL read."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.support import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, PROJECT],
        check=True,
    )
    (path,) = folder.glob("judged-*.whl")
    return path


def test_the_wheel_holds_every_sql_file_and_the_sample_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    sql = {f"judged/{path.relative_to(PROJECT)}" for path in (PROJECT / "sql").rglob("*.sql")}
    assert sql <= names
    assert {f"judged/demo/{name}.txt" for name in ("qrels", "keywords", "embeddings")} <= names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {
        "judged",
        "judged_schemas",
    }


def test_a_command_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    code = (
        "from judged.store.queries import root; print(root());"
        "from judged.cli import main; raise SystemExit(main(['demo', '--format', 'csv']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(target)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, *rows = done.stdout.splitlines()
    assert first == str(target / "judged" / "sql")
    assert len(rows) == 1 + 2 * 2  # a header; two runs at two cutoffs
