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
WANTED = {"qrels": QRELS_COLUMNS, "run": (*RUN_COLUMNS, "score")}
OPTIONAL = {"qrels": ("iteration",), "run": ("run_id", "score", "rank")}


@dataclass(frozen=True)
class Frame:
    """Judgments or a run as one frame of text columns.

    Attributes:
        frame: the columns that `frame_qrels.sql` or `frame_run.sql` read, in the caller's order.
        empty: the queries for which a run returned an empty list.
        has_names: whether the rows name their runs.
        sha256: of the values.
    """

    frame: polars.DataFrame
    empty: tuple[str, ...] = ()
    has_names: bool = False

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
            "query_id": [text_id(query, "query_id") for query, _, _ in rows],
            "doc_id": [text_id(doc, "doc_id") for _, doc, _ in rows],
            "iteration": [None] * len(rows),
            "grade_text": [_number_text(grade) for _, _, grade in rows],
        }
        return Frame(_text_frame(columns))
    table = _Table.of(qrels, "qrels", QRELS_COLUMNS)
    columns = {
        "query_id": table.ids("query_id"),
        "doc_id": table.ids("doc_id"),
        "iteration": table.labels("iteration"),
        "grade_text": table.numbers("grade"),
    }
    return Frame(_text_frame(columns))


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
    table = _Table.of(run, "run", RUN_COLUMNS)
    if not {"score", "rank"} & set(table.columns):
        raise ArgumentError("the run frame has neither a column score nor a column rank")
    columns = {
        "tag": table.ids("run_id"),
        "query_id": table.ids("query_id"),
        "doc_id": table.ids("doc_id"),
        "rank_text": table.numbers("rank"),
        "score_text": table.numbers("score"),
    }
    return Frame(_text_frame(columns), has_names="run_id" in table.columns)


def is_frame(value: object) -> bool:
    """True for pandas, polars and Arrow frames, without importing any; for single columns too."""
    kind = type(value)
    return hasattr(kind, "columns") or hasattr(kind, "__arrow_c_stream__")


def text_id(value: object, column: str) -> str:
    """An id that a caller gave, which must be text."""
    if isinstance(value, list | tuple | dict):
        raise ArgumentError(
            f"{column} {value!r} is a {type(value).__name__}; wanted ids as text, and scores or"
            " grades in a dict by doc_id"
        )
    if not isinstance(value, str):
        text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
        raise ArgumentError(
            f"{column} {value!r} is {type(value).__name__}; ids are text, so that 007 is not 7:"
            f" pass {text!r}"
        )
    if not value.isascii() and value != value.encode(errors="replace").decode():
        raise ArgumentError(f"{column} {value!r} is not UTF-8; decode it as what it is")
    return value


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
        "query_id": [text_id(query, "query_id") for query, _, _, _ in rows],
        "doc_id": [text_id(doc, "doc_id") for _, doc, _, _ in rows],
        "rank_text": [None if rank is None else str(rank) for _, _, rank, _ in rows],
        "score_text": [_number_text(score) for _, _, _, score in rows],
    }
    empty = tuple(
        text_id(query, "query_id") for query, documents in run.items() if not len(documents)
    )
    return Frame(_text_frame(columns), empty)


def _documents(query: object, documents: object) -> Mapping[Any, Any]:
    if not isinstance(documents, Mapping):
        raise ArgumentError(
            f"query {query!r} of the judgments holds {documents!r};"
            " wanted a dict of grades by doc_id"
        )
    if not documents:
        raise ArgumentError(
            f"query {query!r} stands in the judgments without one; judge a document of it, grade 0"
            " for one that is not relevant, or leave it out"
        )
    return documents


def _number_text(value: object) -> str:
    """A number as a file would write it; what is none fails the rule for numbers later."""
    if isinstance(value, float):
        return repr(float(value))
    return str(value)


def _text_frame(columns: Mapping[str, Sequence[str | None]]) -> polars.DataFrame:
    import polars

    return polars.DataFrame(columns, schema=dict.fromkeys(columns, polars.String))


