"""What a format cannot hold of what was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from judged.conversion.material import Loss
from judged.conversion.target import Target, writable
from judged.text import counted, shortened

if TYPE_CHECKING:
    from judged.conversion.material import Material
    from judged.store.store import Store


@dataclass(frozen=True)
class Check:
    """Something that a format cannot hold.

    Attributes:
        what: in words, after a number of lines.
        where: which lines have it, as SQL.
        can_go: whether there is something to write without it.
    """

    what: str
    where: str
    can_go: bool = True


# Signs that no id may hold, by what stands between ids; where a # begins a comment.
_SIGNS = {
    "words": ("blanks, tabs or line ends", r"regexp_matches({0}, '[ \t\r\n]')"),
    "tabs": (
        "tabs, line ends, or blanks at an end",
        r"(regexp_matches({0}, '[\t\r\n]') or {0} <> trim({0}))",
    ),
    "cells": ("carriage returns", "contains({0}, chr(13))"),
}
_COMMENT = Check(
    "query ids that are a lone # or begin with one, which is a comment there",
    "starts_with(concat(query_id, ' '), '# ')",
    can_go=False,
)


def losses(store: Store, material: Material, target: Target) -> list[Loss]:
    """What of the rows that were read a format cannot hold."""
    material.derive(store, target)
    checks = _run_checks(target) if material.kind == "run" else _qrels_checks(target)
    return [*material.losses(store, target), *_found(store, material, [*_of_ids(target), *checks])]


def able(store: Store, material: Material, path: str) -> list[str]:
    """The formats in which a file of this name can hold all of it."""
    return [
        name
        for name, form in writable(material.kind).items()
        if not losses(store, material, Target(path, form))
    ]


def _found(store: Store, material: Material, checks: list[Check]) -> list[Loss]:
    """A loss of each check that holds of a line, with the first such line."""
    found = []
    for check in checks:
        ((count, query_id, doc_id),) = store.rows(
            "select count(*), arg_min(query_id, line_order), arg_min(doc_id, line_order)"
            f" from {material.relation} where {check.where}"
        )
        if count:
            place = f"the first: query {shortened(query_id)!r}, document {shortened(doc_id)!r}"
            told = f"{check.what} ({counted(count, 'line')}; {place})"
            found.append(Loss(told, check.can_go))
    return found


def _of_ids(target: Target) -> list[Check]:
    if target.ids == "any":
        return []
    what, holds = _SIGNS[target.ids]
    columns = ["query_id", "doc_id"]
    if target.form.kind == "qrels":
        columns += [] if target.iterations == "none" else ["coalesce(iteration, '')"]
    else:
        columns += ["run_id"] if target.has_run_names else []
    kinds = "ids or iterations" if target.form.kind == "qrels" else "ids or names of runs"
    where = " or ".join(holds.format(column) for column in columns)
    return [Check(f"{kinds} with {what}", where, can_go=False), _COMMENT]


def _qrels_checks(target: Target) -> list[Check]:
    checks = _of_order(target)
    if target.iterations == "none":
        is_told = "has_iterations and iteration is distinct from '0'"
        checks.append(Check("iterations", is_told))
    elif target.iterations == "needed":
        checks.append(
            Check("that a judgment has no iteration", "has_iterations and iteration is null")
        )
    if target.ids != "any" and target.iterations != "none":
        checks.append(Check("iterations that are an empty text", "iteration = ''", can_go=False))
    return checks


def _run_checks(target: Target) -> list[Check]:
    checks = _of_order(target)
    if target.needs_scores:
        checks.append(Check("documents without a score", "score is null", can_go=False))
    if target.ranks == "needed":
        checks.append(Check("that a line has no rank", "has_ranks and file_rank is null"))
    elif target.ranks == "none":
        is_told = "has_ranks and file_rank is distinct from line_place"
        checks.append(Check("ranks that are not 1, 2, ... in the order of the lines", is_told))
    elif target.ranks != "kept":
        checks += _of_ids_alone(target)
    return checks


def _of_ids_alone(target: Target) -> list[Check]:
    """What a list of ids does not say: any score or rank but those that follow from its order."""
    is_worst_first = target.ranks == "worst-first"
    rank = "documents + 1 - place" if is_worst_first else "place"
    falls, rises = ("<", ">") if is_worst_first else (">", "<")
    return [
        Check(
            f"lines that are not {target.ranks.replace('-', ' ')}",
            f"coalesce(score {falls} previous_score, file_rank {rises} previous_rank, false)",
            can_go=False,
        ),
        Check(
            "scores that are not -1, -2, ... from the best",
            f"has_scores and score is distinct from cast(-({rank}) as double)",
        ),
        Check(
            "ranks that are not 1, 2, ... from the best",
            f"has_ranks and file_rank is distinct from {rank}",
        ),
    ]


def _of_order(target: Target) -> list[Check]:
    checks = []
    if target.is_keyed:
        checks.append(
            Check(
                "a document that a query has already, in a later line",
                "copy > 1",
            )
        )
    if target.is_grouped:
        checks.append(
            Check("the order of lines, where a query goes on after another", "is_resumed")
        )
    return checks
