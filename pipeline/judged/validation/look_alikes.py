"""Ids that are not what they seem: others to the eye alone, or with other lines within."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judged.evaluation.findings import collect
from judged.ingestion.formats import FORMATS, SPLITS
from judged.store import queries

if TYPE_CHECKING:
    from judged.evaluation.findings import Finding
    from judged.store.store import Store

_ALL = [form for forms in FORMATS.values() for form in forms.values()]
# Formats of which no id begins or ends with a blank, and those whose cells may be quoted.
PLAIN = {form.name for form in _ALL if form.layout in SPLITS}
QUOTING = {form.name for form in _ALL if form.layout == "cells"}


def look_alikes(store: Store) -> list[Finding]:
    """Queries and documents whose ids differ only in case, Unicode form or blanks at their ends.

    Of documents only those beyond ASCII are looked at, and all of a run of which hardly any is
    judged, or that meets ids with such blanks or in another case: to fold the ids of millions of
    lines costs a second, and most collections need it not.
    """
    of_queries = queries.load("duckdb/look_alike_queries").sql
    found = collect(store, "look-alike-query", of_queries, {})
    run_ids = [row["run_id"] for row in store.query("duckdb/hardly_judged_runs")]
    if _may_hold_blanks(store):
        run_ids += [row["run_id"] for row in store.query("duckdb/runs_beside_blanks")]
    if store.rows("select 1 from judgments where lower(doc_id) <> upper(doc_id) limit 1"):
        run_ids += [row["run_id"] for row in store.query("duckdb/runs_beside_case")]
    if run_ids or _is_beyond_ascii(store):
        of_documents = queries.load("duckdb/look_alike_documents").sql
        found += collect(store, "look-alike-document", of_documents, {"run_ids": run_ids})
    return found


def ids_over_lines(store: Store) -> list[Finding]:
    """Ids that quotation marks gave an end of line or a tab: perhaps they were no quotation."""
    if not _formats(store) & QUOTING:
        return []
    query = queries.load("duckdb/ids_over_lines").sql
    return collect(store, "id-over-lines", query, {"formats": sorted(QUOTING)})


def _may_hold_blanks(store: Store) -> bool:
    """Whether any source that is evaluated is of a format whose ids may end in blanks."""
    return bool(_formats(store) - PLAIN)


def _formats(store: Store) -> set[str]:
    """The formats of what is evaluated."""
    rows = store.rows(
        "select distinct format from sources where source_id in"
        " (select source_id from selected_sources union select source_id from selected_qrels)"
    )
    return {form for (form,) in rows}


def _is_beyond_ascii(store: Store) -> bool:
    """Whether any document of the database is, by what DuckDB notes of its columns anyway."""
    rows = store.rows(
        "(select stats(doc_id).has_unicode from qrel_lines limit 1)"
        " union all (select stats(doc_id).has_unicode from run_lines limit 1)"
    )
    return any(is_beyond for (is_beyond,) in rows)
