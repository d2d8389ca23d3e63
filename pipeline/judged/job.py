"""What the commands do with a database: the stages in order, told on stderr, with an exit code."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from judged import diagnostics
from judged.errors import ExitCode
from judged.evaluation.selection import newest_evaluations
from judged.ingestion.ingest import ingest
from judged.ingestion.inputs import Input
from judged.narration import tell_findings, tell_ingested, tell_map, tell_rejected, tell_withdrawn
from judged.reporting.delivery import deliver, exit_code_of
from judged.reporting.report import report
from judged.store.interrupts import interruptible
from judged.store.jobs import recorded
from judged.store.meter import Meter, elapsing
from judged.text import short_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from judged.contract.settings import Settings
    from judged.ingestion.ingest import Ingested
    from judged.ingestion.inputs import Ways
    from judged.store.database import Database
    from judged.store.jobs import Job
    from judged.store.store import Store

# What the stages after reading take of its time, as measured on 7 and on 100 million lines.
VALIDATING, SCORING = 0.7, 0.25


@dataclass(frozen=True)
class Files:
    """What is to be ingested, as the command line has it."""

    qrels: str | None
    runs: tuple[str, ...]
    queries: str | None = None
    ways: Ways | None = None


@dataclass(frozen=True)
class Work:
    """What `judged run` was asked to do."""

    files: Files
    settings: Settings
    schema: tuple[str, ...] = ()
    label: str | None = None


@contextmanager
def job(store: Store, label: str | None) -> Iterator[Job]:
    """The job of a command line, which Ctrl-C ends also while DuckDB works."""
    with recorded(store, label, _command_line()) as current, interruptible(store):
        yield current


def _command_line() -> str:
    """The words that `main()` was given, as a shell reads them."""
    context = click.get_current_context(silent=True)
    words = sys.argv[1:] if context is None else context.find_root().obj
    return shlex.join(["judged", *words])


def run_job(db: Database, work: Work, form: str, out: str | None) -> int:
    """Ingests, validates, scores and reports."""
    from judged.evaluation.unchanged import are_current, make_newest
    from judged.evaluation.workspace import Workspace
    from judged.scoring.score import score
    from judged.validation.schemas import Schemas
    from judged.validation.validate import validate

    with db.writing() as store, job(store, work.label) as current:
        schemas = Schemas.of(work.schema)
        meter = Meter(store, is_watched=diagnostics.is_terminal())
        ingested = _ingest(store, work.files, meter)
        assert ingested.qrels is not None
        workspace = Workspace.of(
            store, work.settings, ingested.qrels, ingested.runs, ingested.queries
        )
        current.evaluations = workspace.evaluation_ids
        tell_map(store, workspace.map_source_id)
        if are_current(store, workspace, schemas.words):
            with store.transaction():
                make_newest(store, workspace)
        else:
            with diagnostics.progress("validating", elapsing(VALIDATING * meter.seconds)):
                validated = validate(store, workspace, schemas)
            tell_withdrawn(validated)
            with diagnostics.progress("scoring", elapsing(SCORING * meter.seconds)):
                scored = score(store, workspace, schemas)
            tell_withdrawn(scored)
        told = report(store, workspace.evaluation_ids, workspace.contract.ks)
        current.exit_code = exit_code_of(told)
        tell_findings(told, store.path)
        deliver(store, told, form, out)
    return current.exit_code


def _ingest(store: Store, files: Files, meter: Meter) -> Ingested:
    with diagnostics.progress("reading", meter.fraction):
        ingested = ingest(
            store,
            qrels=None if files.qrels is None else Input.of(files.qrels),
            runs=[file for word in files.runs for file in Input.of(word).files],
            queries=files.queries,
            ways=files.ways,
            meter=meter,
        )
    tell_ingested(ingested)
    return ingested


def ingest_job(db: Database, files: Files, label: str | None) -> int:
    """Stage 1; lines that cannot be read are told and kept, with exit code 1."""
    with db.writing() as store, job(store, label) as current:
        ingested = _ingest(store, files, Meter(store, is_watched=diagnostics.is_terminal()))
        for source in ingested.sources:
            tell_rejected(store, source)
        if any(source.rejected or source.trouble for source in ingested.sources):
            current.exit_code = ExitCode.DATA
    return current.exit_code


def validate_job(
    db: Database,
    runs: Sequence[str],
    settings: Settings,
    qrels: str | None,
    queries: str | None,
    schema: tuple[str, ...],
    label: str | None,
) -> int:
    """Stage 2, on the newest judgments and runs or on the named ones."""
    from judged.evaluation.workspace import Workspace
    from judged.store import run_versions, sources
    from judged.validation.schemas import Schemas
    from judged.validation.validate import validate

    with db.writing_again() as store, job(store, label) as current:
        workspace = Workspace.of(
            store,
            settings,
            sources.newest(store, "qrels", qrels),
            run_versions.newest(store, runs),
            sources.newest(store, "queries", queries) if queries else None,
        )
        current.evaluations = workspace.evaluation_ids
        tell_map(store, workspace.map_source_id)
        validated = validate(store, workspace, Schemas.of(schema, ("qrels", "runs")))
        tell_withdrawn(validated)
        told = report(store, workspace.evaluation_ids, workspace.contract.ks)
        tell_findings(told, store.path)
        accepted = len(workspace.evaluations) - len(validated.refused)
        diagnostics.note(
            f"contract {short_id(workspace.contract.contract_id)}:"
            f" {accepted} of {len(workspace.evaluations)} runs may be scored"
        )
        current.exit_code = exit_code_of(told)
    return current.exit_code


def score_job(
    db: Database,
    runs: Sequence[str],
    cutoffs: Sequence[str],
    schema: tuple[str, ...],
    label: str | None,
) -> int:
    """Stage 3, under the contract that was validated last."""
    from judged.contract.fields import FIELDS
    from judged.evaluation.stored import workspace_of
    from judged.scoring.score import score
    from judged.validation.schemas import Schemas

    ks = FIELDS["cutoffs"].kind.parse(cutoffs) if cutoffs else None
    with db.writing_again() as store, job(store, label) as current:
        ids = newest_evaluations(store, runs)
        workspace = workspace_of(store, ids, ks)
        current.evaluations = ids
        tell_withdrawn(score(store, workspace, Schemas.of(schema, ("coverage",))))
        told = report(store, ids, workspace.contract.ks)
        current.exit_code = exit_code_of(told)
        tell_findings({**told, "findings": _graver_than_warnings(told)}, store.path)
        for run in told["runs"]:
            diagnostics.note(f"{run['run_id']}: {run['status']}")
    return current.exit_code


def report_job(
    db: Database, runs: Sequence[str], contract_id: str | None, form: str, out: str | None
) -> int:
    """Stage 4, on what was evaluated last, under the newest contract or a named one."""
    with db.reading() as store, interruptible(store):
        told = report(store, newest_evaluations(store, runs, contract_id))
        deliver(store, told, form, out)
    return exit_code_of(told)


def _graver_than_warnings(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [finding for finding in told["findings"] if finding["severity"] != "warning"]
