"""Hands a collection to the program: as TREC files, as frames, or as dicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

import judged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tests.property.reference import Collection, Run


def contract_of(fields: Mapping[str, Any], cutoffs: Sequence[int | str]) -> judged.Contract:
    return judged.Contract(cutoffs=list(cutoffs), grades="any", **fields)


def as_files(collection: Collection, folder: Path) -> tuple[Any, Any]:
    """Paths of TREC files; every run is named."""
    qrels = folder / "qrels.txt"
    qrels.write_text(
        "".join(f"{j.query} {j.iteration} {j.doc} {j.grade}\n" for j in collection.judgments),
        encoding="utf-8",
        newline="\n",
    )
    paths = {name: folder / f"{name}.run" for name in collection.runs}
    for name, path in paths.items():
        lines = [
            f"{line.query} Q0 {line.doc} {line.rank} {line.score!r} tag\n"
            for line in collection.runs[name].lines
        ]
        path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return qrels, paths


def as_frames(collection: Collection) -> tuple[Any, Any]:
    """Polars frames with every column that there is."""
    qrels = pl.DataFrame(
        [(j.query, j.doc, j.grade, j.iteration) for j in collection.judgments],
        schema=["query_id", "doc_id", "grade", "iteration"],
        orient="row",
    )
    runs = {
        name: pl.DataFrame(
            [(line.query, line.doc, line.score, line.rank) for line in run.lines],
            schema=["query_id", "doc_id", "score", "rank"],
            orient="row",
        )
        for name, run in collection.runs.items()
    }
    return qrels, runs


def as_dicts(collection: Collection) -> tuple[Any, Any]:
    """Dicts: they hold a pair once, and neither ranks nor iterations."""
    qrels: dict[str, dict[str, int]] = {}
    for judgment in collection.judgments:
        qrels.setdefault(judgment.query, {})[judgment.doc] = judgment.grade
    return qrels, {name: _as_dict(run) for name, run in collection.runs.items()}


def _as_dict(run: Run) -> dict[str, dict[str, float]]:
    scores: dict[str, dict[str, float]] = {query: {} for query in run.empty}
    for line in run.lines:
        scores.setdefault(line.query, {})[line.doc] = line.score
    return scores


def deliver(collection: Collection, form: str, folder: Path) -> tuple[Any, Any]:
    """Judgments and runs in one of the forms `files`, `frames` and `dicts`."""
    if form == "files":
        return as_files(collection, folder)
    return as_frames(collection) if form == "frames" else as_dicts(collection)
