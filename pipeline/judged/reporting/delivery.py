"""A report to standard output, and with the rows behind it to a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from judged import diagnostics
from judged.errors import ArgumentError, ExitCode
from judged.reporting import output
from judged.store import queries

if TYPE_CHECKING:
    from judged.store.store import Store


def deliver(store: Store, told: dict[str, Any], form: str, out: str | None) -> None:
    """Writes a report as one of FORMS, and with its rows as files into the folder `out`.

    Raises:
        ArgumentError: the folder cannot be written.
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
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        trouble = ArgumentError(f"--out {out}: cannot be written: {error.strerror}")
        # Of two codes the lowest holds.
        trouble.exit_code = min(exit_code_of(told) or ExitCode.USAGE, ExitCode.USAGE)
        raise trouble from None
    diagnostics.note(f"wrote {', '.join(texts)} to {out}")


def exit_code_of(told: dict[str, Any]) -> ExitCode:
    """The exit code that a report stands for."""
    if any(run["status"] == "refused" for run in told["runs"]):
        return ExitCode.DATA
    if any(finding["severity"] == "gate" for finding in told["findings"]):
        return ExitCode.GATE
    return ExitCode.OK


def _csv(store: Store, name: str, ids: list[str]) -> str:
    frame = store.sql(queries.load(name).sql, {"evaluation_ids": ids})
    return output.as_csv(frame.columns, frame.rows())
