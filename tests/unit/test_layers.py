"""The packages build on each other in one direction."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from tests.support import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCE = PROJECT / "pipeline" / "judged"

# From the ground up: a layer imports from those above it in this list, and from itself.
LAYERS = (
    {"errors", "file_state", "files", "limits", "packing", "temporary", "text", "version"}
    | {"diagnostics"},
    {"store"},
    {"ingestion"},
    {"contract"},
    {"evaluation"},
    {"validation"},
    {"scoring"},
    {"reporting"},
    {"api", "conversion", "given", "job", "housekeeping", "narration", "sql_command"},
    {"cli", "options", "contract_options", "input_options", "commands", "demo"},
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}
OUTSIDE = {"__init__", "__main__"}


def home(path: Path) -> str:
    """The package, or the module at the top, that a file belongs to."""
    return path.relative_to(SOURCE).with_suffix("").parts[0]


# The public names come from everywhere.
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if home(path) not in OUTSIDE]


def imported(path: Path) -> Iterator[str]:
    """The parts of judged that a file imports, anywhere in it and for types alone too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] == "judged":
                yield from parts[1:2] or [name.name for name in node.names]
        elif isinstance(node, ast.Import):
            yield from (
                name.name.split(".")[1] for name in node.names if name.name.startswith("judged.")
            )


def test_every_module_has_its_layer() -> None:
    assert {home(path) for path in MODULES} == set(HEIGHT)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_layer_builds_on_those_below_it(path: Path) -> None:
    height = HEIGHT[home(path)]
    higher = {name for name in imported(path) if name in HEIGHT and HEIGHT[name] > height}
    assert higher == set()
