"""What an evaluation gives back, keeps and refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import polars as pl
import pytest

import judged
import judged.validation.validate
from judged import ArgumentError, Contract, ContractError, RefusedError
from judged.store.store import Store
from judged.validation import validate as stage
from tests.support import write_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from judged.evaluation.findings import Finding
    from judged.validation.schema_findings import Validated

QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 1}}
RUN = {"q1": ["a"], "q2": ["a"]}
OTHER = {"q1": ["b", "a"], "q3": ["a"]}


def words(text: str) -> list[str]:
    return text.split()


# Columns as sql/README.md lists them; others rely on names and order.
QUERY_SCORES = words(
    "evaluation_id run_id query_id k measure dcg idcg ndcg ceiling zero_idcg missing counted"
    " retrieved judged unjudged judgments relevant"
)
RUN_SCORES = words(
    "evaluation_id run_id k measure queries scored_queries zero_idcg_queries missing_queries"
    " unknown_queries macro_ndcg macro_ndcg_zero_idcg_as_zero macro_ndcg_zero_idcg_excluded"
    " pooled_ndcg mean_ceiling retrieved unjudged unjudged_rate mean_unjudged_rate"
)
FINDINGS = words(
    "source_id run_id evaluation_id contract_id rule_id severity query_id doc_id value line_number"
    " message stage k"
)


def test_frames_have_the_columns_of_the_tables() -> None:
    result = judged.evaluate(QRELS, RUN)
    assert result.query_scores.columns == QUERY_SCORES
    assert result.run_scores.columns == RUN_SCORES
    assert isinstance(result.findings, pl.DataFrame)


def test_a_result_says_what_its_numbers_mean() -> None:
    contract = Contract(unjudged="drop", cutoffs=[1, "all"])
    result = judged.evaluate(QRELS, RUN, contract)
    assert result.contract == contract
    assert result.contract_id == contract.contract_id
    measures = set(result.query_scores.select("k", "measure").iter_rows())
    assert measures == {(1, "nDCG@1[drop]"), (0, "nDCG[drop]")}


def test_rows_stand_in_order() -> None:
    result = judged.evaluate(QRELS, {"b": OTHER, "a": RUN}, Contract(cutoffs=["all", 5, 1]))
    keys = list(result.run_scores.select("run_id", "k").iter_rows())
    assert keys == [("a", 0), ("a", 1), ("a", 5), ("b", 0), ("b", 1), ("b", 5)]
    scores = result.query_scores.select("run_id", "query_id", "k")
    assert list(scores.iter_rows()) == sorted(scores.iter_rows())
    assert scores.height == 2 * 2 * 3


def test_warnings_are_findings_with_their_count() -> None:
    result = judged.evaluate(QRELS, {"one": RUN, "two": OTHER}, Contract(cutoffs=1))
    rows = set(result.findings.select("rule_id", "run_id", "severity", "places").iter_rows())
    assert rows == {
        ("missing-query", "two", "warning", 1),
        ("unknown-query", "two", "warning", 1),
    }


def test_unknown_queries_are_counted_and_never_averaged() -> None:
    row = judged.evaluate(QRELS, OTHER, Contract(cutoffs=1)).run_scores.to_dicts()[0]
    assert (row["queries"], row["unknown_queries"], row["missing_queries"]) == (2, 1, 1)


@pytest.mark.parametrize("name", ["trec_eval", "ir_measures"])
def test_a_preset_s_name_is_a_contract(name: str) -> None:
    assert judged.evaluate(QRELS, RUN, name).contract == Contract.preset(name)


def test_strict_is_the_contract_where_none_is_given() -> None:
    assert judged.evaluate(QRELS, RUN).contract == Contract()


def test_what_is_no_contract_is_refused() -> None:
    with pytest.raises(ContractError, match="'trec' is no preset"):
        judged.evaluate(QRELS, RUN, "trec")
    with pytest.raises(ContractError, match="'' is no preset"):
        judged.evaluate(QRELS, RUN, "")
    wrong: Any = {"cutoffs": [10]}
    with pytest.raises(ArgumentError, match=r"contract: .* is no Contract and no preset's name"):
        judged.evaluate(QRELS, RUN, wrong)


def test_a_refusal_holds_every_place_as_a_row() -> None:
    qrels: Any = {"q1": {"a": 7, "b": -1}, "q2": {"a": 1}}
    with pytest.raises(RefusedError, match=r"^refused: run: judgments: grade-range: ") as refused:
        judged.evaluate(qrels, RUN)
    rows: list[dict[str, Any]] = refused.value.findings
    assert all(list(row) == FINDINGS for row in rows)
    errors = [row for row in rows if row["severity"] == "error"]
    places = {(row["rule_id"], row["query_id"], row["doc_id"], row["value"]) for row in errors}
    assert places == {("grade-range", "q1", "a", "7"), ("grade-range", "q1", "b", "-1")}


def test_a_refusal_names_every_run_that_is_refused() -> None:
    runs: Any = {"bad": {"q1": ["x"]}, "good": RUN, "worse": {"q1": ["a", "a"]}}
    with pytest.raises(RefusedError) as refused:
        judged.evaluate(QRELS, runs)
    message = str(refused.value)
    assert "bad: unjudged-document: 1 of 1 retrieved documents have no judgment" in message
    assert "worse: duplicate-document: " in message
    assert "good" not in message


def test_a_refusal_ends_with_what_can_be_done_about_each_rule() -> None:
    runs: Any = {"bad": {"q1": ["x"]}, "worse": {"q1": ["a", "a"]}, "again": {"q1": ["y"]}}
    with pytest.raises(RefusedError) as refused:
        judged.evaluate(QRELS, runs)
    _, unjudged, duplicate, in_python = str(refused.value).splitlines()
    assert unjudged == (
        "unjudged-document: choose: --unjudged zero, --unjudged drop, --preset trec_eval;"
        " to require a fully judged top k: --unjudged zero --min-judged-rate 1"
    )
    assert duplicate == "duplicate-document: remove the line, or choose --run-duplicates keep_best"
    assert 'in Python --unjudged zero is judged.Contract(unjudged="zero")' in in_python


def test_advice_without_an_option_says_nothing_of_options() -> None:
    with pytest.raises(RefusedError) as refused:
        judged.evaluate(QRELS, {"another": {"a": 1.0}})
    _, advice = str(refused.value).splitlines()
    assert advice == (
        "no-common-query: look whether run and judgments belong together, and whether their query"
        " ids are written alike"
    )


def test_a_row_that_cannot_be_read_may_be_left_out_of_what_is_in_memory() -> None:
    run: Any = {"q1": {"a": "high", "b": 1.0}}
    with pytest.raises(RefusedError, match='skip the argument on_bad_line="skip"'):
        judged.evaluate(QRELS, run)
    left = judged.evaluate(QRELS, run, on_bad_line="skip")
    alone = judged.evaluate(QRELS, {"q1": {"b": 1.0}})
    assert left.query_scores["ndcg"].to_list() == alone.query_scores["ndcg"].to_list()


def test_nothing_is_kept_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    judged.evaluate(QRELS, RUN)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["path", "text"])
def test_a_store_named_by_its_path_keeps_everything(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "judged.duckdb"
    result = judged.evaluate(QRELS, RUN, store=path if kind == "path" else str(path))
    with judged.open_store(path) as store:
        kept = store.sql("select * from query_scores order by query_id")
    assert kept.to_dicts() == result.query_scores.to_dicts()


def test_a_store_that_is_open_is_used_and_stays_open() -> None:
    with Store.open(":memory:") as store:
        judged.evaluate(QRELS, RUN, store=store)
        judged.evaluate(QRELS, RUN, "trec_eval", store=store)
        ids = [row for (row,) in store.rows("select contract_id from evaluations")]
    assert ids == [Contract().contract_id, Contract.preset("trec_eval").contract_id]


def test_the_same_call_again_adds_nothing_and_gives_the_same() -> None:
    with Store.open(":memory:") as store:
        first = judged.evaluate(QRELS, RUN, store=store)
        second = judged.evaluate(QRELS, RUN, store=store)
        counts = store.rows(
            "select (select count(*) from sources), (select count(*) from evaluations),"
            " (select count(*) from query_scores), (select count(*) from run_scores)"
        )
    assert counts == [(2, 1, 2, 1)]
    assert second.query_scores.to_dicts() == first.query_scores.to_dicts()


def test_a_further_cutoff_stays_beside_the_first_and_only_the_asked_ones_come_back() -> None:
    with Store.open(":memory:") as store:
        judged.evaluate(QRELS, RUN, Contract(cutoffs=1), store=store)
        result = judged.evaluate(QRELS, RUN, Contract(cutoffs=5), store=store)
        kept = store.rows("select k from run_scores order by k")
    assert result.run_scores["k"].to_list() == [5]
    assert kept == [(1,), (5,)]


def test_a_refused_evaluation_is_kept_with_its_reason() -> None:
    with Store.open(":memory:") as store:
        with pytest.raises(RefusedError):
            judged.evaluate(QRELS, {"q1": ["x"]}, store=store)
        rows = store.rows("select run_id, status, reason from evaluations")
        scores = store.rows("select count(*) from query_scores")
    ((run_id, status, reason),) = rows
    assert (run_id, status) == ("run", "refused")
    assert reason.startswith("unjudged-document: 1 of 1 retrieved documents have no judgment")
    assert scores == [(0,)]


def test_frames_are_validated_by_pandera_itself_also_beside_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, list[set[str]]] = {"validate_natively": [], "_findings_in_files": []}

    def spied(name: str) -> Callable[..., list[Finding]]:
        way = getattr(stage, name)

        def call(store: Store, schema: Any, relation: Validated, *more: Any) -> list[Finding]:
            ids = store.rows(f"select distinct {relation.run_id} from {relation.view}")
            seen[name].append({str(run_id) for (run_id,) in ids})
            return cast("list[Finding]", way(store, schema, relation, *more))

        return call

    for name in seen:
        monkeypatch.setattr(stage, name, spied(name))
    path = write_run(tmp_path / "file.txt", {"q1": {"b": 2.0, "a": 1.0}})
    judged.evaluate(QRELS, {"frame": RUN, "file": path}, Contract(cutoffs=1))
    assert seen == {"validate_natively": [{"None"}, {"frame"}], "_findings_in_files": [{"file"}]}
