"""File formats: what each looks like, and the SELECT that reads it.

A format names a file in `sql/duckdb/` that gives its columns. What a column must hold is decided
once for all (`typed_qrels`, `typed_run`). A new format is an entry here, a SELECT there, and a line
in `detection`. Where most files of a format are so regular that DuckDB can read their columns at
once, another file does that (`plain`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from judged.errors import ArgumentError, near

if TYPE_CHECKING:
    from judged.ingestion.columns import FileKind

# What is to be taken apart: lines of words or of columns between tabs, records of cells,
# columns that have names already, one JSON object, or lines of such that hold a row or a list of
# rows.
Layout = Literal["words", "tabs", "cells", "columns", "json", "records", "lists"]
SPLITS: dict[Layout, str] = {"words": "duckdb/split_blanks", "tabs": "duckdb/split_tabs"}
# Columns of these have names, which tell what they hold.
NAMED: tuple[Layout, ...] = ("cells", "columns", "records", "lists")


@dataclass(frozen=True)
class Format:
    """How a file is laid out.

    Attributes:
        name: what `--qrels-format` and `--run-format` take.
        kind: qrels or run.
        columns: the columns in order, for messages and help.
        layout: what is between them.
        query: the file in sql/ that gives the columns their names.
        plain: the file in sql/ that reads a regular file of this format at once, if there is one.
        note: what else a person should know, for the documentation.
    """

    name: str
    kind: FileKind
    columns: str
    layout: Layout
    query: str
    plain: str | None = None
    note: str = ""

    @property
    def has_tags(self) -> bool:
        """Whether each line names its run, whatever the columns are called."""
        return self.layout in ("words", "tabs") and "tag" in self.columns

    @property
    def has_lines(self) -> bool:
        """Whether it is text in which an end of a line means something."""
        return self.layout not in ("columns", "json")

    @property
    def is_common(self) -> bool:
        """Whether messages show its layout, and not its name alone."""
        return (self.layout in SPLITS and self.name != "trec-tab") or self.name == "beir"

    @property
    def is_worst_first(self) -> bool | None:
        """The order of ranked lists of ids; None where rows have scores or ranks."""
        return self.name.endswith("worst-first") if self.name.endswith("-first") else None


TREC_QRELS, TREC_RUN = "query_id iteration doc_id grade", "query_id Q0 doc_id rank score tag"
JUDGMENT, DOCUMENT = "query, doc, grade [, iteration]", "query, doc, score [, rank] [, run]"
WORDS = "any spaces and tabs between columns; what follows the last one of a run is ignored"
TABS = "between single tabs, so that ids may hold spaces; never chosen unasked"
MSMARCO = "a file of three columns has no scores: choose `--order rank`"
CELLS = (
    "a header line, then a row a line; a cell in quotation marks may hold separators, line ends,"
    " and quotation marks, each written twice"
)
BEIR = "tsv with a header of these names, as BEIR writes it"
# Tables whose cells are between tabs, whatever a header line looks like.
BETWEEN_TABS = ("tsv", "beir")
TYPES = "ids are text or integers; a column of another type is refused"
OBJECT = "a key that stands twice is an error; an empty list is an empty ranking, not a missing one"
LISTS = f"never chosen unasked; scores are -1, -2, ... from the best; {OBJECT}"
ONE_QUERY = "a query in each line, with its list"
OF_A_DATABASE = "FILE.duckdb::TABLE, a table or view of another database"


def _forms(
    kind: FileKind, layout: Layout, query: str, *named: tuple[str, str, str]
) -> tuple[Format, ...]:
    """Formats that are read alike: name, columns and note of each."""
    return tuple(
        Format(name, kind, columns, layout, f"duckdb/{query}", note=note)
        for name, columns, note in named
    )


def _named(layout: Layout, query: str, name: str, form: str, note: str) -> tuple[Format, ...]:
    """A format of judgments and of runs whose columns have names."""
    return (
        *_forms("qrels", layout, f"{query}_qrels", (name, form.replace("ROW", JUDGMENT), note)),
        *_forms("run", layout, f"{query}_run", (name, form.replace("ROW", DOCUMENT), note)),
    )


_QRELS_LIST = "{query, documents: [{doc, grade}, ...]} a line"
_RUN_LIST = "{query, documents: [{doc, score}, ...]} a line"
_IDS, _IDS_A_LINE = "{query_id: [doc_id, ...]}", "{query, documents: [doc_id, ...]} a line"

_ALL = (
    Format("trec", "qrels", TREC_QRELS, "words", "duckdb/trec_qrels", "duckdb/plain_qrels", WORDS),
    *_forms("qrels", "tabs", "trec_qrels", ("trec-tab", TREC_QRELS, TABS)),
    *_forms("qrels", "cells", "cells_qrels", ("beir", "query-id corpus-id score", BEIR)),
    Format("trec", "run", TREC_RUN, "words", "duckdb/trec_run", "duckdb/plain_run", WORDS),
    *_forms("run", "tabs", "trec_run", ("trec-tab", TREC_RUN, TABS)),
    *_forms("run", "words", "msmarco_run", ("msmarco", "query_id doc_id rank [score]", MSMARCO)),
    *_named("cells", "cells", "csv", "ROW", f"between commas, semicolons or bars; {CELLS}"),
    *_named("cells", "cells", "tsv", "ROW", f"between tabs; {CELLS}"),
    *_forms("qrels", "json", "json_qrels", ("json", "{query_id: {doc_id: grade}}", OBJECT)),
    *_forms("run", "json", "json_run", ("json", "{query_id: {doc_id: score}}", OBJECT)),
    *_forms("run", "json", "json_lists", ("json-best-first", _IDS, LISTS)),
    *_forms("run", "json", "json_lists", ("json-worst-first", _IDS, LISTS)),
    *_named("records", "records", "jsonl", "{ROW} a line", "a row in each line, as an object"),
    *_forms("qrels", "lists", "lists_qrels", ("jsonl-queries", _QRELS_LIST, ONE_QUERY)),
    *_forms("run", "lists", "lists_run", ("jsonl-queries", _RUN_LIST, ONE_QUERY)),
    *_forms("run", "lists", "lists_ids", ("jsonl-best-first", _IDS_A_LINE, LISTS)),
    *_forms("run", "lists", "lists_ids", ("jsonl-worst-first", _IDS_A_LINE, LISTS)),
    *_named("columns", "columns", "parquet", "ROW", TYPES),
    *_named("columns", "columns", "arrow", "ROW", f"files and streams; {TYPES}"),
    *_named("columns", "columns", "table", "ROW", f"{OF_A_DATABASE}; {TYPES}"),
)

FORMATS: dict[FileKind, dict[str, Format]] = {
    "qrels": {form.name: form for form in _ALL if form.kind == "qrels"},
    "run": {form.name: form for form in _ALL if form.kind == "run"},
}

FRAMES: dict[FileKind, Format] = {
    "qrels": Format("frame", "qrels", JUDGMENT, "columns", "duckdb/columns_qrels"),
    "run": Format("frame", "run", DOCUMENT, "columns", "duckdb/columns_run"),
}

# What a file that is no run was read as.
UNREADABLE = Format("unreadable", "run", "", "words", "")


def forced(kind: FileKind, name: str) -> Format:
    """The format of a name.

    Raises:
        ArgumentError: there is none.
    """
    if name not in FORMATS[kind]:
        raise ArgumentError(f"--{kind}-format: {name!r} is unknown; {near(name, FORMATS[kind])}")
    return FORMATS[kind][name]


def wanted(kind: FileKind) -> str:
    """The formats of a kind in one line, for messages: layouts without a header, then names."""
    forms = FORMATS[kind]
    bare = [f"{form.columns} ({name})" for name, form in forms.items() if form.is_common]
    others = [name for name, form in forms.items() if not form.is_common]
    return f"{', '.join(bare)}, or one of {', '.join(others)}"
