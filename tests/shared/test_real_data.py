"""Real files of many makers are read whole: every row, every query, no line rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from judged import open_store
from tests.support import judged, shared

if TYPE_CHECKING:
    from pathlib import Path

# Rows and queries, as counted by other means; the column `lines` of the data's own README.
QRELS = {
    "cast2019-compat/TREC-CAsT-2019.qrels": (29350, 173),
    "dl19-passage/qrels.dl19-passage.txt": (9260, 43),
    "msmarco-doc-dev/qrels.msmarco-doc.dev.txt": (5193, 5193),
    "qrels-only/qrels.ciral-v1.0-so-test-a.tsv": (1798, 99),
    "qrels-only/qrels.covid-round1.txt": (8691, 30),
    "qrels-only/qrels.hc4-neuclir22-ru.test.txt": (625, 50),
    "qrels-only/qrels.microblog2011.txt": (60129, 49),
    "qrels-only/qrels.msmarco-passage.dev-subset.txt": (7437, 6980),
    "qrels-only/qrels.rag25.test-umbrela2.txt": (10284, 22),
    "qrels-only/qrels.rag25.test.txt": (10284, 22),
    "qrels-only/qrels.slidevqa.test.txt": (2786, 2214),
    "ranx-fixtures/qrels.trec": (5, 2),
    "ranx-fixtures/qrels.trec.gz": (5, 2),
    "robust03/mod_robust03_qrels.txt.gz": (128796, 100),
    "robust03/robust03_qrels.txt.gz": (128796, 100),
    "scifact/qrels.beir-v1.0.0-scifact.test.txt": (339, 300),
    "scifact/test.tsv": (339, 300),
    "trec-covid-beir/qrels.beir-v1.0.0-trec-covid.test.txt": (66334, 50),
    "trec-covid-beir/qrels.covid-complete.txt": (69318, 50),
    "trec_eval-test/qrels.123": (10362, 3),
    "trec_eval-test/qrels.rel_level": (3681, 3),
    "trec_eval-test/qrels.test": (3681, 3),
    "web2012/qrels.web.151-200.txt": (16055, 50),
}
RUNS = {
    "dl19-passage/BM25.trec_results_dl19.txt": (4300, 43),
    "dl19-passage/D_BERT_KD_TASB.trec_results_dl19.txt": (4300, 43),
    "dl19-passage/OPEN_AI_ADA2.trec_results_dl19.txt": (4300, 43),
    "dl19-passage/REP_LLAMA.trec_results_dl19.txt": (43000, 43),
    "dl19-passage/SPLADE_P_P_ENSEMBLE_DISTIL.trec_results_dl19.txt": (4300, 43),
    "msmarco-doc-dev/bm25+rm3.txt.gz": (51930, 5193),
    "msmarco-doc-dev/bm25.txt.gz": (51930, 5193),
    "msmarco-doc-dev/word2vec.txt": (430, 43),
    "ranx-fixtures/run.trec": (5, 2),
    "ranx-fixtures/run.trec.gz": (5, 2),
    "robust03/input.humR03dc.gz": (10000, 100),
    "robust03/input.pircRBa1.gz": (100000, 100),
    "robust03/input.rutcor03100.gz": (100000, 100),
    "robust03/input.uic0301.gz": (99969, 100),
    "scifact/reranked_results.tsv": (101231, 1109),
    "trec-covid-beir/BM25.trec_results_covid.txt": (5000, 50),
    "trec-covid-beir/SPLADE_P_P_ENSEMBLE_DISTIL.trec_results_covid.txt": (5000, 50),
    "trec_eval-test/results.test": (1500, 3),
    "trec_eval-test/results.trunc": (584, 2),
    "web2012/ql.results-catb-filtered.txt.gz": (21512, 50),
    "web2012/ql.results-catb.txt.gz": (49413, 50),
}
# Of other kinds: JSON and Parquet, what tools printed, and texts about the files.
NEITHER = (".json", ".parquet", ".md")
PRINTED = "out.test."


@pytest.mark.parametrize("name", QRELS)
def test_every_judgment_of_a_file_is_read(name: str, tmp_path: Path) -> None:
    database = tmp_path / "judged.duckdb"
    outcome = judged("ingest", "--qrels", shared("data") / name, "--db", database)
    assert outcome.code == 0
    with open_store(database) as store:
        read = store.rows("select count(*), count(distinct query_id) from qrels")
        rejected = store.rows("select sum(rejected) from sources")
    assert read == [QRELS[name]]
    assert rejected == [(0,)]


def test_every_line_of_the_runs_is_read(tmp_path: Path) -> None:
    database = tmp_path / "judged.duckdb"
    outcome = judged(
        "ingest", *[f"{name}={shared('data') / name}" for name in RUNS], "--db", database
    )
    assert outcome.code == 0
    with open_store(database) as store:
        read = store.rows(
            "select run_id, count(*), count(distinct query_id) from runs group by run_id"
        )
        rejected = store.rows("select sum(rejected) from sources")
    assert {run_id: tuple(counted) for run_id, *counted in read} == RUNS
    assert rejected == [(0,)]


def test_a_file_whose_last_column_names_no_run_needs_a_name(tmp_path: Path) -> None:
    path = shared("data") / "scifact/reranked_results.tsv"
    outcome = judged("ingest", path, "--db", tmp_path / "judged.duckdb")
    assert outcome.code == 1
    assert "100,544 tags" in outcome.stderr
    assert f"NAME={path}" in outcome.stderr


def test_files_that_share_a_tag_are_named_after_themselves(tmp_path: Path) -> None:
    database = tmp_path / "judged.duckdb"
    names = sorted(name for name in RUNS if name.startswith("dl19-passage/"))
    paths = [shared("data") / name for name in names]
    outcome = judged("ingest", *paths, "--db", database)
    assert outcome.code == 0
    assert "'rank'" in outcome.stderr
    with open_store(database) as store:
        run_ids = store.rows("select distinct run_id from run_sources order by run_id")
    assert [run_id for (run_id,) in run_ids] == [path.stem for path in paths]


def test_the_lists_here_are_complete() -> None:
    data = shared("data")
    names = {
        str(path.relative_to(data).as_posix())
        for path in data.glob("*/*")
        if path.suffix not in NEITHER and not path.name.startswith(PRINTED)
    }
    assert names == {*QRELS, *RUNS}
