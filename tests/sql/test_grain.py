"""The grain that a header names is unique, on a collection with everything that could break it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from judged.contract.contract import Contract
from judged.contract.fields import FIELDS
from judged.contract.settings import Settings
from judged.evaluation.workspace import Workspace
from judged.ingestion.frames import run_frame
from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input
from judged.scoring.score import score
from judged.store.store import Store
from judged.validation.schemas import Schemas
from judged.validation.validate import validate
from tests.sql.relations import SQL, File, files, read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Two assessors who disagree, negative grades, decimals, a query without relevance (q3), one that
# no run answers (q4), and one whose only grade is negative (q5).
QRELS = """\
q1 1 d1 3
q1 2 d1 1
q1 1 d2 0
q1 2 d2 0
q1 1 q1 1
q2 1 d1 -1
q2 1 d3 2.0
q2 1 d4 2.0
q3 1 d1 0
q3 1 d2 0
q4 1 d9 1
q5 1 d1 -1
q6 1 d8 1
q6 2 d7 1
"""
# Ties everywhere, also across the cutoff; a repeated line; documents and queries nobody judged;
# ranks that contradict scores; the query as its own document.
RUN = """\
q1 Q0 d1 1 2.0 {tag}
q1 Q0 d2 2 2.0 {tag}
q1 Q0 q1 3 2.0 {tag}
q1 Q0 d2 4 2.5 {tag}
q1 Q0 x1 5 1.0 {tag}
q2 Q0 d3 1 1.0 {tag}
q2 Q0 d4 2 1.0 {tag}
q2 Q0 x2 3 1.0 {tag}
q2 Q0 x2 4 1.0 {tag}
q3 Q0 d1 1 1.0 {tag}
q3 Q0 d2 2 3.0 {tag}
q6 Q0 x1 1 1.0 {tag}
q6 Q0 x2 1 1.0 {tag}
q7 Q0 x2 - 1.0 {tag}
q8 Q0 d1 - 1.0 {tag}
q9 Q0 d1 1 1.0 {tag}
"""
QUERIES = "q1\nq2\nq3\nq4\nq5\nq6\nq77\nq78\n"

VALUES: dict[str, Any] = {
    "deepest": 3,
    "depth": None,
    "is_listed": True,
    "keep_all": True,
    "k": 3,
    "longest_cutoff": 10,
    "map_source_id": 6,
    "maps_judgments": True,
    "missing_queries": "zero",
    "negative_grades": "unjudged",
    "order_by": "score",
    "qrels_duplicates": "max",
    "reach": 2,
    "scale": 1e14,
    "score_precision": "float64",
    "self_matches": "keep",
    "universe": "judged",
    "unjudged": "zero",
    "zero_idcg": "zero",
}

# What a ranking reads on its way; the program makes one query of these files.
STEPS = {
    "later_copies": "score/later_copies",
    "entries": "score/entries",
    "documents": "score/documents",
    "contenders": "score/contenders",
    "ordered": "score/ordered_doc_id_desc",
}

# A map of some chunks, which leaves other ids as they are: most documents of q1 and q2 are one.
CHUNKS = {"d1": "d", "d2": "d", "d3": "d", "d4": "d", "x1": "x", "x2": "x"}

# Files that have rows only where ids are turned.
MAPPED = {
    "checks/duplicate-document",
    "checks/duplicate-judgment",
    "checks/shortened-list",
    "checks/unmapped-id",
    "score/scored_judgments_by_map",
    "score/scored_lines_by_map",
    "views/doc_id_rules",
}

# Grains that are told in words, by how the words begin.
IN_WORDS = {
    "one row per judgment line": ["line_order"],
    "one row per line of a run": ["line_order"],
    "one row per document that ties": ["run_id", "query_id", "doc_id"],
    # k is in the column `value`.
    "one row per run_id, query_id and k": ["run_id", "query_id", "value"],
}

# Errors that would stop the scoring of the collection; their folders of cases show their grain.
STOPPING = (
    "checks/grade-without-gain",
    "checks/list-in-several-files",
    "checks/no-common-query",
    "checks/other-iteration",
    "checks/tie-across-depth",
)

TRIED = [
    file
    for file in files(excluded=("tables/", "migrations/", "duckdb/", "report/", *STOPPING))
    if file.name.startswith(("checks/", "score/", "views/"))
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store in which three runs were just scored, with the temporary tables of that."""
    folder = tmp_path_factory.mktemp("grain")
    with Store.open(":memory:") as opened:
        _score(opened, folder, "as_is")
        yield opened


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The same, with ids that a map turned."""
    with Store.open(":memory:") as opened:
        _score(opened, tmp_path_factory.mktemp("mapped"), {"map": CHUNKS, "judgments": True})
        yield opened


def _score(store: Store, folder: Path, doc_ids: Any) -> None:
    texts = {
        "qrels": QRELS,
        "queries": QUERIES,
        "one": RUN.format(tag="one"),
        "two": RUN.format(tag="two"),
    }
    paths = {name: folder / f"{name}.txt" for name in texts}
    for name, path in paths.items():
        path.write_text(texts[name], encoding="utf-8")
    empty = run_frame({"q1": {"d1": 2.0, "d2": 1.0}, "q2": {}, "q3": {}})
    ingested = ingest(
        store,
        qrels=Input(str(paths["qrels"])),
        runs=[Input(str(paths["one"])), Input(str(paths["two"])), Input("three", "three", empty)],
        queries=str(paths["queries"]),
    )
    contract = Contract(
        cutoffs=[1, 2, 10, "all"],
        unjudged="zero",
        negative_grades="unjudged",
        run_duplicates="keep_best",
        qrels_duplicates="majority",
        doc_ids=doc_ids,
    )
    assert ingested.qrels is not None
    settings = Settings(contract, dict.fromkeys(FIELDS, "option"))
    workspace = Workspace.of(store, settings, ingested.qrels, ingested.runs, ingested.queries)
    assert validate(store, workspace, Schemas.of()).refused == {}
    score(store, workspace, Schemas.of())
    for relation, name in STEPS.items():
        store.derive(relation, name, **_values(read(SQL / f"{name}.sql")))


@pytest.mark.parametrize("file", TRIED, ids=[file.name for file in TRIED])
def test_the_grain_is_unique(file: File, store: Store, mapped: Store) -> None:
    rows = (mapped if file.name in MAPPED else store).dicts(file.statement, **_values(file))
    keys = [tuple(row[name] for name in _grain(file)) for row in rows]
    assert len(keys) >= 2, "too few rows to tell"
    assert len(set(keys)) == len(keys)


def _values(file: File) -> dict[str, Any]:
    values = {**VALUES, "order_by": "rank"} if file.name == "checks/no-score" else VALUES
    return {name: values[name] for name in file.params}


def _grain(file: File) -> list[str]:
    words = (
        columns for start, columns in IN_WORDS.items() if file.header["grain"].startswith(start)
    )
    return file.grain or next(words)
