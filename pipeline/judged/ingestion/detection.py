"""Which format a file has, told by its first lines with data."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from judged.errors import UnreadableError
from judged.ingestion.columns import knows
from judged.ingestion.formats import FORMATS, wanted
from judged.ingestion.headers import header_of
from judged.ingestion.json_shapes import json_format, looks_like_json
from judged.ingestion.sample import A_NUMBER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judged.ingestion.columns import FileKind
    from judged.ingestion.formats import Format
    from judged.ingestion.sample import Sample

QRELS_HEADER, BEIR_DOCUMENT = {"query-id", "query_id"}, {"corpus-id", "corpus_id"}
HEADER_WORDS = QRELS_HEADER | {"qid", "query", "topic", "topic_id"}
A_RANK = re.compile(r"[-+]?[0-9]{1,18}([.]0*)?")
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
    hint = _no_header(sample)
    if len(words) == 4 and not hint:
        return FORMATS["qrels"]["trec"]
    if len(words) >= 6:
        hint = "; this looks like a run: are qrels and run swapped?"
    elif len(words) == 3 and not hint:
        hint = (
            "; a file with three columns needs the header query-id corpus-id score, and tabs"
            " between them; or, if this is a run of ranks, are qrels and run swapped?"
        )
    raise _misfit("qrels", sample, hint)


def _run_format(sample: Sample) -> Format:
    words = sample.words[0]
    if len(sample.between_tabs) >= 6 and _holds_spaces(sample.between_tabs[:5]):
        raise _misfit("run", sample, _SPACES.format("run"))
    if len(words) >= 6:
        return FORMATS["run"]["trec"]
    hint = _no_header(sample)
    if len(words) in (3, 4) and not hint and not _looks_like_qrels(sample):
        _refuse_scores(sample)
        return FORMATS["run"]["msmarco"]
    if len(words) == 5:
        hint = hint or "; the tag, its last column, seems to be missing"
    if words[0].lower() in QRELS_HEADER and len(words) == 3:
        hint = "; this looks like qrels: are qrels and run swapped?"
    elif words[0].lower() in HEADER_WORDS:
        hint = "; this looks like a header line, which only files between tabs or commas have"
    elif not hint and _looks_like_qrels(sample):
        hint = "; this looks like qrels: are qrels and run swapped?"
    raise _misfit("run", sample, hint)


_UNKNOWN_NAMES = "; columns between separators need a header line with known names, or --columns"
_SPACES = "; ids seem to hold spaces: --{0}-format trec-tab reads columns between tabs"


def _holds_spaces(columns: list[str]) -> bool:
    return any(" " in column.strip() for column in columns)


def _refuse_scores(sample: Sample) -> None:
    """Refuses a third and last column that cannot be ranks: a fraction, or falling in leaps."""
    rows = [words for words in sample.words if len(words) == 3]
    if len(sample.words[0]) > 3:
        return
    hint = "; as scores are: give the columns a header line, such as query_id, doc_id, score"
    if A_NUMBER.match(rows[0][2]) and not A_RANK.fullmatch(rows[0][2]):
        raise _misfit("run", sample, f"; {rows[0][2][:40]!r} is no rank{hint}")
    pairs = [
        (float(first[2]), float(second[2]))
        for first, second in pairwise(rows)
        if first[0] == second[0] and A_RANK.fullmatch(first[2]) and A_RANK.fullmatch(second[2])
    ]
    steps = {first - second for first, second in pairs}
    if steps and min(steps) > 0 and max(steps) > 1:
        told = f"; its third column falls from line to line{hint}; if it is ranks, say"
        raise _misfit("run", sample, f"{told} --run-format msmarco")


def _no_header(sample: Sample) -> str:
    """What to do with a header of columns whose names are not known, or are not there."""
    if re.fullmatch(r"sep=.", sample.lines[0].strip(), re.IGNORECASE):
        return "; this line is for Excel alone: take it out"
    is_one_word = len(sample.words[0]) == 1 and len(header_of(sample.lines[0]).names) > 2
    return _UNKNOWN_NAMES if is_one_word or _is_unknown_header(sample) else ""


def _is_unknown_header(sample: Sample) -> bool:
    """Whether the first line has columns between tabs as all have, but no number and no value."""
    rows = [line.split("\t") for line in sample.lines]
    if len(rows) < 2 or len(rows[0]) < 3 or any(len(row) != len(rows[0]) for row in rows):
        return False
    has_number = [any(map(A_NUMBER.match, row)) for row in rows]
    values = {cell for row in rows[1:] for cell in row}
    return not has_number[0] and all(has_number[1:]) and not values & set(rows[0])


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
