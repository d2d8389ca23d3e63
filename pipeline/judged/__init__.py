"""judged: NDCG of ranked retrieval under an explicit evaluation contract.

    import judged

    result = judged.evaluate(qrels, runs, judged.Contract(unjudged="zero"))
    result.run_scores

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.version import __version__

if TYPE_CHECKING:
    from judged.api import Result, evaluate, open_store
    from judged.contract.contract import Contract
    from judged.errors import (
        ArgumentError,
        ContractError,
        InputError,
        JudgedError,
        RefusedError,
        StateError,
    )

__all__ = [
    "ArgumentError",
    "Contract",
    "ContractError",
    "InputError",
    "JudgedError",
    "RefusedError",
    "Result",
    "StateError",
    "__version__",
    "evaluate",
    "open_store",
]

_HOMES = {
    "Contract": "judged.contract.contract",
    "Result": "judged.api",
    "evaluate": "judged.api",
    "open_store": "judged.api",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'judged' has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "judged.errors")), name)