@dataclass(frozen=True)
class _Table:
    """A caller's frame as Python values by column, so that a boolean stays a boolean."""

    columns: Mapping[str, Sequence[Any]]
    height: int

    @classmethod
    def of(cls, value: Any, what: str, wanted: Sequence[str]) -> _Table:
        columns = _columns(value, what)
        _require(columns, what, wanted)
        return cls(columns, len(columns[wanted[0]]))

    def ids(self, name: str) -> Sequence[str | None]:
        """A column of ids; a null, which pandas writes as NaN, stays one and fails the schema."""
        values = self.columns.get(name, [None] * self.height)
        values = [None if value != value else value for value in values]
        for value in values:
            if value is not None and not isinstance(value, str):
                raise ArgumentError(
                    f"column {name} is of {type(value).__name__} ({value!r}); ids are text,"
                    " so that 007 is not 7: read the column as text, or cast it"
                )
        return values

    def labels(self, name: str) -> Sequence[str | None]:
        """A column of names or numbers that only tell lines apart; NaN, as pandas writes null."""
        values = self.columns.get(name, [None] * self.height)
        return [None if value is None or value != value else _label(value) for value in values]

    def numbers(self, name: str) -> Sequence[str | None]:
        """A column of numbers, as a file would write them."""
        values = self.columns.get(name, [None] * self.height)
        return [None if value is None else _number_text(value) for value in values]


def _label(value: Any) -> str:
    """1.0 is 1: pandas makes doubles of whole numbers where one is missing."""
    is_whole = isinstance(value, float) and value.is_integer()
    return str(int(value)) if is_whole else str(value)


def _columns(value: Any, what: str) -> Mapping[str, Sequence[Any]]:
    if _is_pandas(value) and hasattr(type(value), "columns"):
        names = [str(name) for name in value.columns]
        if len(set(names)) < len(names):
            raise ArgumentError(f"the {what} frame has two columns of one name: {', '.join(names)}")
        # Column by column: polars' own conversion of pandas frames asks for pyarrow.
        return {name: _pandas_values(value.iloc[:, place]) for place, name in enumerate(names)}
    frame = _polars_frame(value)
    if frame is None:
        raise ArgumentError(
            f"{what}: {type(value).__name__} is neither a path, a dict, nor a pandas, polars or"
            f" Arrow frame with columns {', '.join(WANTED[what])}"
        )
    return frame.to_dict(as_series=False)


def _pandas_values(column: Any) -> list[Any]:
    """The values; None for what nullable types write for a gap, which is no bool."""
    values: list[Any] = column.tolist()
    if not column.hasnans:
        return values
    return [None if type(value).__name__ == "NAType" else value for value in values]


def _is_pandas(value: object) -> bool:
    return type(value).__module__.partition(".")[0] == "pandas"


def _polars_frame(value: Any) -> polars.DataFrame | None:
    """A frame of polars or Arrow; None for anything else, a single column too."""
    import polars

    if isinstance(value, polars.LazyFrame):
        return value.collect()
    if isinstance(value, polars.DataFrame):
        return value
    is_column = _is_pandas(value) or isinstance(value, polars.Series)
    if is_column or not hasattr(type(value), "__arrow_c_stream__"):
        return None
    try:
        return polars.DataFrame(value)
    except polars.exceptions.SchemaError:
        return None  # an Arrow array, whose values are no rows
    except BaseException as error:
        # What panics in the library is no Exception.
        is_panic = type(error).__name__ == "PanicException"
        if not (is_panic or isinstance(error, polars.exceptions.PolarsError)):
            raise
        raise ArgumentError(
            "an Arrow frame with a column of a type that is not supported, or two of one name"
            f" ({str(error).splitlines()[0]}); hand over the columns that are wanted alone"
        ) from None


def _require(columns: Mapping[str, Any], what: str, names: Sequence[str]) -> None:
    known = (*names, *OPTIONAL[what])
    for name in names:
        if name not in columns:
            raise ArgumentError(
                f"the {what} frame has no column {name!r} (it has {', '.join(columns)});"
                f" wanted {', '.join(known)}"
            )
    for name in columns:
        if name not in known:
            raise ArgumentError(
                f"the {what} frame has an unknown column {name!r}; {near(name, known)}"
            )
