"""The schemas that a call validates by: ours, or a user's subclass of one of them.

Ours are imported where they are needed: Pandera and polars take longer than a small job.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from judged.errors import ArgumentError, near
from judged.files import exists

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

    from judged_schemas.base import Relation

# The model of each relation, in the module of `judged_schemas` that has the relation's name.
OURS = {"qrels": "Qrels", "runs": "Runs", "coverage": "Coverage", "query_scores": "QueryScores"}
# Which command besides `judged run` checks a relation.
USED_BY = {
    "qrels": "`judged validate`",
    "runs": "`judged validate`",
    "coverage": "`judged score`",
}


@dataclass(frozen=True)
class Schemas:
    """One model a relation.

    Attributes:
        own: a user's, by relation; the others are ours.
        words: what they were called by; the same words may stand for other rules later.
    """

    own: Mapping[str, type[Relation]] = field(default_factory=dict)
    words: tuple[str, ...] = ()

    def model(self, relation: str) -> type[Relation]:
        """The model of a relation."""
        return self.own.get(relation) or _ours(relation)

    @classmethod
    def of(cls, words: Sequence[str] = (), checked: Sequence[str] = tuple(USED_BY)) -> Schemas:
        """Our schemas, with a user's own in their place.

        Args:
            words: `path/to/rules.py:Model`, where Model is a subclass of Qrels, Runs or Coverage.
            checked: the relations that the caller checks.

        Raises:
            ArgumentError: no such file or model, a model that is a subclass of none of them, or of
                one that the caller does not check, or two of one relation.
        """
        own: dict[str, type[Relation]] = {}
        for word in words:
            model = _load(word)
            relation = _relation_of(word, model)
            _require_checked(word, relation, checked)
            _require_schema(word, model)
            if relation in own:
                raise ArgumentError(
                    f"--schema {word}: a second model of {OURS[relation]}; make one a subclass of"
                    " the other, so that it has the rules of both"
                )
            own[relation] = model
        return cls(own, tuple(words))


def _ours(relation: str) -> type[Relation]:
    model: type[Relation] = getattr(import_module(f"judged_schemas.{relation}"), OURS[relation])
    return model


def _relation_of(word: str, model: type) -> str:
    """The relation that a user's model is of."""
    for relation in USED_BY:
        if issubclass(model, _ours(relation)):
            return relation
    raise ArgumentError(
        f"--schema {word}: {model.__name__} is no subclass of"
        " judged_schemas.qrels.Qrels, .runs.Runs or .coverage.Coverage"
    )


def _load(word: str) -> type:
    path, colon, name = word.rpartition(":")
    if not colon:
        raise ArgumentError(f"--schema {word}: wanted FILE.py:MODEL, such as my_rules.py:MyQrels")
    module = _module(word, Path(path))
    model = getattr(module, name, None)
    if not isinstance(model, type):
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        raise ArgumentError(f"--schema {word}: {path} has no class {name!r}; {near(name, classes)}")
    return model


def _require_checked(word: str, relation: str, checked: Sequence[str]) -> None:
    if relation not in checked:
        raise ArgumentError(
            f"--schema {word}: {OURS[relation]} is checked by {USED_BY[relation]}; give it there"
        )


def _require_schema(word: str, model: type[Relation]) -> None:
    """Tells now what Pandera cannot make a schema of, such as a model with parsers."""
    try:
        model.to_schema()
    except Exception as error:
        raise ArgumentError(
            f"--schema {word}: Pandera makes no schema of {model.__name__}:"
            f" {type(error).__name__}: {str(error).splitlines()[0]}"
        ) from error


def _module(word: str, path: Path) -> ModuleType:
    if not exists(path) or not path.is_file():
        raise ArgumentError(f"--schema {word}: no such file: {path}")
    # A name that no other module has; Pandera looks up there what annotations postpone.
    name = f"judged_user_schemas.{hashlib.sha256(str(path.absolute()).encode()).hexdigest()}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ArgumentError(f"--schema {word}: {path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ArgumentError(
            f"--schema {word}: {path} fails to load: {type(error).__name__}: {error}"
        ) from error
    return module
