"""Table `jobs`: which call made what, with its label and exit code."""

from __future__ import annotations

import sys
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import duckdb

from judged.errors import ExitCode, exit_code_for, is_interruption
from judged.store import interrupts
from judged.store.store import now

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judged.store.store import Store


@dataclass
class Job:
    """One invocation, while it runs.

    Attributes:
        evaluations: the evaluations that it wrote; the command adds them.
        exit_code: what the process will return; the command sets it.
    """

    job_id: int
    evaluations: list[str] = field(default_factory=list)
    exit_code: ExitCode = ExitCode.OK


@contextmanager
def recorded(store: Store, label: str | None, command: str) -> Iterator[Job]:
    """Writes a row when a job starts, and completes it when it ends, however it ends.

    A row without an exit code is a job that was killed. Threads of one process do one job of a
    database after the other.

    Args:
        store: the database.
        label: what the caller calls the job.
        command: what was called, as text.
    """
    with store.turn:
        job_id = store.rows("select coalesce(max(job_id), 0) + 1 from jobs")[0][0]
        current = Job(job_id)
        try:
            _begin(store, job_id, label, command)
            yield current
        except BaseException as error:
            is_stopped = is_interruption(error)
            current.exit_code = interrupts.exit_code() if is_stopped else exit_code_for(error)
            raise
        finally:
            # What went wrong is the first error, not that it cannot be noted down either.
            with suppress(Exception) if sys.exc_info()[0] else nullcontext():
                _end_for_certain(store, current)


def _end_for_certain(store: Store, current: Job) -> None:
    """Completes the row, again where a signal hit just that."""
    interrupted: BaseException | None = None
    for _ in range(3):
        try:
            _end(store, current)
            break
        except duckdb.TransactionException:
            # A signal came between the end of a statement and that of its transaction.
            store.roll_back()
        except (KeyboardInterrupt, Exception) as error:
            if not is_interruption(error):
                raise
            interrupted = error
            current.exit_code = interrupts.exit_code()
    if interrupted is not None:
        raise interrupted


def _begin(store: Store, job_id: int, label: str | None, command: str) -> None:
    store.insert(
        "jobs",
        [
            {
                "job_id": job_id,
                "label": label,
                "command": command,
                "evaluations": [],
                "exit_code": None,
                "started_at": now(),
                "finished_at": None,
            }
        ],
    )


def _end(store: Store, current: Job) -> None:
    store.rows(
        "update jobs set evaluations = $evaluations, exit_code = $exit_code,"
        " finished_at = $finished_at where job_id = $job_id",
        evaluations=current.evaluations,
        exit_code=int(current.exit_code),
        finished_at=now(),
        job_id=current.job_id,
    )
