"""File formats: what each looks like, how it is told from the others, and the SELECT that reads it.

A format names two files in `sql/duckdb/`: one splits lines, one names the columns. What a column
must hold is decided once for all (`typed_qrels`, `typed_run`). A new format is an entry here, a
SELECT there, and a line in `detect`. Where most files of a format are so regular that DuckDB can
read their columns at once, a third file does that.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import Literal

from judged.errors import ArgumentError, UnreadableError, near

FileKind = Literal["qrels", "run"]

QRELS_HEADER = {"query-id", "query_id"}
HEADER_WORDS = QRELS_HEADER | {"qid", "query", "topic", "topic_id"}
# What begins like a number, well written or not.
A_NUMBER = re.compile(r"[-+]?([.]?[0-9]|(nan|inf|infinity)$)", re.IGNORECASE)
CONSTANT_COLUMN = {"Q0", "q0", "0"}


@dataclass(frozen=True)
class Format:
    """How a file is laid out.

    Attributes:
        name: what `--qrels-format` and `--run-format` take.
        kind: qrels or run.
        columns: the columns in order, for messages and help.
        query: the file in sql/ that names the columns.
        split: the file in sql/ that splits lines into them; None of what is no text.
        plain: the file in sql/ that reads a regular file of this format at once, if there is one.
    """

    name: str
    kind: FileKind
    columns: str
    query: str
    split: str | None = None
    plain: str | None = None

    @property
    def has_tags(self) -> bool:
        """Whether each line names its run."""
        return "tag" in self.columns or "[run_id]" in self.columns


BLANKS, TABS = "duckdb/split_blanks", "duckdb/split_tabs"
TREC_QRELS = "query_id iteration doc_id grade"
TREC_RUN = "query_id Q0 doc_id rank score tag"

_ALL = (
    Format("trec", "qrels", TREC_QRELS, "duckdb/trec_qrels", BLANKS, "duckdb/plain_qrels"),
    Format("trec-tab", "qrels", f"{TREC_QRELS}, between tabs", "duckdb/trec_qrels", TABS),
    Format("beir", "qrels", "query-id corpus-id score, as header", "duckdb/beir_qrels", TABS),
    Format("trec", "run", TREC_RUN, "duckdb/trec_run", BLANKS, "duckdb/plain_run"),
    Format("trec-tab", "run", f"{TREC_RUN}, between tabs", "duckdb/trec_run", TABS),
    Format("msmarco", "run", "query_id doc_id rank [score]", "duckdb/msmarco_run", BLANKS),
)

FORMATS: dict[FileKind, dict[str, Format]] = {
    "qrels": {form.name: form for form in _ALL if form.kind == "qrels"},
    "run": {form.name: form for form in _ALL if form.kind == "run"},
}

FRAMES: dict[FileKind, Format] = {
    "qrels": Format("frame", "qrels", "query_id doc_id grade [iteration]", "duckdb/frame_qrels"),
    "run": Format("frame", "run", "[run_id] query_id doc_id score [rank]", "duckdb/frame_run"),
}

# What a file that is no run was read as.
UNREADABLE = Format("unreadable", "run", "", "")


@dataclass(frozen=True)
class Sample:
    """The first lines of a file that hold data, to tell its format by.

    Attributes:
        path: for messages.
        line_number: where the first of them stands, from 1.
        lines: neither blank nor comments, and only where there are none such, those that begin
            with # and have the columns of data; at most a few hundred.
    """

    path: str
    line_number: int
    lines: list[str]

    @classmethod
    def of(cls, path: str, head: str, kind: FileKind) -> Sample:
        lines = [
            (number, line)
            for number, line in enumerate(re.split(r"\r\n|\n|\r", head), start=1)
            if line.strip()
        ]
        found = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
        # Where all lines begin with #, ids do.
        for columns, place in _COLUMNS[kind]:
            found = found or [pair for pair in lines if _is_data(pair[1], columns, place)]
        first = found[0][0] if found else 0
        return cls(path, first, [line for _, line in found[:500]])

    @property
    def words(self) -> list[list[str]]:
        return [_words(line) for line in self.lines]


# How many columns a line of data may have, and which of them, from 0, is a number. The other kind
# comes last: files may be swapped.
_JUDGMENT, _DOCUMENT, _RANKED = (range(4, 5), 3), (range(6, sys.maxsize), 4), (range(3, 5), 2)
_COLUMNS: dict[FileKind, list[tuple[range, int]]] = {
    "qrels": [_JUDGMENT, _DOCUMENT],
    "run": [_DOCUMENT, _RANKED, _JUDGMENT],
}


def _is_data(line: str, columns: range, place: int) -> bool:
    """Whether a line that begins with # is no comment; the files in `sql/duckdb/` say the same."""
    words = _words(line)
    return words[0] != "#" and len(words) in columns and bool(A_NUMBER.match(words[place]))


