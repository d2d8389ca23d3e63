"""The evaluation contract: every choice that a score depends on, and its identifier."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from judged.contract.fields import FIELDS
from judged.contract.presets import preset_fields
from judged.errors import ContractError, near

if TYPE_CHECKING:
    from collections.abc import Mapping

# Raised when the same contract and the same files would give another number.
SEMANTICS_VERSION = 1

NOTE = (
    "nDCG measures the order of retrieved documents, not whether an answer is correct or grounded."
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
            (self.doc_ids != "as_is", "doc_ids"),
        ]
        told = ",".join(words for differs, words in choices if differs)
        name = "nDCG" if k == 0 else f"nDCG@{k}"
        return f"{name}[{told}]" if told else name
