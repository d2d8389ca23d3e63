"""The schemas that a call validates by: ours, or a user's subclass of one of them."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from judged.errors import ArgumentError, near
from judged.files import exists

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from judged_schemas.base import Relation


# Which command besides `judged run` checks a relation.
USED_BY = {
    "qrels": "`judged validate`",
    "runs": "`judged validate`",
    "coverage": "`judged score`",
}


@dataclass(frozen=True)
class Schemas:
    """One model a relation."""

    qrels: type[Relation]
    runs: type[Relation]
    coverage: type[Relation]
    query_scores: type[Relation]

    @classmethod
    def of(cls, words: Sequence[str] = (), checked: Sequence[str] = tuple(USED_BY)) -> Schemas:
        """Our schemas, with the user's own in their place.

        Args:
            words: `path/to/rules.py:Model`, where Model is a subclass of Qrels, Runs or Coverage.
            checked: the relations that the caller checks.

        Raises:
            ArgumentError: no such file or model, a model that is a subclass of none of them, or of
                one that the caller does not check, or two of one relation.
        """
        from judged_schemas.coverage import Coverage
        from judged_schemas.qrels import Qrels
        from judged_schemas.query_scores import QueryScores
        from judged_schemas.runs import Runs

        schemas = cls(Qrels, Runs, Coverage, QueryScores)
        for word in words:
            model = _load(word)
            for name, base in (("qrels", Qrels), ("runs", Runs), ("coverage", Coverage)):
                if issubclass(model, base):
                    _require_checked(word, name, base, checked)
                    _require_schema(word, model)
                    if getattr(schemas, name) is not base:
                        raise ArgumentError(
                            f"--schema {word}: a second model of {base.__name__}; make one a"
                            " subclass of the other, so that it has the rules of both"
                        )
                    schemas = replace(schemas, **{name: model})
                    break
            else:
                raise ArgumentError(
                    f"--schema {word}: {model.__name__} is no subclass of"
                    " judged_schemas.qrels.Qrels, .runs.Runs or .coverage.Coverage"
                )
        return schemas


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


def _require_checked(word: str, name: str, base: type, checked: Sequence[str]) -> None:
    if name not in checked:
        raise ArgumentError(
            f"--schema {word}: {base.__name__} is checked by {USED_BY[name]}; give it there"
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
