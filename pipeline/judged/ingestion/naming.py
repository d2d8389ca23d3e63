"""What the runs of a call are called: by NAME, by their tags, or by their files and folders."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from judged.errors import ArgumentError
from judged.files import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged.ingestion.prepared import Prepared


def named(runs: Sequence[Prepared]) -> tuple[list[Prepared], list[str]]:
    """Names a run by its file's stem where two files of the call share a tag.

    The files of a folder are one run and share theirs; it is then named by the folder.

    Returns:
        The runs, and a line for each tag that was not used.

    Raises:
        ArgumentError: two files would be one run although nobody said so by NAME=PATH, or a folder
            holds files of several runs.
    """
    _refuse_mixed_folders(runs)
    taken = {run.run_name for run in runs if run.trouble is None}
    owners: dict[str | None, set[tuple[str, str]]] = {}
    for place, run in enumerate(runs):
        if run.run_name is None:
            owners.setdefault(run.first_tag, set()).add(_owner(run, place))
    result: list[Prepared] = []
    shared: dict[str, set[str]] = {}
    for run in runs:
        tag = run.first_tag
        if run.run_name is None and tag and (len(owners[tag]) > 1 or tag in taken):
            name = stem(run.input.folder or run.input.path)
            shared.setdefault(tag, set()).add(name)
            run = replace(run, run_name=name)
        result.append(run)
    result = _with_broken_parts(result)
    _refuse_same_names(result)
    notes = [
        f"the tag {tag!r} is not that of one file alone: {_runs(len(names))} named after"
        f" {'its file' if len(names) == 1 else 'their files'}"
        for tag, names in shared.items()
    ]
    return result, notes


def _with_broken_parts(runs: Sequence[Prepared]) -> list[Prepared]:
    """Files of a folder of which nothing can be read are part of the run that the others are."""
    names: dict[str | None, str | None] = {
        run.input.folder: run.run_name or run.first_tag
        for run in runs
        if run.input.folder and run.input.name is None and run.trouble is None
    }
    return [
        replace(run, run_name=names[run.input.folder])
        if run.trouble and run.input.name is None and names.get(run.input.folder)
        else run
        for run in runs
    ]


def _owner(run: Prepared, place: int) -> tuple[str, str]:
    return run.input.group or ("file", str(place))


def _runs(count: int) -> str:
    return "one run is" if count == 1 else f"{count} runs are"


def are_one(first: Prepared, second: Prepared) -> bool:
    """Whether somebody said that two files are one run: by one NAME, or as files of one folder."""
    if first.input.name and second.input.name:
        return True
    return first.input.group is not None and first.input.group == second.input.group


def _refuse_mixed_folders(runs: Sequence[Prepared]) -> None:
    """Files of one folder whose names differ are several runs, which nobody asked to be one."""
    first_of: dict[str, tuple[str, str]] = {}
    for run in runs:
        folder, name = run.input.folder, run.run_name or run.first_tag
        if folder is None or run.input.name is not None or run.trouble or name is None:
            continue
        path, first = first_of.setdefault(folder, (run.input.path, name))
        if first != name:
            raise ArgumentError(
                f"{folder}: a folder is one run, but {path} is the run {first!r} and"
                f" {run.input.path} {name!r}; name its files one by one, or give NAME={folder} to"
                " make all of them one run"
            )


def _refuse_same_names(runs: Sequence[Prepared]) -> None:
    """Two files of one call are one run only where the caller says so."""
    first_of: dict[str, Prepared] = {}
    for run in runs:
        if run.run_name is None:
            continue
        first = first_of.setdefault(run.run_name, run)
        if first is not run and not are_one(first, run):
            raise ArgumentError(
                f"{first.input.path} and {run.input.path} are both the run {run.run_name!r};"
                " tell them apart with NAME=PATH"
            )
