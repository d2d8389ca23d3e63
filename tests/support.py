"""What the tests share: writing small files, running commands, finding data kept elsewhere."""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PROJECT = Path(__file__).resolve().parents[1]

# See tests/conftest.py.
of_short_cuts = pytest.mark.skipif(
    bool(os.environ.get("JUDGED_LONG_WAYS")), reason="every short cut is taken away"
)

# The contract without a word from anybody: the default of each field.
DEFAULTS: dict[str, Any] = {
    "cutoffs": [10],
    "gain": "linear",
    "universe": "judged",
    "order": "score",
    "ties": "doc_id_desc",
    "score_precision": "float64",
    "depth": None,
    "unjudged": "error",
    "negative_grades": "error",
    "zero_idcg": "zero",
    "missing_queries": "zero",
    "unknown_queries": "warn",
    "run_duplicates": "error",
    "qrels_duplicates": "error",
    "doc_ids": "as_is",
    "self_matches": "keep",
    "grades": [0, 3],
    "min_judged_rate": 0.0,
}


@dataclass(frozen=True)
class Outcome:
    """What a command did: its exit code, and its two streams apart."""

    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)


def judged(*words: str | Path, stdin: bytes | None = None) -> Outcome:
    """Runs a command in this process through `main()`, which maps the exit codes."""
    from judged.cli import main

    out, err = _Captured(), _Captured()
    before = sys.stdin
    try:
        if stdin is not None:
            sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
        with redirect_stdout(out), redirect_stderr(err):
            code = main([str(word) for word in words])
    finally:
        sys.stdin = before
    return Outcome(code, out.text, err.text)


class _Captured(io.TextIOWrapper):
    """A stream with a buffer, as the real ones have."""

    def __init__(self) -> None:
        self._bytes = io.BytesIO()
        super().__init__(self._bytes, encoding="utf-8", newline="", write_through=True)

    @property
    def text(self) -> str:
        self.flush()
        return self._bytes.getvalue().decode("utf-8")


def few(values: Iterable[Any], *ordinary: Any) -> list[Any]:
    """Parameters of which the ordinary suite takes only some; the slow suite has the others.

    A tuple is of several parameters.
    """
    return [
        value
        if value in ordinary
        else pytest.param(*value if isinstance(value, tuple) else (value,), marks=pytest.mark.slow)
        for value in values
    ]


def write_qrels(path: Path, qrels: Mapping[str, Mapping[str, int]]) -> Path:
    """Writes `{query: {document: grade}}` as a TREC file."""
    lines = [
        f"{query} 0 {document} {grade}\n"
        for query, grades in qrels.items()
        for document, grade in grades.items()
    ]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return path


def write_run(path: Path, run: Mapping[str, Mapping[str, float]], tag: str = "tag") -> Path:
    """Writes `{query: {document: score}}` as a TREC file; ranks count in the given order."""
    lines = [
        f"{query} Q0 {document} {rank} {score!r} {tag}\n"
        for query, scores in run.items()
        for rank, (document, score) in enumerate(scores.items(), start=1)
    ]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return path


def shared(folder: str) -> Path:
    """A folder with data that is not part of the project; skips the test where it is absent.

    $JUDGED_SHARED names the folder above it; beside the checkout by default.
    """
    root = Path(os.environ.get("JUDGED_SHARED", PROJECT.parent / "shared"))
    path = root / folder
    if not path.is_dir():
        pytest.skip(f"no folder {folder} in {root.name}: real data is not part of the project")
    return path