def _words(line: str) -> list[str]:
    return re.split(r"[ \t]+", line.strip(" \t"))


def forced(kind: FileKind, name: str) -> Format:
    """The format of a name.

    Raises:
        ArgumentError: there is none.
    """
    if name not in FORMATS[kind]:
        raise ArgumentError(f"--{kind}-format: {name!r} is unknown; {near(name, FORMATS[kind])}")
    return FORMATS[kind][name]


def detect(kind: FileKind, sample: Sample) -> Format:
    """The format of a file, by the number of columns of its first line with data.

    Raises:
        UnreadableError: no format fits, or the file is one of the other kind.
    """
    if not sample.lines:
        raise UnreadableError(sample.path, f"no line with data; wanted {wanted(kind)}")
    if re.match(r'\s*[\[{]\s*(["\[{\]}]|$)', sample.lines[0]):
        raise UnreadableError(
            sample.path,
            f"JSON; wanted {wanted(kind)}: load it in Python and hand it to judged.evaluate",
            sample.line_number,
        )
    return _qrels_format(sample) if kind == "qrels" else _run_format(sample)


def wanted(kind: FileKind) -> str:
    """The layouts of a kind in one line, for messages."""
    return " or ".join(f"{form.columns} ({name})" for name, form in FORMATS[kind].items())


def _qrels_format(sample: Sample) -> Format:
    forms = FORMATS["qrels"]
    words = sample.words[0]
    if words[0].lower() in QRELS_HEADER and len(words) == 3:
        return forms["beir"]
    columns = _tab_columns(sample)
    if len(columns) == 4 and any(" " in column.strip() for column in columns):
        raise _misfit(
            "qrels",
            sample,
            "; ids seem to hold spaces: --qrels-format trec-tab reads columns between tabs",
        )
    if len(words) == 4:
        return forms["trec"]
    hint = ""
    if len(words) >= 6:
        hint = "; this looks like a run: are qrels and run swapped?"
    elif len(words) == 3:
        hint = "; a file with three columns needs the header query-id corpus-id score"
    raise _misfit("qrels", sample, hint)


def _run_format(sample: Sample) -> Format:
    forms = FORMATS["run"]
    words = sample.words[0]
    columns = _tab_columns(sample)
    if len(columns) >= 6 and any(" " in column.strip() for column in columns[:5]):
        raise _misfit(
            "run",
            sample,
            "; ids seem to hold spaces: --run-format trec-tab reads columns between tabs",
        )
    if len(words) >= 6:
        return forms["trec"]
    if len(words) in (3, 4) and not _looks_like_qrels(sample):
        return forms["msmarco"]
    hint = ""
    if words[0].lower() in QRELS_HEADER and len(words) == 3:
        hint = "; this looks like qrels: are qrels and run swapped?"
    elif words[0].lower() in HEADER_WORDS:
        hint = "; this looks like a header line: runs have none, so remove it"
    elif _looks_like_qrels(sample):
        hint = "; this looks like qrels: are qrels and run swapped?"
    raise _misfit("run", sample, hint)


def _looks_like_qrels(sample: Sample) -> bool:
    """Four columns whose second says nothing, or whose third cannot be a rank."""
    rows = [words for words in sample.words if len(words) == 4]
    if len(rows) < len(sample.words):
        return sample.words[0][0].lower() in QRELS_HEADER
    seconds = {words[1] for words in rows}
    is_constant = len(seconds) == 1 and (len(rows) > 1 or seconds <= CONSTANT_COLUMN)
    return is_constant or not all(re.fullmatch(r"[0-9]+", words[2]) for words in rows)


def _tab_columns(sample: Sample) -> list[str]:
    """The columns of the first line with data, if tabs are what is between them."""
    return sample.lines[0].strip("\r\n").split("\t")


def _misfit(kind: FileKind, sample: Sample, hint: str) -> UnreadableError:
    words = sample.words[0]
    shown = " ".join(words)[:80]
    return UnreadableError(
        sample.path,
        f"{len(words)} columns read ({shown!r}), wanted {wanted(kind)}{hint}",
        sample.line_number,
    )
