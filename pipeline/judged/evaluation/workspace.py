"""The relations that validation and scoring share: one evaluation's inputs as temporary tables.

A workspace is made for one contract, one set of judgments and one or more runs. What it derives is
derived once: `judged run` ranks the documents for validation and scores the same ranking.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from judged.evaluation.discounts import SCALE, weights
from judged.evaluation.doc_ids import derive_scored, keep_map_of
from judged.evaluation.gain_units import GainUnits
from judged.evaluation.selected import Evaluation, select
from judged.store.queries import chained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.contract.contract import Contract
    from judged.contract.settings import Settings
    from judged.store.queries import Query
    from judged.store.run_versions import RunVersion
    from judged.store.sources import Source
    from judged.store.store import Store


def documents(run_duplicates: str) -> dict[str, str]:
    """The steps to the documents of each list: lines with their keys, repeated ones taken out."""
    if run_duplicates == "keep_best":
        return {"entries": "score/entries", "documents": "score/documents"}
    return {"documents": "score/entries"}


def ranking(run_duplicates: str, ties: str, *, only_first: bool = False) -> Query:
    """The query that ranks: of the documents those that may matter, in order.

    Averaged ties count by descending ids, and ties that are an error have no order of their own.

    Args:
        run_duplicates: of the contract.
        ties: of the contract.
        only_first: whether judged documents behind the first ranks do not matter.
    """
    by = ties if ties in ("doc_id_asc", "line") else "doc_id_desc"
    steps = {
        **documents(run_duplicates),
        "contenders": "score/contenders" if only_first else "score/contenders_and_judged",
        "ordered": f"score/ordered_{by}",
    }
    return chained(steps, "score/ranked")


@dataclass
class Workspace:
    """What is evaluated, and the temporary tables made for it.

    Attributes:
        settings: the contract and where it comes from.
        qrels: the judgments.
        queries: the list of queries that is evaluated, or None for all judged queries.
        evaluations: one a run.
        map_source_id: the source of the map that doc_ids is, where it is one.
    """

    store: Store
    settings: Settings
    qrels: Source
    queries: Source | None
    evaluations: list[Evaluation]
    map_source_id: int | None = None
    _done: set[str] = field(default_factory=set)
    _is_focused: bool = False

    @classmethod
    def of(
        cls,
        store: Store,
        settings: Settings,
        qrels: Source,
        runs: Sequence[RunVersion],
        queries: Source | None = None,
    ) -> Workspace:
        """Names the evaluations and makes the tables that select their lines.

        A map of ids that is not in the store yet is read into it.
        """
        contract_id = settings.contract.contract_id
        parts = (contract_id, qrels.version, queries.sha256 if queries else "")
        evaluations = [Evaluation(_hash(*parts, run.run_sha256, run.run_id), run) for run in runs]
        map_source_id = keep_map_of(store, settings.contract)
        workspace = cls(store, settings, qrels, queries, evaluations, map_source_id)
        select(store, settings.contract, qrels, evaluations, queries)
        return workspace

    @property
    def contract(self) -> Contract:
        """The contract of every evaluation here."""
        return self.settings.contract

    @property
    def is_mapped(self) -> bool:
        """Whether ids are turned into others before they are scored."""
        return bool(self.contract.doc_ids != "as_is")

    @property
    def evaluation_ids(self) -> list[str]:
        """In the order of the evaluations."""
        return [item.evaluation_id for item in self.evaluations]

    @property
    def gains(self) -> GainUnits:
        """What each grade is worth, in units."""
        return GainUnits(self.contract.gain)

    @property
    def scale(self) -> float:
        """How many units there are in a gain of 1: 10^14, times the power of ten of the gains."""
        return float(SCALE * 10**self.gains.digits)

    def judge(self) -> None:
        """Derives the ids that are scored, what is judged, and what of each run is."""
        if "judged" in self._done:
            return
        contract = self.contract
        derive_scored(self.store, contract, self.map_source_id)
        self.store.derive(
            "judged_queries", "score/judged_queries", is_listed=self.queries is not None
        )
        by_majority = contract.qrels_duplicates == "majority"
        self.store.derive(
            "judgments",
            "score/judgments_by_majority" if by_majority else "score/judgments",
            qrels_duplicates="max" if contract.qrels_duplicates == "max" else "min",
            negative_grades=contract.negative_grades,
        )
        grades = [
            row[0] for row in self.store.rows("select distinct grade from judgments order by 1")
        ]
        gains = [self.gains.units(grade) for grade in grades]
        self.store.fill("gains", {"grade": ("bigint", grades), "gain": ("bigint", gains)})
        self.store.derive("judgment_counts", "score/judgment_counts")
        self._find_repeated(contract.run_duplicates)
        self.store.derive("run_queries", "score/run_queries", self_matches=contract.self_matches)
        self.store.derive("judged_lines", "score/judged_lines")
        if self.is_mapped:
            self.store.derive("list_chunks", "score/list_chunks")
        self._done.add("judged")

    def focus(self, query_id: str) -> None:
        """Evaluates one query only, whose list is then ranked as a whole."""
        self.judge()
        self.store.rows("delete from judged_queries where query_id <> $query_id", query_id=query_id)
        self._is_focused = True

    def rank(self) -> None:
        """Derives ranked, the documents of every run in order, and kept, those that are scored."""
        if "ranked" in self._done:
            return
        self._derive_ranked(self.contract.depth, self.contract.run_duplicates)
        self.store.forget("kept")
        if self.contract.unjudged == "drop":
            self.store.derive("kept", "score/condensed")
        else:
            self.store.derive_view("kept", "score/kept")
        self._done.add("ranked")

    def rank_whole(self) -> None:
        """Derives ranked without a depth, for checks of whole lists; `rank()` derives it anew."""
        # A document that stands there twice does not tie with itself.
        self._derive_ranked(None, "keep_best")
        self._done.discard("ranked")

    def _derive_ranked(self, depth: int | None, run_duplicates: str) -> None:
        self.judge()
        contract = self.contract
        self._find_repeated(run_duplicates)
        keys = {"order_by": contract.order, "score_precision": contract.score_precision}
        # An averaged tie reaches beyond k, and whole lists have no k.
        keep_all = self._is_focused or contract.ties in ("average", "error") or 0 in contract.ks
        is_plain = not keep_all and depth is None and self._has_plain_lists(run_duplicates)
        deepest = max(contract.ks) + 1
        self.store.derive(
            "floors",
            chained(documents(run_duplicates), "score/floors"),
            **keys,
            reach=None if keep_all else max(deepest, depth or 0),
        )
        self.store.derive(
            "ranked",
            ranking(run_duplicates, contract.ties, only_first=is_plain),
            **keys,
            unjudged=contract.unjudged,
            depth=depth,
            keep_all=keep_all,
            deepest=deepest,
        )
        retrieved = "score/gains_of_lines" if is_plain else "score/gains_of_ranked"
        self.store.derive_view("retrieved_gains", retrieved)

    def _has_plain_lists(self, run_duplicates: str) -> bool:
        """Whether each line is a document, and behind the last rank matters only as retrieved."""
        return run_duplicates == "error" and self.contract.unjudged != "drop"

    def _find_repeated(self, run_duplicates: str) -> None:
        """Derives repeated_documents; where they are an error nobody asks for them: none.

        Of chunks that fall together it is told how many documents they are, even then.
        """
        if run_duplicates == "keep_best" or self.is_mapped:
            self.store.derive("repeated_documents", "score/repeated_documents")
            return
        none: list[str] = []
        columns = dict.fromkeys(("run_id", "query_id", "doc_id"), ("varchar", none))
        self.store.fill("repeated_documents", {**columns, "copies": ("bigint", none)})

    def discount(self) -> None:
        """Derives discounts and cutoffs, as deep as ranks and judgments go."""
        ranks, judgments = self.store.rows(
            "select (select coalesce(max(rank), 0) from ranked),"
            " (select coalesce(max(judgments), 0) from judgment_counts)"
        )[0]
        depth = max(ranks, judgments, 1)
        if 0 not in self.contract.ks and self.contract.ties != "average":
            depth = min(depth, max(self.contract.ks))
        values = weights(depth)
        sums = [0]
        for weight in values:
            sums.append(sums[-1] + weight)
        self.store.fill(
            "discounts",
            {
                "rank": ("bigint", range(depth + 1)),
                "weight": ("bigint", [0, *values]),
                "weights": ("decimal(38, 0)", [Decimal(total) for total in sums]),
            },
        )
        ks = self.contract.ks
        self.store.fill(
            "cutoffs",
            {"k": ("bigint", ks), "measure": ("varchar", [self.contract.measure(k) for k in ks])},
        )

    def cut(self) -> None:
        """Derives cutoffs alone, for checks that come before any score."""
        ks = self.contract.ks
        self.store.fill("cutoffs", {"k": ("bigint", ks), "measure": ("varchar", [""] * len(ks))})


def _hash(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
