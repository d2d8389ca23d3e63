"""Whether what is to be converted is judgments or a run."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from judged.errors import ArgumentError, UnreadableError
from judged.files import STANDARD_INPUT
from judged.ingestion.prepare import prepare

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from judged.ingestion.columns import FileKind
    from judged.ingestion.inputs import Input, Ways
    from judged.store.store import Store

KINDS: tuple[FileKind, ...] = ("qrels", "run")
SAY = "say --kind qrels or --kind run"


def kind_of(
    store: Store, word: str, inputs: Sequence[Input], told: FileKind | None, ways: Ways
) -> FileKind:
    """What a person says that it is, by any option; else what alone it can be read as.

    Args:
        store: whose DuckDB looks into files of columns.
        word: what was given, for messages.
        inputs: the files that it stands for.
        told: `--kind`.
        ways: formats and columns that were told.

    Raises:
        ArgumentError: it can be read as both, or only once.
        UnreadableError: it can be read as neither.
    """
    if told is not None:
        return told
    by_option: list[FileKind] = [
        kind for kind in KINDS if ways.formats.get(kind) or ways.columns_of.get(kind)
    ]
    if len(by_option) == 1:
        return by_option[0]
    first = inputs[0]
    # Only runs have a NAME, or many files.
    if first.name is not None or first.folder is not None:
        return "run"
    if first.path == STANDARD_INPUT or _is_pipe(first.path):
        raise ArgumentError(f"{word}: can be read only once; {SAY}")
    return _by_content(store, first, ways)


def _is_pipe(path: str) -> bool:
    try:
        return Path(path).is_fifo()
    except (OSError, ValueError):
        return False


def _by_content(store: Store, item: Input, ways: Ways) -> FileKind:
    looks = {kind: _look(store, item, kind, ways) for kind in KINDS}
    fitting: list[FileKind] = [kind for kind in KINDS if looks[kind][1] is None]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        by_columns = _by_columns(looks["qrels"][0], looks["run"][0])
        if by_columns is not None:
            return by_columns
        raise ArgumentError(f"{item.path}: may be judgments or a run; {SAY}")
    as_qrels, as_run = [trouble.reason for _, trouble in looks.values() if trouble]
    reason = as_qrels if as_qrels == as_run else f"as judgments: {as_qrels}; as a run: {as_run}"
    raise UnreadableError(item.path, reason)


def _look(
    store: Store, item: Input, kind: FileKind, ways: Ways
) -> tuple[Mapping[str, str], UnreadableError | None]:
    """The columns that have names, and why it cannot be read as a kind, by its first lines."""
    with ExitStack() as stack:
        try:
            prepared = prepare(stack, store, item, kind, ways)
        except UnreadableError as trouble:
            return {}, trouble
    return prepared.table.columns.of if prepared.table else {}, prepared.trouble


def _by_columns(qrels: Mapping[str, str], run: Mapping[str, str]) -> FileKind | None:
    """What columns are of alone, although a grade may be called score, and a list have no scores.

    Judgments have no ranks and no names of runs.
    """
    if "grade" not in qrels:
        return None
    if not {"score", "rank"} & set(run):
        return "qrels"
    is_run = qrels["grade"] == run.get("score") and bool({"rank", "run"} & set(run))
    return "run" if is_run else None
