"""Real runs against reference values that other tools computed, and that others published."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import judged
from tests.support import shared

PAIRS = (
    ("dl19-passage/qrels.dl19-passage.txt", "dl19-passage/BM25.trec_results_dl19.txt"),
    ("dl19-passage/qrels.dl19-passage.txt", "dl19-passage/D_BERT_KD_TASB.trec_results_dl19.txt"),
    ("dl19-passage/qrels.dl19-passage.txt", "dl19-passage/OPEN_AI_ADA2.trec_results_dl19.txt"),
    ("dl19-passage/qrels.dl19-passage.txt", "dl19-passage/REP_LLAMA.trec_results_dl19.txt"),
    (
        "dl19-passage/qrels.dl19-passage.txt",
        "dl19-passage/SPLADE_P_P_ENSEMBLE_DISTIL.trec_results_dl19.txt",
    ),
    ("msmarco-doc-dev/qrels.msmarco-doc.dev.txt", "msmarco-doc-dev/bm25+rm3.txt.gz"),
    ("msmarco-doc-dev/qrels.msmarco-doc.dev.txt", "msmarco-doc-dev/bm25.txt.gz"),
    ("robust03/robust03_qrels.txt.gz", "robust03/input.humR03dc.gz"),
    ("robust03/robust03_qrels.txt.gz", "robust03/input.pircRBa1.gz"),
    ("robust03/robust03_qrels.txt.gz", "robust03/input.rutcor03100.gz"),
    ("robust03/robust03_qrels.txt.gz", "robust03/input.uic0301.gz"),
    ("scifact/qrels.beir-v1.0.0-scifact.test.txt", "scifact/reranked_results.tsv"),
    ("scifact/test.tsv", "scifact/reranked_results.tsv"),
    (
        "trec-covid-beir/qrels.beir-v1.0.0-trec-covid.test.txt",
        "trec-covid-beir/BM25.trec_results_covid.txt",
    ),
    (
        "trec-covid-beir/qrels.beir-v1.0.0-trec-covid.test.txt",
        "trec-covid-beir/SPLADE_P_P_ENSEMBLE_DISTIL.trec_results_covid.txt",
    ),
    ("trec-covid-beir/qrels.covid-complete.txt", "trec-covid-beir/BM25.trec_results_covid.txt"),
    (
        "trec-covid-beir/qrels.covid-complete.txt",
        "trec-covid-beir/SPLADE_P_P_ENSEMBLE_DISTIL.trec_results_covid.txt",
    ),
    ("trec_eval-test/qrels.test", "trec_eval-test/results.test"),
    ("trec_eval-test/qrels.test", "trec_eval-test/results.trunc"),
    ("trec_eval-test/qrels.rel_level", "trec_eval-test/results.test"),
    ("web2012/qrels.web.151-200.txt", "web2012/ql.results-catb-filtered.txt.gz"),
    ("web2012/qrels.web.151-200.txt", "web2012/ql.results-catb.txt.gz"),
)
NO_COMMON_QUERY = ("msmarco-doc-dev/qrels.msmarco-doc.dev.txt", "msmarco-doc-dev/word2vec.txt")

VARIANTS: dict[str, dict[str, Any]] = {
    "score64_docid_desc.linear": {"score_precision": "float64"},
    "score_docid_asc.linear": {"score_precision": "float64", "ties": "doc_id_asc"},
    "rank_column.linear": {"order": "rank"},
    "file_order.linear": {"order": "line"},
    "trec_eval.exponential_gain": {"gain": "exponential"},
    # Negative grades stayed judged when these were computed.
    "trec_eval.linear.judged_only": {"unjudged": "drop", "negative_grades": "zero"},
}
OTHER_MEANS = {"ndcg_cut_5": 5, "ndcg_cut_20": 20, "ndcg_cut_100": 100, "ndcg": 0}

# In the ordinary suite one run of each collection.
IN_SHORT = {qrels.partition("/")[0]: (qrels, run) for qrels, run in PAIRS}
each_pair = pytest.mark.parametrize(
    ("qrels", "run"),
    [
        pytest.param(*pair, marks=() if pair in IN_SHORT.values() else pytest.mark.slow)
        for pair in PAIRS
    ],
)


def test_the_list_here_is_complete() -> None:
    assert set(expected_values()) == {*PAIRS, NO_COMMON_QUERY}
    for expected in expected_values().values():
        variants = set(expected["variants_mean_over_queries_in_both"])
        assert variants == {*VARIANTS, "trec_eval.linear"}


@each_pair
def test_a_run_scores_as_in_pytrec_eval_and_as_published(qrels: str, run: str) -> None:
    expected = expected_values()[qrels, run]
    contract = judged.Contract.preset("pytrec_eval", cutoffs=[10, 5, 20, 100, "all"])
    result = evaluate(qrels, run, contract)
    means = {row["k"]: row for row in result.run_scores.to_dicts()}
    every_query_agrees(counted(result, 10), expected)
    means_agree(means, expected)
    for item in expected["published"]:
        if item["metric"] == "ndcg_cut_10":
            assert f"{means[10]['macro_ndcg']:.4f}" == f"{item['published']:.4f}"
        elif item["metric"].startswith("ndcg (mean of 4-digit values"):
            rounded = [round(value, 4) for value in counted(result, 0).values()]
            assert sum(rounded) / len(rounded) == pytest.approx(item["published"], abs=1e-9)


@each_pair
@pytest.mark.slow
def test_means_over_all_judged_queries_are_those_of_ir_measures(qrels: str, run: str) -> None:
    expected = expected_values()[qrels, run]["ndcg@10"]
    mean = evaluate(qrels, run, judged.Contract.preset("ir_measures")).run_scores.to_dicts()[0]
    assert mean["macro_ndcg"] == pytest.approx(expected["ir_measures_aggregate"], abs=1e-6)
    assert mean["macro_ndcg"] == pytest.approx(expected["mean_over_all_qrels_queries"], abs=1e-6)
    with_relevant = expected["mean_over_qrels_queries_with_relevant"]
    assert mean["macro_ndcg_zero_idcg_excluded"] == pytest.approx(with_relevant, abs=1e-6)


@each_pair
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.slow
def test_means_under_other_contracts(qrels: str, run: str, variant: str) -> None:
    expected = expected_values()[qrels, run]["variants_mean_over_queries_in_both"][variant]
    contract = judged.Contract.preset("pytrec_eval", **VARIANTS[variant])
    mean = evaluate(qrels, run, contract).run_scores["macro_ndcg"][0]
    assert mean == pytest.approx(expected, abs=1e-6)


def test_a_run_of_other_queries_is_refused() -> None:
    with pytest.raises(judged.RefusedError, match="no-common-query"):
        evaluate(*NO_COMMON_QUERY, judged.Contract.preset("pytrec_eval"))


def every_query_agrees(scored: dict[str, float], expected: dict[str, Any]) -> None:
    """The reference holds the first 100 queries of a run, with ten decimals."""
    reference = expected["per_query_ndcg@10"]
    assert len(reference) == min(100, expected["queries_in_both"])
    assert {query: scored[query] for query in reference} == pytest.approx(reference, abs=1e-9)


def means_agree(means: dict[int, dict[str, Any]], expected: dict[str, Any]) -> None:
    """Means over the queries that run and judgments share, at each cutoff of the reference."""
    linear = expected["variants_mean_over_queries_in_both"]["trec_eval.linear"]
    assert expected["ndcg@10"]["mean_over_scored"] == linear
    assert means[10]["macro_ndcg"] == pytest.approx(linear, abs=1e-6)
    assert means[10]["scored_queries"] == expected["queries_in_both"]
    assert means[10]["queries"] == expected["queries_in_qrels"]
    for measure, k in OTHER_MEANS.items():
        reference = expected["other_means"][measure]
        assert means[k]["macro_ndcg"] == pytest.approx(reference, abs=1e-6), measure


def counted(result: judged.Result, k: int) -> dict[str, float]:
    """The scores of the counted queries at k, by query."""
    rows = result.query_scores.filter(k=k, counted=True)
    return dict(zip(rows["query_id"], rows["ndcg"], strict=True))


@cache
def expected_values() -> dict[tuple[str, str], dict[str, Any]]:
    """The reference values by qrels and run."""
    text = (shared("data") / "expected.json").read_text(encoding="utf-8")
    return {(item["qrels"], item["run"]): item for item in json.loads(text)}


def evaluate(qrels: str, run: str, contract: judged.Contract) -> judged.Result:
    """One run; it has a name because the tags of some files name no run."""
    data = shared("data")
    return judged.evaluate(data / qrels, {"run": data / run}, contract)
