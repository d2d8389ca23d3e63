"""Presets: the fields of the contract that a tool fixes."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from judged.errors import ContractError, near

if TYPE_CHECKING:
    from collections.abc import Mapping

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
