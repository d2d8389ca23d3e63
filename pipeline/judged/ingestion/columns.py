"""Which column of a file holds what: by names that are known, or as the caller says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from judged.errors import ArgumentError, near

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FileKind = Literal["qrels", "run"]

# What a row may hold, and the names of columns that are known to hold it: those before the bar mean
# nothing else, those behind it do where none of the first is there. PyTerrier writes a query's text
# as `query` beside its qid, and a number of its own as `docid` beside the docno.
_QUERY = "query_id queryid qid q_id topic_id topicid | query topic"
_DOC = "doc_id docno doc_no document_id corpus_id passage_id pid | docid doc document passage"
KNOWN: dict[FileKind, dict[str, str]] = {
    "qrels": {
        "query": _QUERY,
        "doc": _DOC,
        "grade": "grade relevance rel label judgment judgement | score rating",
        "iteration": "iteration iter | assessor annotator",
        "documents": "documents docs hits results | judgments qrels",
    },
    "run": {
        "query": _QUERY,
        "doc": _DOC,
        "score": "score | sim similarity",
        "rank": "rank | position",
        "run": "run_id runid run_name run_tag | run tag system",
        "documents": "documents docs hits results | ranking doc_ids docids",
    },
}
COLUMNS = tuple(dict.fromkeys(field for fields in KNOWN.values() for field in fields))


class ColumnsError(ValueError):
    """Columns do not hold what they should; the message says what is missing, or unclear.

    Attributes:
        names: those of the columns that may be one another.
    """

    def __init__(self, message: str, names: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.names = names


@dataclass(frozen=True)
class Columns:
    """The columns of one file that are read.

    Attributes:
        of: the column's name, as the file has it, by what it holds.
        unused: the other columns.
    """

    of: Mapping[str, str]
    unused: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As `--columns` takes it, and as people read it."""
        return ",".join(f"{field}={name}" for field, name in sorted(self.of.items()))

    @classmethod
    def found(
        cls, kind: FileKind, names: Sequence[str], given: Mapping[str, str], *wanted: str
    ) -> Columns:
        """Finds what a file of a kind may hold among the names of its columns.

        Args:
            kind: qrels or run.
            names: of the columns, as the file has them.
            given: names that the caller told, by what the columns hold.
            wanted: what must be there.

        Raises:
            ColumnsError: a told column is not there, a wanted one is not known, or two may be it.
        """
        of = {
            field: name
            for field in KNOWN[kind]
            if (name := _given(field, names, given) or _known(kind, field, names, given))
        }
        missing = next((field for field in wanted if field not in of), None)
        if missing is not None:
            raise ColumnsError(
                f"no column is known to hold the {missing} (there are {_listed(names)});"
                f" name it with --columns {missing}=NAME"
            )
        unused = tuple(name for name in names if name not in of.values())
        return cls(of, unused)


def knows(kind: FileKind, field: str, names: Iterable[str], given: Mapping[str, str]) -> bool:
    """Whether one of these names is known, or told, to be that of a column."""
    known = KNOWN[kind][field].split()
    return any(_plain(name) in known or name == given.get(field) for name in names)


def _given(field: str, names: Sequence[str], given: Mapping[str, str]) -> str | None:
    name = given.get(field)
    if name is not None and name not in names:
        raise ColumnsError(f"--columns {field}={name}: no such column; {near(name, names)}")
    return name


def _known(
    kind: FileKind, field: str, names: Sequence[str], given: Mapping[str, str]
) -> str | None:
    """The column of a known name that nobody told to be another one."""
    for known in KNOWN[kind][field].split("|"):
        found = [
            name for name in names if _plain(name) in known.split() and name not in given.values()
        ]
        if len(found) > 1:
            told = (
                f"two columns are called {found[0]!r}; give each a name of its own"
                if len(set(found)) == 1
                else f"the {field} may be in column {' or '.join(map(repr, found))};"
                f" say which with --columns {field}=NAME"
            )
            raise ColumnsError(told, found)
        if found:
            return found[0]
    return None


def _plain(name: str) -> str:
    """A name without what differs between ways to write it: query-id, Query_ID, "query id"."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def _listed(names: Sequence[str]) -> str:
    more = f", ... ({len(names)} in all)" if len(names) > 20 else ""
    return ", ".join(map(repr, names[:20])) + more


def told_columns(option: str, words: Iterable[str]) -> dict[str, str]:
    """What `--columns` and its like say: "query=qid,doc=docno", and again.

    Raises:
        ArgumentError: a part is not FIELD=NAME, or tells a field twice.
    """
    told: dict[str, str] = {}
    for part in (part for word in words for part in word.split(",")):
        field, sign, name = part.partition("=")
        if not sign or not name:
            raise ArgumentError(f"{option}: {part!r} is not FIELD=NAME, such as query=qid")
        if field not in COLUMNS:
            raise ArgumentError(f"{option}: {field!r} is unknown; {near(field, COLUMNS)}")
        if field in told:
            raise ArgumentError(f"{option}: {field} is told twice; tell it once")
        told[field] = name
    return told
