"""The small cases of repeated documents, told as chunks of documents: what they say holds too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import judged
from tests.shared.cases import Case, contract_of

if TYPE_CHECKING:
    from pathlib import Path

CASES = ("015-chunk-duplicates", "016-id-suffix-collision")
PATTERN = {"pattern": "^(.*)#[0-9]+$"}


def as_chunks(case: Case, folder: Path) -> Path:
    """The case's run with a chunk of its own in every line: no document stands there twice."""
    lines = [line.split() for line in case.run.read_text(encoding="utf-8").splitlines()]
    path = folder / "chunks.txt"
    path.write_text(
        "".join(
            f"{query} {q0} {doc}#{number} {rank} {score} {tag}\n"
            for number, (query, q0, doc, rank, score, tag) in enumerate(lines)
        ),
        encoding="utf-8",
    )
    return path


def chunk_contract(case: Case, run_duplicates: str) -> judged.Contract:
    fields = contract_of(case.options).as_json()
    return judged.Contract.of({**fields, "run_duplicates": run_duplicates, "doc_ids": PATTERN})


@pytest.mark.parametrize("name", CASES)
def test_the_best_chunk_counts(name: str, tmp_path: Path) -> None:
    case = Case.read(name)
    result = judged.evaluate(
        case.qrels, as_chunks(case, tmp_path), chunk_contract(case, "keep_best")
    )
    scores = dict(result.query_scores.select("query_id", "ndcg").iter_rows())
    assert scores == case.expected["if_policy_relaxed"]["per_query"]


@pytest.mark.parametrize("name", CASES)
def test_chunks_of_one_document_are_an_error_by_default(name: str, tmp_path: Path) -> None:
    case = Case.read(name)
    wanted = case.expected["error"]
    with pytest.raises(judged.RefusedError) as refused:
        judged.evaluate(case.qrels, as_chunks(case, tmp_path), chunk_contract(case, "error"))
    places = [row for row in refused.value.findings if row["rule_id"] == "duplicate-document"]
    assert [row["line_number"] for row in places] == wanted["lines"]
    assert {(row["query_id"], row["doc_id"]) for row in places} == {
        (wanted["query"], wanted["doc"])
    }
