"""The evaluation contract: every choice that a score depends on, and its identifier."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from judged import fields as kinds
from judged.errors import ContractError, near

if TYPE_CHECKING:
    from collections.abc import Mapping

GainTable: TypeAlias = tuple[tuple[int, Decimal], ...]

# Raised when the same contract and the same files would give another number.
SEMANTICS_VERSION = 1

NOTE = (
    "nDCG measures the order of retrieved documents, not whether an answer is correct or grounded."
)


@dataclass(frozen=True)
class Field:
    """How one field of the contract is typed, checked and explained.

    Attributes:
        kind: the values that the field takes.
        meaning: one sentence for help pages and judged.toml.
        column: its name in table `evaluations` (another where SQL or a view has the name).
        identifies: False for the fields that cannot change a score.
    """

    kind: kinds.Kind
    meaning: str
    column: str = ""
    identifies: bool = True


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "cutoffs": Field(
            kinds.Cutoffs(),
            'Ranks k at which to score; "all" scores whole lists.',
            identifies=False,
        ),
        "gain": Field(
            kinds.Gain(),
            "What a grade g is worth: g, 2^g - 1, or a table of exact decimals.",
        ),
        "universe": Field(
            kinds.Choice(("judged", "retrieved")),
            "What the ideal ranking is built from: every judgment of the query,"
            " or only the documents that the run returned.",
        ),
        "order": Field(
            kinds.Choice(("score", "rank", "line")),
            "What ranks a list: score descending, the file's rank column, or the file's order.",
            column="order_by",
        ),
        "ties": Field(
            kinds.Choice(("doc_id_desc", "doc_id_asc", "line", "average", "error")),
            "Order among equal keys; average is the expectation over all their orders.",
        ),
        "score_precision": Field(
            kinds.Choice(("float64", "float32")),
            "Precision at which scores are compared; float32 makes more ties, as trec_eval <= 9.",
        ),
        "depth": Field(
            kinds.Depth(),
            "Keep the first n documents of each list, after the whole file was checked.",
        ),
        "unjudged": Field(
            kinds.Choice(("error", "zero", "drop")),
            "A retrieved document without a judgment: refuse the run, gain 0, or take it out.",
            column="unjudged_policy",
        ),
        "negative_grades": Field(
            kinds.Choice(("error", "zero", "unjudged")),
            "A grade below 0: refuse it, judged with gain 0, or as if not judged.",
        ),
        "zero_idcg": Field(
            kinds.Choice(("zero", "exclude", "error")),
            "A query whose judgments hold no positive gain: scores 0, is left out of the mean,"
            " or refuses the judgments.",
            column="zero_idcg_policy",
        ),
        "missing_queries": Field(
            kinds.Choice(("zero", "exclude", "error")),
            "A judged query for which the run has no line: scores 0, is left out, or refuses"
            " the run.",
            column="missing_queries_policy",
        ),
        "unknown_queries": Field(
            kinds.Choice(("warn", "error")),
            "A query of the run without any judgment: listed, or refuses the run; never averaged.",
            column="unknown_queries_policy",
        ),
        "run_duplicates": Field(
            kinds.Choice(("error", "keep_best")),
            "A document twice in one list: refuse the run, or keep its best rank.",
        ),
        "qrels_duplicates": Field(
            kinds.QrelsDuplicates(),
            "Several judgments of one pair: refuse them, drop identical ones, or take max, min,"
            " majority or one iteration.",
        ),
        "doc_ids": Field(
            kinds.DocIds(),
            "What entity is scored; only the ids as they are, so far.",
        ),
        "self_matches": Field(
            kinds.Choice(("keep", "drop")),
            "A document whose id is the query's id: keep it, or take it out of the run.",
        ),
        "grades": Field(
            kinds.Grades(),
            "Allowed range of the non-negative grades.",
            identifies=False,
        ),
        "min_judged_rate": Field(
            kinds.Rate(),
            "Least share of judged documents in each top k; below it is exit code 3.",
            identifies=False,
        ),
    }
)


@dataclass(frozen=True)
class Contract:
    """What a score means: every choice behind it, checked and in one normal form.

    `Contract(cutoffs=[10, 100], unjudged="zero")` takes plain Python values; see the table in
    pipeline/README.md for every field. Instances are immutable, hashable and comparable.

    Raises:
        ContractError: a field has a value that it cannot take; the message names the field.
    """

    cutoffs: Any = (10,)
    gain: Any = "linear"
    universe: str = "judged"
    order: str = "score"
    ties: str = "doc_id_desc"
    score_precision: str = "float64"
    depth: Any = None
    unjudged: str = "error"
    negative_grades: str = "error"
    zero_idcg: str = "zero"
    missing_queries: str = "zero"
    unknown_queries: str = "warn"
    run_duplicates: str = "error"
    qrels_duplicates: Any = "error"
    doc_ids: Any = "as_is"
    self_matches: str = "keep"
    grades: Any = (0, 3)
    min_judged_rate: float = 0.0

    def __post_init__(self) -> None:
        for name, field in FIELDS.items():
            try:
                value = field.kind.check(getattr(self, name))
            except ContractError as error:
                raise ContractError(f"{name}: {error}") from None
            object.__setattr__(self, name, value)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Contract:
        """The contract that reproduces a tool, with further fields changed.

        Args:
            name: one of `PRESETS`, such as "trec_eval".
            changes: fields by name, which win over the preset's.

        Raises:
            ContractError: no such preset or field.
        """
        return cls.of({**preset_fields(name), **changes})

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Contract:
        """A contract from fields by name; the others have their defaults."""
        for name in values:
            if name not in FIELDS:
                raise ContractError(f"{name!r} is no field of the contract; {near(name, FIELDS)}")
        return cls(**values)

    def with_cutoffs(self, cutoffs: Any) -> Contract:
        """The same contract at other cutoffs: the identifier stays."""
        return replace(self, cutoffs=cutoffs)

    def as_json(self) -> dict[str, Any]:
        """Every field in its JSON form; exact decimals are text."""
        return {name: field.kind.json(getattr(self, name)) for name, field in FIELDS.items()}

    def as_columns(self) -> dict[str, Any]:
        """Every field as table `evaluations` holds it, by column name."""
        values = {name: field.kind.text(getattr(self, name)) for name, field in FIELDS.items()}
        plain: dict[str, Any] = {**values, "depth": self.depth}
        plain["min_judged_rate"] = self.min_judged_rate
        return {field.column or name: plain[name] for name, field in FIELDS.items()}

    @property
    def contract_id(self) -> str:
        """SHA-256, in hex, of the fields that can change a score and of the semantics version.

        Cutoffs, grades and min_judged_rate are not among them: a further cutoff does not make
        yesterday's nDCG@10 another contract.
        """
        values = self.as_json()
        identity = {name: values[name] for name, field in FIELDS.items() if field.identifies}
        text = json.dumps(
            {**identity, "semantics": SEMANTICS_VERSION}, sort_keys=True, separators=(",", ":")
        )
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    @property
    def ks(self) -> list[int]:
        """The cutoffs as column k holds them: 0 stands for "all"."""
        return [0 if cutoff == "all" else int(cutoff) for cutoff in self.cutoffs]

    def measure(self, k: int) -> str:
        """The measure's name at k, with every arithmetic choice that differs from strict's.

        `nDCG@10`, `nDCG@10[exponential,drop]`; `nDCG` where k is 0 (whole lists).
        """
        gain = (
            self.gain
            if isinstance(self.gain, str)
            else f"gain:{FIELDS['gain'].kind.text(self.gain)}"
        )
        choices = [
            (self.gain != "linear", gain),
            (self.universe != "judged", self.universe),
            (self.order != "score", f"order:{self.order}"),
            (self.ties != "doc_id_desc", f"ties:{self.ties}"),
            (self.unjudged == "drop", "drop"),
            (self.depth is not None, f"depth:{self.depth}"),
            (self.score_precision != "float64", self.score_precision),
        ]
        told = ",".join(words for differs, words in choices if differs)
        name = "nDCG" if k == 0 else f"nDCG@{k}"
        return f"{name}[{told}]" if told else name


_TOOLS: dict[str, Any] = {
    "gain": "linear",
    "order": "score",
    "unjudged": "zero",
    "zero_idcg": "zero",
    "run_duplicates": "error",
    "qrels_duplicates": "error",
    "grades": "any",
    "universe": "judged",
    "ties": "doc_id_desc",
    "score_precision": "float32",
    "negative_grades": "unjudged",
    "missing_queries": "exclude",
    "self_matches": "keep",
}

# What each preset fixes, as the tools' own sources have it; parity tests hold each to its tool.
PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "strict": {},
        "trec_eval": {**_TOOLS, "score_precision": "float64", "missing_queries": "zero"},
        "trec_eval-9": _TOOLS,
        "pytrec_eval": _TOOLS,
        "ir_measures": {**_TOOLS, "missing_queries": "zero"},
        "beir": {**_TOOLS, "self_matches": "drop", "cutoffs": [1, 3, 5, 10, 100, 1000]},
        "sklearn": {
            **_TOOLS,
            "universe": "retrieved",
            "ties": "average",
            "score_precision": "float64",
            "negative_grades": "error",
        },
        "ranx": {
            **_TOOLS,
            "ties": "error",
            "score_precision": "float64",
            "negative_grades": "zero",
            "missing_queries": "zero",
        },
    }
)


def preset_fields(name: str) -> Mapping[str, Any]:
    """The fields that a preset fixes; the others keep their defaults.

    Raises:
        ContractError: no such preset; the message names the near ones.
    """
    if name not in PRESETS:
        raise ContractError(f"{name!r} is no preset; {near(name, PRESETS)}")
    return PRESETS[name]
