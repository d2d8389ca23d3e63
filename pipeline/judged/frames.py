"""What Python callers hand over: dicts, ordered lists and frames, brought to one frame of text.

The frame is spooled to a Parquet file and read by the same SELECTs as any file, so that every rule
about a grade or a score stands in one place. Its hash is that of its values, whatever held them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judged.errors import ArgumentError, near

if TYPE_CHECKING:
    import polars

QRELS_COLUMNS = ("query_id", "doc_id", "grade")
RUN_COLUMNS = ("query_id", "doc_id")
OPTIONAL = {"qrels": ("iteration",), "run": ("run_id", "score", "rank")}


@dataclass(frozen=True)
class Frame:
    """Judgments or a run as one frame of text columns.

    Attributes:
        frame: the columns that `frame_qrels.sql` or `frame_run.sql` read, in the caller's order.
        empty: the queries for which a run returned an empty list.
        sha256: of the values.
    """

    frame: polars.DataFrame
    empty: tuple[str, ...]

    @property
    def sha256(self) -> str:
        text = self.frame.write_csv(None) + "\n".join(self.empty)
        return hashlib.sha256(text.encode()).hexdigest()


def qrels_frame(qrels: Any) -> Frame:
    """Judgments as a frame.

    Args:
        qrels: `{query_id: {doc_id: grade}}`, or a pandas, polars or Arrow frame with the columns
            query_id, doc_id, grade and, if wanted, iteration.

    Raises:
        ArgumentError: neither of these, a column is missing, or an id is not text.
    """
    if isinstance(qrels, Mapping):
        rows = [
            (query, doc, grade)
            for query, documents in qrels.items()
            for doc, grade in _documents(query, documents).items()
        ]
        columns: dict[str, Sequence[str | None]] = {
            "query_id": [_id(query, "query_id") for query, _, _ in rows],
            "doc_id": [_id(doc, "doc_id") for _, doc, _ in rows],
            "iteration": [None] * len(rows),
            "grade_text": [_number_text(grade) for _, _, grade in rows],
        }
        return Frame(_text_frame(columns), ())
    frame = _polars(qrels, "qrels")
    _require(frame, "qrels", QRELS_COLUMNS)
    return Frame(
        _selected(
            frame,
            {"query_id": "query_id", "doc_id": "doc_id", "iteration": "iteration"},
            {"grade_text": "grade"},
        ),
        (),
    )


def run_frame(run: Any) -> Frame:
    """One run, or several told apart by a column run_id, as a frame.

    Args:
        run: `{query_id: {doc_id: score}}`; `{query_id: [doc_id, ...]}` best first, where the
            position gives both rank and score (-1, -2, ...); or a pandas, polars or Arrow frame
            with the columns query_id, doc_id, score and, if wanted, rank and run_id.

    Raises:
        ArgumentError: none of these, a column is missing, or an id is not text.
    """
    if isinstance(run, Mapping):
        return _run_of_mapping(run)
    frame = _polars(run, "run")
    _require(frame, "run", RUN_COLUMNS)
    if not {"score", "rank"} & set(frame.columns):
        raise ArgumentError("the run frame has neither a column score nor a column rank")
    return Frame(
        _selected(
            frame,
            {"tag": "run_id", "query_id": "query_id", "doc_id": "doc_id"},
            {"rank_text": "rank", "score_text": "score"},
        ),
        (),
    )


def is_frame(value: object) -> bool:
    """True for pandas, polars and Arrow frames, without importing any of them."""
    return hasattr(value, "columns") or hasattr(value, "__arrow_c_stream__")


def _run_of_mapping(run: Mapping[Any, Any]) -> Frame:
    rows: list[tuple[Any, Any, Any, Any]] = []
    for query, documents in run.items():
        if isinstance(documents, Mapping):
            rows += [(query, doc, None, score) for doc, score in documents.items()]
        elif isinstance(documents, Sequence) and not isinstance(documents, str | bytes):
            rows += [(query, doc, rank, -rank) for rank, doc in enumerate(documents, start=1)]
        else:
            raise ArgumentError(
                f"query {query!r} of the run holds {documents!r};"
                " wanted a dict of scores by doc_id, or a list of doc_ids, best first"
            )
    columns: dict[str, Sequence[str | None]] = {
        "tag": [None] * len(rows),
        "query_id": [_id(query, "query_id") for query, _, _, _ in rows],
        "doc_id": [_id(doc, "doc_id") for _, doc, _, _ in rows],
        "rank_text": [None if rank is None else str(rank) for _, _, rank, _ in rows],
        "score_text": [_number_text(score) for _, _, _, score in rows],
    }
    empty = tuple(_id(query, "query_id") for query, documents in run.items() if not len(documents))
    return Frame(_text_frame(columns), empty)


def _documents(query: object, documents: object) -> Mapping[Any, Any]:
    if not isinstance(documents, Mapping):
        raise ArgumentError(
            f"query {query!r} of the judgments holds {documents!r};"
            " wanted a dict of grades by doc_id"
        )
    return documents


def _id(value: object, column: str) -> str:
    if not isinstance(value, str):
        raise ArgumentError(
            f"{column} {value!r} is {type(value).__name__}; ids are text, so that 007 is not 7:"
            f" pass {str(value)!r}"
        )
    return value


def _number_text(value: object) -> str:
    """A number as a file would write it; what is none fails the rule for numbers later."""
    if isinstance(value, float):
        return repr(float(value))
    return str(value)


def _text_frame(columns: Mapping[str, Sequence[str | None]]) -> polars.DataFrame:
    import polars

    return polars.DataFrame(columns, schema=dict.fromkeys(columns, polars.String))


def _polars(value: Any, what: str) -> polars.DataFrame:
    import polars

    if isinstance(value, polars.DataFrame):
        return value
    if isinstance(value, polars.LazyFrame):
        return value.collect()
    if type(value).__module__.partition(".")[0] == "pandas":
        # Column by column: polars' own conversion of pandas frames asks for pyarrow.
        columns = {str(name): value[name].tolist() for name in value.columns}
        try:
            return polars.DataFrame(columns)
        except (TypeError, polars.exceptions.PolarsError) as error:
            raise ArgumentError(f"{what}: a column of the frame has mixed types: {error}") from None
    if hasattr(value, "__arrow_c_stream__"):
        return polars.DataFrame(value)
    raise ArgumentError(
        f"{what}: {type(value).__name__} is neither a path, a dict, nor a pandas, polars or"
        " Arrow frame"
    )


def _require(frame: polars.DataFrame, what: str, names: Sequence[str]) -> None:
    known = (*names, *OPTIONAL[what])
    for name in names:
        if name not in frame.columns:
            raise ArgumentError(
                f"the {what} frame has no column {name!r} (it has {', '.join(frame.columns)});"
                f" wanted {', '.join(known)}"
            )
    for name in frame.columns:
        if name not in known:
            raise ArgumentError(
                f"the {what} frame has an unknown column {name!r}; {near(name, known)}"
            )


def _selected(
    frame: polars.DataFrame, texts: Mapping[str, str], numbers: Mapping[str, str]
) -> polars.DataFrame:
    """The text and number columns under their new names; a missing optional one is all null."""
    import polars

    columns = {}
    for name, source in texts.items():
        columns[name] = _text_column(frame, source)
    for name, source in numbers.items():
        values = frame[source].to_list() if source in frame.columns else [None] * frame.height
        columns[name] = [None if value is None else _number_text(value) for value in values]
    return polars.DataFrame(columns, schema=dict.fromkeys(columns, polars.String))


def _text_column(frame: polars.DataFrame, name: str) -> list[str | None]:
    import polars

    if name not in frame.columns:
        return [None] * frame.height
    column = frame[name]
    if column.dtype in (polars.Categorical, polars.Enum):
        column = column.cast(polars.String)
    if column.dtype not in (polars.String, polars.Null):
        raise ArgumentError(
            f"column {name} is {column.dtype}; ids are text, so that 007 is not 7:"
            " read it as text, or cast it"
        )
    return column.to_list()
