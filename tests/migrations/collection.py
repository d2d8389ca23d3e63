"""A small collection that leaves rows in every table, and what is looked at in its store."""

from __future__ import annotations

from typing import Any

import judged as api
from tests.cli.helpers import put
from tests.support import judged

FILES = {
    "qrels.txt": "# pooled in 2020\nq1 0 a 3\nq1 0 b 2\nq1 0 c 1\nq2 0 y 0\nq3 0 z 2\n",
    "gold.tsv": "query-id\tcorpus-id\tscore\nq1\ta\t2\nq1\tb\t0\nq3\tz\t1\n",
    "run.txt": "q1 Q0 b 1 9.5 tag\nq1 Q0 a 2 8.5 tag\n\nq1 Q0 c 3 7.5 tag\n"
    "q2 Q0 y 1 3 tag\nq3 Q0 z 1 3 tag\n",
    "two.txt": "q1 Q0 a 1 2.5 one\nq1 Q0 u 2 1.5 one\nq1 Q0 c 1 2.5 other\nq1 Q0 b 2 1.5 other\n"
    "q9 Q0 c 1 1.5 other\nq9 Q0 d 2 1.0 other\n",
    "bad.txt": "q1 Q0 a 1 nan bad\nq1 Q0 b 2 1.0 bad\n",
    "ms.txt": "q1\tb\t1\nq1\ta\t2\nq3\tz\t1\n",
    "topics.csv": "qid,title\nq1,first\nq3,third\n",
}
# What run.txt holds later.
RUN_AGAIN = "q1 Q0 a 1 9.5 tag\nq1 Q0 b 2 8.5 tag\n"

FIRST = (
    *("run", "qrels.txt", "run.txt", "two.txt", "bad.txt", "-k", "2,10", "--unjudged", "zero"),
    *("--label", "build 7"),
)
SECOND = (
    *("run", "gold.tsv", "résumé=run.txt", "pair=ms.txt", "-k", "10", "--preset", "trec_eval"),
    *("--order", "rank", "--queries", "topics.csv"),
)
THIRD = ("run", "qrels.txt", "run.txt", "-k", "10", "--unjudged", "zero")
# A file that is no run is kept since version 3.
FOURTH = ("run", "qrels.txt", "json=broken.json", "-k", "10", "--unjudged", "zero")

# Lines of several documents, and ids of chunks turned into those of documents, since version 4.
FIFTH = (
    *("run", "qrels.txt", "chunks=chunks.jsonl", "-k", "10", "--unjudged", "zero"),
    *("--doc-ids", "map=chunks.tsv", "--run-duplicates", "keep_best"),
)
CHUNKS = {
    "chunks.jsonl": (
        '{"qid": "q1", "hits": [{"doc": "a#1", "score": 2}, {"doc": "a#2", "score": 1}]}\n'
    ),
    "chunks.tsv": "a#1\ta\na#2\ta\n",
}

LOOKED_AT: dict[str, tuple[str, ...]] = {
    "report": ("report",),
    "tag": ("report", "tag"),
    "one": ("report", "one", "other", "bad"),
    "pair": ("report", "pair", "résumé"),
    "explain": ("explain", "tag", "q1"),
    "explain_pair": ("explain", "résumé", "q1"),
    "scores": ("sql", "select * exclude (evaluation_id) from current_scores order by all"),
}
OF_REPORTS = ("contract_id", "qrels", "queries")
OF_RUNS = (
    "run_id",
    "rows",
    "status",
    "reason",
    "scores",
    "zero_idcg_queries",
    "missing_queries",
    "unknown_queries",
)
OF_FINDINGS = ("rule_id", "severity", "run_id", "count", "message")


def evaluate_all(version: int) -> None:
    """Does everything on judged.duckdb in the current folder, as far as a version knows it."""
    for name, text in FILES.items():
        put(name, text)
    assert judged(*FIRST).code == 1
    assert judged(*SECOND).code == 0
    put("run.txt", RUN_AGAIN)
    assert judged(*THIRD).code == 0
    if version >= 3:
        put("broken.json", "{}\n")
        assert judged(*FOURTH).code == 1
    if version >= 4:
        for name, text in CHUNKS.items():
            put(name, text)
        assert judged(*FIFTH).code == 0
    runs = {"api": {"q1": {"a": 2.0, "b": 1.0}, "q2": {}}}
    with api.open_store("judged.duckdb", read_only=False) as store:
        api.evaluate("qrels.txt", runs, api.Contract(unjudged="zero"), store=store)


def seen() -> dict[str, Any]:
    """What report, explain and sql show of judged.duckdb, but for the identifiers."""
    return {name: _slim(_json(*words)) for name, words in LOOKED_AT.items()}


def _json(*words: str) -> Any:
    outcome = judged(*words, "--format", "json")
    assert outcome.code in (0, 1), outcome.stderr
    return outcome.json


def _slim(told: Any) -> Any:
    if isinstance(told, list):
        return told
    if "runs" not in told:
        return {key: value for key, value in told.items() if key not in ("evaluation_id", "note")}
    return {
        **{key: told[key] for key in OF_REPORTS},
        "runs": [{key: run[key] for key in OF_RUNS} for run in told["runs"]],
        "findings": [{key: found[key] for key in OF_FINDINGS} for found in told["findings"]],
    }
