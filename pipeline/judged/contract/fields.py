"""The fields of the evaluation contract: what each takes and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from judged.contract.doc_ids import DocIds
from judged.contract.gains import Gain
from judged.contract.kinds import Choice, Cutoffs, Depth, Grades, QrelsDuplicates, Rate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.contract.kinds import Kind


@dataclass(frozen=True)
class Field:
    """How one field of the contract is typed, checked and explained.

    Attributes:
        kind: the values that the field takes.
        meaning: one sentence for help pages and judged.toml.
        column: its name in table `evaluations` (another where SQL or a view has the name).
        identifies: False for the fields that cannot change a score.
    """

    kind: Kind
    meaning: str
    column: str = ""
    identifies: bool = True


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "cutoffs": Field(
            Cutoffs(),
            'Ranks k at which to score; "all" scores whole lists.',
            identifies=False,
        ),
        "gain": Field(
            Gain(),
            "What a grade g is worth: g, 2^g - 1, or a table of exact decimals.",
        ),
        "universe": Field(
            Choice(("judged", "retrieved")),
            "What the ideal ranking is built from: every judgment of the query,"
            " or only the documents that the run returned.",
        ),
        "order": Field(
            Choice(("score", "rank", "line")),
            "What ranks a list: score descending, the file's rank column, or the file's order.",
            column="order_by",
        ),
        "ties": Field(
            Choice(("doc_id_desc", "doc_id_asc", "line", "average", "error")),
            "Order among equal keys; average is the expectation over all their orders.",
        ),
        "score_precision": Field(
            Choice(("float64", "float32")),
            "Precision at which scores are compared; float32 makes more ties, as trec_eval <= 9.",
        ),
        "depth": Field(
            Depth(),
            "Keep the first n documents of each list, after the whole file was checked.",
        ),
        "unjudged": Field(
            Choice(("error", "zero", "drop")),
            "A retrieved document without a judgment: refuse the run, gain 0, or take it out.",
            column="unjudged_policy",
        ),
        "negative_grades": Field(
            Choice(("error", "zero", "unjudged")),
            "A grade below 0: refuse it, judged with gain 0, or as if not judged.",
        ),
        "zero_idcg": Field(
            Choice(("zero", "exclude", "error")),
            "A query whose judgments hold no positive gain: scores 0, is left out of the mean,"
            " or refuses the judgments.",
            column="zero_idcg_policy",
        ),
        "missing_queries": Field(
            Choice(("zero", "exclude", "error")),
            "A judged query for which the run has no line: scores 0, is left out, or refuses"
            " the run.",
            column="missing_queries_policy",
        ),
        "unknown_queries": Field(
            Choice(("warn", "error")),
            "A query of the run without any judgment: listed, or refuses the run; never averaged.",
            column="unknown_queries_policy",
        ),
        "run_duplicates": Field(
            Choice(("error", "keep_best")),
            "A document twice in one list: refuse the run, or keep its best rank.",
        ),
        "qrels_duplicates": Field(
            QrelsDuplicates(),
            "Several judgments of one pair: refuse them, drop identical ones, or take max, min,"
            " majority (of grades as frequent as each other the least) or one iteration.",
        ),
        "doc_ids": Field(
            DocIds(),
            "What entity is scored: the ids as they are; what the one group of a regular expression"
            ' captures of them; or what a map of two columns has beside them. After "judgments,"'
            " the ids of the judgments too.",
        ),
        "self_matches": Field(
            Choice(("keep", "drop")),
            "A document whose id is the query's id: keep it, or take it out of the run.",
        ),
        "grades": Field(
            Grades(),
            "Allowed range of the non-negative grades.",
            identifies=False,
        ),
        "min_judged_rate": Field(
            Rate(),
            "Least share of judged documents in each top k; below it is exit code 3.",
            identifies=False,
        ),
    }
)
