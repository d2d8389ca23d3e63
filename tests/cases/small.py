"""What the tests of this folder share: scoring two-line judgments and runs, held or written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import judged as library
from tests.support import Outcome, judged

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]] | dict[str, list[str]]

LOG2_3 = 1.584962500721156


def evaluate(qrels: Qrels, run: Run, **fields: Any) -> library.Result:
    """Judgments and one run under the preset trec_eval, with fields changed."""
    return library.evaluate(qrels, run, library.Contract.preset("trec_eval", **fields))


def scores(qrels: Qrels, run: Run, **fields: Any) -> dict[str, float | None]:
    """NDCG by query."""
    frame = evaluate(qrels, run, **fields).query_scores
    return dict(zip(frame["query_id"], frame["ndcg"], strict=True))


def at_cutoffs(qrels: Qrels, run: Run, cutoffs: list[int | str], **fields: Any) -> dict[int, Any]:
    """NDCG of the only query by k; 0 stands for whole lists."""
    frame = evaluate(qrels, run, cutoffs=cutoffs, **fields).query_scores
    return dict(zip(frame["k"], frame["ndcg"], strict=True))


def row(qrels: Qrels, run: Run, **fields: Any) -> dict[str, Any]:
    """The only row of query_scores."""
    (only,) = evaluate(qrels, run, **fields).query_scores.to_dicts()
    return only


def means(qrels: Qrels, run: Run, **fields: Any) -> dict[str, Any]:
    """The only row of run_scores."""
    (only,) = evaluate(qrels, run, **fields).run_scores.to_dicts()
    return only


def warnings(result: library.Result) -> set[str]:
    """The rules that were broken without a refusal."""
    return set(result.findings["rule_id"])


def evaluate_texts(folder: Path, qrels: str, run: str, **fields: Any) -> library.Result:
    """As `evaluate`, of two files with these contents."""
    files = _written(folder, qrels, run)
    return library.evaluate(*files, library.Contract.preset("trec_eval", **fields))


def run_texts(folder: Path, qrels: str | bytes, run: str | bytes, *words: str) -> Outcome:
    """`judged run` on two files with these contents, under the preset trec_eval."""
    files = _written(folder, qrels, run)
    output = ("--db", ":memory:", "--format", "json")
    return judged("run", *files, "--preset", "trec_eval", *words, *output)


def macro(outcome: Outcome) -> float:
    """The mean of the only run at the only cutoff."""
    assert outcome.code == 0, outcome.stderr
    return float(outcome.json["runs"][0]["scores"][0]["macro_ndcg"])


def places(outcome: Outcome, rule_id: str) -> list[tuple[Any, ...]]:
    """Where a rule was broken: file name and line number, in order; none if it was kept."""
    return [
        (place["file"].rpartition("/")[2] if place["file"] else None, place["line_number"])
        for found in outcome.json["findings"]
        if found["rule_id"] == rule_id
        for place in found["examples"]
    ]


def count(findings: Mapping[str, Any], rule_id: str) -> int:
    """How many places broke a rule, of the findings of a result as columns."""
    of_rule = zip(findings["rule_id"], findings["places"], strict=True)
    return sum(number for name, number in of_rule if name == rule_id)


def _written(folder: Path, *contents: str | bytes) -> tuple[Path, Path]:
    files = (folder / "qrels.txt", folder / "run.txt")
    for path, content in zip(files, contents, strict=True):
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return files
