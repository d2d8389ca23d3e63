"""Chunks scored against judgments of documents from Python, and what the store keeps of it."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Any

import pytest

import judged
from judged import ArgumentError, Contract, InputError, RefusedError
from judged.contract.settings import Settings
from judged.evaluation import stored
from judged.evaluation.workspace import Workspace
from judged.ingestion.frames import qrels_frame, run_frame
from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input
from judged.store.store import Store
from judged.validation.schemas import Schemas
from judged.validation.validate import validate

if TYPE_CHECKING:
    from pathlib import Path

QRELS = {"q": {"a": 2, "b": 1}}
RUN = {"q": ["b#1", "b#2", "a#1", "x#9"]}
CHUNKS = {"a#1": "a", "b#1": "b", "b#2": "b"}
# Documents b, a, x: 1 + 2 / log2(3) out of 2 + 1 / log2(3).
NDCG = (1 + 2 / log2(3)) / (2 + 1 / log2(3))

RULES: list[Any] = [{"pattern": "^(.*)#[0-9]+$"}, {"pattern": "^(.)"}, {"map": CHUNKS}]


def contract(rule: Any, **fields: Any) -> Contract:
    return Contract(**{"unjudged": "zero", "run_duplicates": "keep_best", **fields}, doc_ids=rule)


def count(result: judged.Result, rule_id: str) -> int:
    found = result.findings.filter(rule_id=rule_id).to_dicts()
    return sum(row["places"] for row in found)


@pytest.mark.parametrize("rule", RULES)
def test_chunks_are_scored_as_their_documents(rule: Any) -> None:
    result = judged.evaluate(QRELS, RUN, contract(rule))
    (row,) = result.query_scores.to_dicts()
    assert row["ndcg"] == pytest.approx(NDCG, abs=1e-12)
    assert row["measure"] == "nDCG@10[doc_ids]"
    # b, a, x: of three documents one is unjudged.
    assert (row["retrieved"], row["unjudged"]) == (3, 1)
    assert count(result, "duplicate-document") == 2
    # The map does not have x#9, which the patterns cut.
    assert count(result, "unmapped-id") == (1 if "map" in rule else 0)


def test_a_path_is_a_map_too(tmp_path: Path) -> None:
    path = tmp_path / "chunks.csv"
    path.write_text("".join(f"{chunk},{doc}\n" for chunk, doc in CHUNKS.items()))
    by_file = judged.evaluate(QRELS, RUN, contract({"map": path}))
    by_dict = judged.evaluate(QRELS, RUN, contract({"map": CHUNKS}))
    assert by_file.contract_id == by_dict.contract_id
    assert by_file.run_scores["macro_ndcg"].to_list() == [pytest.approx(NDCG, abs=1e-12)]
    assert by_file.query_scores["ndcg"].to_list() == by_dict.query_scores["ndcg"].to_list()


def test_judgments_are_turned_on_request() -> None:
    qrels = {"q": {"a#7": 2, "b#3": 1}}
    both = contract({"pattern": "^(.*)#[0-9]+$", "judgments": True})
    result = judged.evaluate(qrels, RUN, both)
    assert result.query_scores["ndcg"].to_list() == [pytest.approx(NDCG, abs=1e-12)]
    runs_alone = judged.evaluate(qrels, RUN, contract({"pattern": "^(.*)#[0-9]+$"}))
    assert runs_alone.query_scores["ndcg"].to_list() == [0.0]


def test_a_refusal_says_that_chunks_fell_together() -> None:
    with pytest.raises(
        RefusedError, match="fell together by doc_ids, the first 'b#1' as 'b' of query"
    ) as no:
        judged.evaluate(QRELS, RUN, contract(RULES[0], run_duplicates="error"))
    places = [row for row in no.value.findings if row["rule_id"] == "duplicate-document"]
    assert [(row["doc_id"], row["value"]) for row in places] == [("b", "b#1"), ("b", "b#2")]


@pytest.mark.parametrize("rule", [*RULES, {"map": CHUNKS, "judgments": True}])
def test_a_stored_contract_is_read_back(rule: Any) -> None:
    chosen = contract(rule)
    with Store.open(":memory:") as store:
        result = judged.evaluate(QRELS, RUN, chosen, store=store)
        (evaluation_id,) = result.query_scores["evaluation_id"].unique()
        workspace = stored.workspace_of(store, [evaluation_id])
        assert workspace.contract == chosen
        assert workspace.evaluation_ids == [evaluation_id]


def test_a_database_keeps_a_map_once(tmp_path: Path) -> None:
    path = tmp_path / "chunks.tsv"
    path.write_text("".join(f"{chunk}\t{doc}\n" for chunk, doc in CHUNKS.items()))
    with Store.open(":memory:") as store:
        for rule in ({"map": CHUNKS}, {"map": path}, {"map": path, "judgments": True}):
            judged.evaluate(QRELS, RUN, contract(rule), store=store)
        assert store.rows("select name, path, rows from sources where kind = 'doc_ids'") == [
            ("chunks", str(path), 3)
        ]
        assert sorted(store.rows("select file_doc_id, doc_id from doc_id_map")) == sorted(
            CHUNKS.items()
        )


def test_a_map_that_changed_since_the_contract_was_made_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "chunks.tsv"
    path.write_text("a#1\ta\n")
    chosen = contract({"map": path})
    path.write_text("a#1\tb\n")
    with Store.open(":memory:") as store:
        with pytest.raises(InputError, match="the map was changed"):
            judged.evaluate(QRELS, RUN, chosen, store=store)
        assert store.rows("from doc_id_map") == []
        assert store.rows("select 1 from sources where kind = 'doc_ids'") == []


def test_a_map_by_its_hash_has_to_be_in_the_database() -> None:
    known = contract({"map": CHUNKS})
    by_hash = Contract.of(known.as_json())
    with Store.open(":memory:") as store:
        with pytest.raises(ArgumentError, match="the database has no map of the hash"):
            judged.evaluate(QRELS, RUN, by_hash, store=store)
        first = judged.evaluate(QRELS, RUN, known, store=store)
        again = judged.evaluate(QRELS, RUN, by_hash, store=store)
    assert first.query_scores.equals(again.query_scores)


def workspace_of(store: Store, chosen: Contract) -> Workspace:
    ingested = ingest(
        store,
        qrels=Input("qrels", frame=qrels_frame(QRELS)),
        runs=[Input("run", "run", run_frame(RUN))],
    )
    assert ingested.qrels is not None
    return Workspace.of(store, Settings(chosen, {}), ingested.qrels, ingested.runs)


def temporary(store: Store, kind: str) -> set[str]:
    rows = store.rows(f"select {kind}_name from duckdb_{kind}s() where temporary")
    return {name for (name,) in rows}


def test_ids_as_they_are_cost_no_table_and_other_ids_take_their_place() -> None:
    names = {"scored_lines", "scored_judgments"}
    with Store.open(":memory:") as store:
        for self_matches in ("keep", "drop"):
            workspace_of(store, contract("as_is", self_matches=self_matches)).judge()
            assert names <= temporary(store, "view")
            assert not names & temporary(store, "table")
        workspace_of(store, contract(RULES[0])).judge()
        assert names & temporary(store, "table") == {"scored_lines"}
        turned = judged.evaluate(QRELS, RUN, contract(RULES[0]), store=store)
        assert turned.query_scores["ndcg"].to_list() == [pytest.approx(NDCG, abs=1e-12)]
        as_is = judged.evaluate(QRELS, RUN, contract("as_is"), store=store)
        assert as_is.query_scores["ndcg"].to_list() == [0.0]


def test_evaluating_again_replaces_what_fell_together() -> None:
    with Store.open(":memory:") as store:
        for _ in range(2):
            judged.evaluate(QRELS, RUN, contract(RULES[0]), store=store)
        rows = store.rows("select query_id, lines, documents, most_lines from mapped_lists")
    assert rows == [("q", 4, 3, 2)]


def test_a_schema_of_one_s_own_sees_the_ids_of_the_file(tmp_path: Path) -> None:
    rules = tmp_path / "rules.py"
    rules.write_text(
        "import pandera.polars as pa\n"
        "from judged_schemas.runs import Runs\n"
        "class Chunks(Runs):\n"
        "    doc_id: str = pa.Field(str_contains={'pattern': '#', 'error': 'no-chunk'})\n"
    )
    with Store.open(":memory:") as store:
        workspace = workspace_of(store, contract(RULES[0]))
        found = validate(store, workspace, Schemas.of([f"{rules}:Chunks"])).findings
    assert "no-chunk" not in {finding.rule_id for finding in found}
