"""A report to standard output, and with the rows behind it to a folder."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judged import diagnostics
from judged.errors import FULL, ArgumentError, ExitCode, StateError
from judged.reporting import output
from judged.reporting.rows import as_csv
from judged.store import queries
from judged.temporary import whole

if TYPE_CHECKING:
    from judged.store.store import Store


def deliver(store: Store, told: dict[str, Any], form: str, out: str | None) -> None:
    """Writes a report as one of FORMS, and with its rows as files into the folder `out`.

    Raises:
        ArgumentError: the folder cannot be written.
        StateError: there is no room in it.
    """
    output.write_report(told, form, store.path)
    if out is None:
        return
    folder = Path(out)
    ids = [run["evaluation_id"] for run in told["runs"]]
    texts = {
        "report.json": output.report_text(told, "json", store.path),
        "report.md": output.report_text(told, "markdown", store.path),
        "report.csv": output.report_text(told, "csv", store.path),
        "query_scores.csv": _csv(store, "report/exported_scores", ids),
        "findings.csv": _csv(store, "duckdb/exported_findings", ids),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            for name, text in texts.items():
                path = stack.enter_context(whole(folder / name))
                path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        trouble = not_written(out, error)
        # Of two codes the lowest holds.
        trouble.exit_code = min(exit_code_of(told) or trouble.exit_code, trouble.exit_code)
        raise trouble from None
    diagnostics.note(f"wrote {', '.join(texts)} to {out}")


def not_written(out: str, error: OSError) -> ArgumentError | StateError:
    """What to say of --out where it cannot be written."""
    text = f"--out {out}: cannot be written: {error.strerror}"
    if error.errno in FULL:
        return StateError(f"{text}; make room, or name another place with --out")
    return ArgumentError(text)


def exit_code_of(told: dict[str, Any]) -> ExitCode:
    """The exit code that a report stands for."""
    if any(run["status"] == "refused" for run in told["runs"]):
        return ExitCode.DATA
    if any(finding["severity"] == "gate" for finding in told["findings"]):
        return ExitCode.GATE
    return ExitCode.OK


def _csv(store: Store, name: str, ids: list[str]) -> str:
    frame = store.sql(queries.load(name).sql, {"evaluation_ids": ids})
    return as_csv(frame.columns, frame.rows())
