"""The small cases after public bug reports, read into the words of a contract.

A case speaks of policies in its own words; `contract_of` says what each is called here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import judged
from tests.support import shared

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# What a case says of ties, and the field that says it here.
TIES = {
    "docid_desc": {"ties": "doc_id_desc"},
    "docid_asc": {"ties": "doc_id_asc"},
    "average": {"ties": "average"},
    "input_order": {"ties": "line"},
    "rank_column": {"order": "rank"},
}
MISSING = {"skip": "exclude", "zero": "zero"}
ZERO_IDCG = {"zero": "zero", "skip": "exclude", "null": "exclude"}
# Grades that a gain table leaves out keep their grade as gain; here it has to say so.
LINEAR = {1: 1, 2: 2, 3: 3}
NO_CONTRACT = ("best", "worst", "one")


@dataclass(frozen=True)
class Case:
    """A case: two files, options, and the right outcome."""

    folder: Path
    options: dict[str, Any]
    expected: dict[str, Any]
    checks: list[str]

    @classmethod
    def read(cls, name: str) -> Case:
        folder = shared("cases") / name
        content = json.loads((folder / "case.json").read_text(encoding="utf-8"))
        return cls(folder, content["options"], content["expected"], content["checks"])

    @property
    def qrels(self) -> Path:
        return self.folder / "qrels.txt"

    @property
    def run(self) -> Path:
        return self.folder / "run.txt"

    def score(self, contract: judged.Contract, qrels: Path | None = None) -> Scored:
        """The scores of the case's run, its judgments being those of the case or of `qrels`."""
        with judged.open_store(":memory:", read_only=False) as store:
            result = judged.evaluate(qrels or self.qrels, self.run, contract, store=store)
            unknown = store.rows("select query_id from unknown_queries order by query_id")
            places = store.rows("select rule_id, query_id, value, line_number from findings")
        return Scored(
            rows=result.query_scores.to_dicts(),
            means=result.run_scores.to_dicts()[0],
            unknown=[query for (query,) in unknown],
            places=set(places),
        )


@dataclass(frozen=True)
class Scored:
    """What a run scored: its rows of query_scores and run_scores, and what was found on the way."""

    rows: list[dict[str, Any]]
    means: dict[str, Any]
    unknown: list[str]
    places: set[tuple[Any, ...]]

    @property
    def counted(self) -> dict[str, float]:
        return {row["query_id"]: row["ndcg"] for row in self.rows if row["counted"]}

    @property
    def unjudged_rates(self) -> dict[str, float | None]:
        return {
            row["query_id"]: row["unjudged"] / row["retrieved"] if row["retrieved"] else None
            for row in self.rows
        }

    def queries(self, column: str) -> list[str]:
        return sorted(row["query_id"] for row in self.rows if row[column])

    def found(self, rule_id: str) -> set[tuple[Any, ...]]:
        """The places of a rule: query, value and line number."""
        return {place[1:] for place in self.places if place[0] == rule_id}


def contract_of(options: Mapping[str, Any], **changes: Any) -> judged.Contract:
    """The contract that a case's options mean, with fields changed.

    `relevance_level` has no counterpart: it must not move NDCG.
    """
    cutoff = options["k"]
    fields: dict[str, Any] = {
        "cutoffs": "all" if cutoff is None else cutoff,
        "gain": _gain(options["gain"]),
        "unjudged": options["unjudged"],
        "zero_idcg": ZERO_IDCG[options["zero_idcg"]],
        "missing_queries": MISSING[options["missing_query"]],
        "score_precision": options["score_precision"],
        "depth": options.get("max_retrieved"),
        "negative_grades": "unjudged" if options.get("drop_negative") else "zero",
        **TIES[options["ties"]],
    }
    return judged.Contract.preset("trec_eval", **{**fields, **changes})


def has_contract(options: Mapping[str, Any]) -> bool:
    """False for policies that a case mentions and that this project does not have."""
    return not any(value in NO_CONTRACT for value in options.values() if isinstance(value, str))


def _gain(gain: str | dict[str, int]) -> str | dict[int, int]:
    if isinstance(gain, str):
        return gain
    table = {int(grade): value for grade, value in gain.items()}
    return {**LINEAR, **table}
