"""Which format a file has, told by its first lines with data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from judged.errors import UnreadableError
from judged.ingestion.columns import knows
from judged.ingestion.formats import FORMATS, wanted
from judged.ingestion.headers import header_of
from judged.ingestion.json_shapes import json_format, looks_like_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.ingestion.columns import FileKind
    from judged.ingestion.formats import Format
    from judged.ingestion.sample import Sample

QRELS_HEADER, BEIR_DOCUMENT = {"query-id", "query_id"}, {"corpus-id", "corpus_id"}
HEADER_WORDS = QRELS_HEADER | {"qid", "query", "topic", "topic_id"}
CONSTANT_COLUMN = {"Q0", "q0", "0"}


def detect(kind: FileKind, sample: Sample, columns: Mapping[str, str]) -> Format:
    """The format of a text, by its first lines with data.

    Args:
        kind: what it should be.
        sample: the lines.
        columns: names of columns that the caller told, by what they hold.

    Raises:
        UnreadableError: no format fits, or the file is one of the other kind.
    """
    if not sample.lines:
        raise UnreadableError(sample.path, f"no line with data; wanted {wanted(kind)}")
    if looks_like_json(sample):
        return json_format(kind, sample, columns)
    if kind == "qrels" and _is_beir(sample) and len(sample.between_tabs) == 3:
        return FORMATS["qrels"]["beir"]
    header = header_of(sample.lines[0])
    if all(knows(kind, field, header.names, columns) for field in ("query", "doc")):
        _refuse_other_kind(kind, sample, header.names, columns)
        return FORMATS[kind]["tsv" if header.separator == "\t" else "csv"]
    return _qrels_format(sample) if kind == "qrels" else _run_format(sample)


def _is_beir(sample: Sample) -> bool:
    words = [word.lower() for word in sample.words[0]]
    return len(words) == 3 and words[0] in QRELS_HEADER and words[1] in BEIR_DOCUMENT


def _refuse_other_kind(
    kind: FileKind, sample: Sample, names: list[str], told: Mapping[str, str]
) -> None:
    """Tells judgments where a run should be; both may call their number a score."""
    is_graded = knows("qrels", "grade", [name for name in names if name.lower() != "score"], {})
    is_scored = any(knows("run", field, names, told) for field in ("score", "rank"))
    if (kind == "run" and is_graded and not is_scored) or (kind == "run" and _is_beir(sample)):
        raise _misfit("run", sample, "; this looks like qrels: are qrels and run swapped?")
    if kind == "qrels" and knows("run", "rank", names, {}) and not is_graded:
        raise _misfit("qrels", sample, "; this looks like a run: are qrels and run swapped?")


def _qrels_format(sample: Sample) -> Format:
    words = sample.words[0]
    if len(sample.between_tabs) == 4 and _holds_spaces(sample.between_tabs):
        raise _misfit("qrels", sample, _SPACES.format("qrels"))
    if len(words) == 4:
        return FORMATS["qrels"]["trec"]
    hint = _no_header(sample)
    if len(words) >= 6:
        hint = "; this looks like a run: are qrels and run swapped?"
    elif len(words) == 3:
        hint = (
            "; a file with three columns needs the header query-id corpus-id score, and tabs"
            " between them"
        )
    raise _misfit("qrels", sample, hint)


def _run_format(sample: Sample) -> Format:
    words = sample.words[0]
    if len(sample.between_tabs) >= 6 and _holds_spaces(sample.between_tabs[:5]):
        raise _misfit("run", sample, _SPACES.format("run"))
    if len(words) >= 6:
        return FORMATS["run"]["trec"]
    if len(words) in (3, 4) and not _looks_like_qrels(sample):
        return FORMATS["run"]["msmarco"]
    hint = _no_header(sample)
    if words[0].lower() in QRELS_HEADER and len(words) == 3:
        hint = "; this looks like qrels: are qrels and run swapped?"
    elif words[0].lower() in HEADER_WORDS:
        hint = "; this looks like a header line, which only files between tabs or commas have"
    elif _looks_like_qrels(sample):
        hint = "; this looks like qrels: are qrels and run swapped?"
    raise _misfit("run", sample, hint)


_SPACES = "; ids seem to hold spaces: --{0}-format trec-tab reads columns between tabs"


def _holds_spaces(columns: list[str]) -> bool:
    return any(" " in column.strip() for column in columns)


def _no_header(sample: Sample) -> str:
    """What to do with columns between commas whose names are not known, or not there."""
    if re.fullmatch(r"sep=.", sample.lines[0].strip(), re.IGNORECASE):
        return "; this line is for Excel alone: take it out"
    is_one_word = len(sample.words[0]) == 1 and len(header_of(sample.lines[0]).names) > 2
    return (
        "; columns between separators need a header line with known names, or --columns"
        if is_one_word
        else ""
    )


def _looks_like_qrels(sample: Sample) -> bool:
    """Four columns whose second says nothing, or whose third cannot be a rank."""
    rows = [words for words in sample.words if len(words) == 4]
    if len(rows) < len(sample.words):
        return sample.words[0][0].lower() in QRELS_HEADER
    seconds = {words[1] for words in rows}
    is_constant = len(seconds) == 1 and (len(rows) > 1 or seconds <= CONSTANT_COLUMN)
    return is_constant or not all(re.fullmatch(r"[0-9]+", words[2]) for words in rows)


def _misfit(kind: FileKind, sample: Sample, hint: str) -> UnreadableError:
    words = sample.words[0]
    shown = " ".join(words)[:80]
    columns = f"{len(words)} column{'' if len(words) == 1 else 's'} read"
    return UnreadableError(
        sample.path,
        f"{columns} ({shown!r}), wanted {wanted(kind)}{hint or _others(kind, sample)}",
        sample.line_number,
    )


def _others(kind: FileKind, sample: Sample) -> str:
    """What to do where the first line alone is odd."""
    columns = 4 if kind == "qrels" else 6
    fitting = [words for words in sample.words[1:] if len(words) == columns]
    if len(fitting) <= len(sample.lines) / 2:
        return ""
    return (
        f"; other lines have {columns}: --{kind}-format trec tells this one alone, and with"
        " --on-bad-line skip goes on without it"
    )
