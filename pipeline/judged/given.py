"""What a Python caller hands over, as the inputs of a stage and in the words of table `jobs`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, TypeGuard

from judged.contract.contract import Contract
from judged.errors import ArgumentError, near
from judged.ingestion import frames
from judged.ingestion.columns import COLUMNS
from judged.ingestion.inputs import Input, Ways
from judged.packing import MOST_UNPACKED
from judged.text import short_id

KINDS = ("qrels", "run")
_AS = {"formats": '{"run": "json-best-first"}', "columns": '{"query": "qid"}'}


@dataclass(frozen=True)
class Call:
    """What a caller of `judged.evaluate` handed over."""

    qrels: Any
    runs: Any
    contract: Any
    queries: Any
    ways: Ways
    on_bad_line: str = "refuse"

    @property
    def text(self) -> str:
        """The call as table `jobs` keeps it.

        Paths, names of runs and the preset stand as they were given; what was in memory is named by
        its type, in angle brackets, and a contract by its identifier.
        """
        words = [_word(self.qrels), _runs_word(self.runs)]
        if self.contract is not None:
            words.append(_word(self.contract))
        if self.queries is not None:
            words.append(f"queries={_word(self.queries)}")
        if self.ways.formats:
            words.append(f"formats={dict(self.ways.formats)!r}")
        if self.on_bad_line != "refuse":
            words.append(f"on_bad_line={self.on_bad_line!r}")
        columns = self.ways.columns or self.ways.columns_of
        if columns:
            words.append(f"columns={dict(columns)!r}")
        return f"judged.evaluate({', '.join(words)})"


def ways(formats: Any, columns: Any, max_unpacked: Any = None) -> Ways:
    """How files are to be read, as a caller says it.

    Raises:
        ArgumentError: not dicts of text, an unknown kind, a column of what no row holds, or no
            number of bytes.
    """
    formats, columns = formats or {}, columns or {}
    for value, name in ((formats, "formats"), (columns, "columns")):
        if not isinstance(value, Mapping):
            raise ArgumentError(f"{name}: {value!r} is no dict; wanted one, such as {_AS[name]}")
    for kind in formats:
        if kind not in KINDS:
            raise ArgumentError(f"formats: {kind!r} is unknown; {near(str(kind), KINDS)}")
    most = MOST_UNPACKED if max_unpacked is None else max_unpacked
    if isinstance(most, bool) or not isinstance(most, int) or most < 0:
        raise ArgumentError(f"max_unpacked: {most!r} is no number of bytes")
    if set(columns) & set(KINDS):
        of_kinds = {kind: _told(kind, told) for kind, told in columns.items()}
        return Ways(dict(formats), {}, of_kinds, most)
    return Ways(dict(formats), _told(KINDS[0], columns), {}, most)


def _told(kind: Any, columns: Any) -> dict[str, str]:
    if kind not in KINDS:
        raise ArgumentError(f"columns: {kind!r} is unknown; {near(str(kind), KINDS)}")
    if not isinstance(columns, Mapping):
        raise ArgumentError(
            f"columns: {columns!r} is no dict; wanted one, such as {_AS['columns']}"
        )
    for held, name in columns.items():
        if held not in COLUMNS or not isinstance(name, str):
            raise ArgumentError(
                f"columns: {held!r}: {name!r}: wanted names of columns by {', '.join(COLUMNS)}"
            )
    return dict(columns)


def qrels_input(qrels: Any) -> Input:
    """Judgments: a path, or what `frames.qrels_frame` takes."""
    if is_path(qrels):
        return Input(fspath(qrels))
    return Input("qrels", frame=frames.qrels_frame(qrels))


def run_inputs(runs: Any) -> list[Input]:
    """One run or several: paths, a list of paths, a dict by name, or what `run_frame` takes."""
    if is_path(runs):
        return Input.of(fspath(runs)).files
    if isinstance(runs, Mapping) and _are_named(runs):
        return [part for name, run in runs.items() for part in _named_run(str(name), run)]
    if isinstance(runs, Sequence):
        return [part for run in _at_least_one(runs) for part in _listed_run(run)]
    frame = frames.run_frame(runs)
    return [Input("run", None if frame.has_names else "run", frame)]


def store_path(path: Any) -> str:
    """Where a store lies; an empty path, as of a variable that is not set, would keep nothing."""
    text = fspath(path) if is_path(path) else None
    if not isinstance(text, str) or not text:
        raise ArgumentError(f"store: {path!r} is no path; give one as text, an open Store, or None")
    return text


def queries_path(queries: Any) -> str | None:
    """The file of a list of queries; None where there is no list, or its ids are given."""
    if not is_path(queries):
        return None
    if not fspath(queries):
        raise ArgumentError("queries: the path is empty; give a file, a list of ids, or None")
    return fspath(queries)


def query_ids(queries: Any) -> list[str]:
    """The ids of a list of queries, in the caller's order.

    Raises:
        ArgumentError: not ids one after the other, none at all, one twice, or one that is no text.
    """
    if isinstance(queries, Mapping) or hasattr(type(queries), "columns"):
        raise ArgumentError(
            f"queries: {type(queries).__name__} is no list; wanted query ids, or a path"
        )
    try:
        ids = [frames.text_id(query, "query_id") for query in queries]
    except TypeError:
        raise ArgumentError(
            f"queries: {type(queries).__name__} is neither query ids nor a path"
        ) from None
    if not ids or "" in ids:
        raise ArgumentError("queries: no id, or an empty one; give at least one query id")
    repeated = [query for query, count in Counter(ids).items() if count > 1]
    if repeated:
        raise ArgumentError(f"queries: {repeated[0]!r} stands there twice; each may stand once")
    return ids


def is_path(value: object) -> TypeGuard[str | PathLike[str]]:
    """Whether a value names a file: text, or an object of os.PathLike."""
    return isinstance(value, str | PathLike)


def _at_least_one(runs: Sequence[Any]) -> Sequence[Any]:
    if not runs:
        raise ArgumentError("runs: the list is empty; give at least one run")
    return runs


def _listed_run(run: Any) -> list[Input]:
    if not is_path(run):
        raise ArgumentError(
            f"a list of runs holds paths, not {type(run).__name__};"
            " pass runs in memory as a dict by name"
        )
    return Input.of(fspath(run)).files


def _are_named(runs: Mapping[Any, Any]) -> bool:
    """Whether a dict holds runs by name, rather than being one run by query."""
    if not runs:
        return False
    if any(is_path(run) or frames.is_frame(run) for run in runs.values()):
        return True
    inner = [value for run in runs.values() if isinstance(run, Mapping) for value in run.values()]
    return bool(inner) and all(isinstance(value, Mapping | list | tuple) for value in inner)


def _named_run(name: str, run: Any) -> list[Input]:
    if is_path(run):
        return Input(fspath(run), name).files
    return [Input(name, name, frames.run_frame(run))]


def _runs_word(runs: Any) -> str:
    if isinstance(runs, Mapping) and _are_named(runs):
        return "{" + ", ".join(f"{name!r}: {_word(run)}" for name, run in runs.items()) + "}"
    if isinstance(runs, list | tuple):
        return f"[{', '.join(_word(run) for run in runs)}]"
    return _word(runs)


def _word(value: Any) -> str:
    if is_path(value):
        return repr(fspath(value))
    if isinstance(value, Contract):
        return f"<Contract {short_id(value.contract_id)}>"
    return f"<{type(value).__name__}>"
