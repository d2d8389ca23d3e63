"""Any bytes for judgments and runs: exit codes 0 to 4, never a bug, whatever the format."""

from __future__ import annotations

import faulthandler
import os
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from judged.errors import UnreadableError
from judged.ingestion.columns import FileKind
from judged.ingestion.formats import FORMATS
from judged.ingestion.inputs import Input, Ways
from judged.ingestion.prepare import prepare
from judged.store.store import Store
from tests.cli.collections import JUDGMENTS, PACKINGS, RUNS, content
from tests.property.contracts import TIMES
from tests.support import judged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# With JUDGED_FUZZ set each run of the tests tries other files.
SAME_FILES = not os.environ.get("JUDGED_FUZZ")

PIECES = [
    *(b"\n", b"\r", b"\r\n", b"\t", b" ", b",", b";", b"|", b'"', b'""', b"#", b"# ", b"\\", b"'"),
    *(b"{", b"}", b"[", b"]", b":", b"null", b"true", b"NaN", b"-Infinity", b"{}", b"[]", b"[[]]"),
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\xe9", b"\xf4\x8f\xbf\xbf", b"\x1b[2J"),
    *(b"1e400", b"0x1p3", b"1_000", b"2,9", b"9223372036854775808", b"-1", b"1.5", b"007", b"-0.0"),
    *(b"q1", b"qid", b"query_id", b"docno", b"score", b"rank", b"run", b"hits", b"grade", b"tag"),
    *(b"\x1f\x8b", b"BZh9", b"\x28\xb5\x2f\xfd", b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff"),
]


def mutated(files: dict[str, str | bytes]) -> st.SearchStrategy[bytes]:
    """Files of every format, cut, doubled, and with odd pieces put in or over them."""
    whole = st.sampled_from([content(text) for text in files.values()])

    def change(data: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
        for at, length, piece in edits:
            begin = at % (len(data) + 1)
            data = data[:begin] + piece + data[begin + length :]
        return data

    edit = st.tuples(
        st.integers(0, 2_000),
        st.integers(0, 40),
        st.one_of(st.sampled_from(PIECES), st.binary(max_size=6)),
    )
    return st.one_of(
        st.builds(change, whole, st.lists(edit, max_size=5)),
        st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join),
        st.binary(max_size=200),
    )


def packed() -> st.SearchStrategy[Callable[[bytes], bytes]]:
    return st.sampled_from([*[bytes] * 6, *PACKINGS.values()])


def options() -> st.SearchStrategy[list[str]]:
    """Words that change how files are read."""
    choices = [
        *(["--run-format", name] for name in FORMATS["run"]),
        *(["--qrels-format", name] for name in FORMATS["qrels"]),
        *([], [], [], ["--on-bad-line", "skip"], ["--columns", "query=qid,doc=docno"]),
        *(["--run-columns", "score=qid"], ["--max-unpacked", "100"], ["--order", "rank"]),
    ]
    return (
        st.lists(st.sampled_from(choices), max_size=2)
        .map(lambda parts: list({part[0]: part for part in parts if part}.values()))
        .map(lambda parts: [word for part in parts for word in part])
    )


# In seconds; an example takes less than one.
HANGING = 300


def no_bug(qrels: bytes, run: bytes, words: list[str]) -> None:
    """Runs a job, which ends the process, with a traceback, where it hangs."""
    faulthandler.dump_traceback_later(HANGING, exit=True)
    try:
        _no_bug(qrels, run, words)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _no_bug(qrels: bytes, run: bytes, words: list[str]) -> None:
    with TemporaryDirectory() as folder:
        paths = [Path(folder, "qrels"), Path(folder, "run")]
        for path, data in zip(paths, (qrels, run), strict=True):
            path.write_bytes(data)
        files = (str(paths[0]), f"mine={paths[1]}")
        outcome = judged("run", *files, "--db", ":memory:", "--unjudged", "zero", *words)
        assert outcome.code in range(5), outcome.stderr
        assert "Traceback" not in outcome.stderr
        assert "report it" not in outcome.stderr


def fuzzed(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        given_files = given(
            qrels=mutated(JUDGMENTS),
            run=mutated(RUNS),
            pack_qrels=packed(),
            pack_run=packed(),
            words=options(),
        )
        checked: Callable[..., None] = settings(
            max_examples=examples,
            deadline=None,
            derandomize=SAME_FILES,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )(given_files(function))
        return checked

    return decorate


@fuzzed(round(6 * TIMES))
def test_no_file_is_a_bug(
    qrels: bytes,
    run: bytes,
    pack_qrels: Callable[[bytes], bytes],
    pack_run: Callable[[bytes], bytes],
    words: list[str],
) -> None:
    no_bug(pack_qrels(qrels), pack_run(run), words)


@pytest.mark.slow
@fuzzed(600)
def test_no_file_of_many_is_a_bug(
    qrels: bytes,
    run: bytes,
    pack_qrels: Callable[[bytes], bytes],
    pack_run: Callable[[bytes], bytes],
    words: list[str],
) -> None:
    no_bug(pack_qrels(qrels), pack_run(run), words)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def no_bug_of_detection(store: Store, data: bytes) -> None:
    """Looks at a file as both kinds: it is told, or refused in words."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "any")
        path.write_bytes(data)
        for kind in get_args(FileKind):
            with ExitStack() as stack, suppress(UnreadableError):
                prepare(stack, store, Input(str(path)), kind, Ways())


# Looking at a file costs a hundredth of reading and scoring it.
@given(data=st.one_of(mutated(JUDGMENTS), mutated(RUNS)), pack=packed())
@example(data=b'{"\nqid": "q1", "judgments": [{"docid": "a", "grade": 3}]}', pack=bytes)
@example(data=b'{"q\\xid": "q1", "judgments": [{"docid": "a", "grade": 3}]}', pack=bytes)
@settings(max_examples=round(150 * TIMES), deadline=None, derandomize=SAME_FILES)
def test_no_file_is_a_bug_of_detection(
    store: Store, data: bytes, pack: Callable[[bytes], bytes]
) -> None:
    no_bug_of_detection(store, pack(data))


@pytest.mark.slow
@given(data=st.one_of(mutated(JUDGMENTS), mutated(RUNS)), pack=packed())
@settings(max_examples=10_000, deadline=None, derandomize=SAME_FILES)
def test_no_file_of_many_is_a_bug_of_detection(
    store: Store, data: bytes, pack: Callable[[bytes], bytes]
) -> None:
    no_bug_of_detection(store, pack(data))


@fuzzed(round(6 * TIMES))
def test_good_judgments_and_any_run(
    qrels: bytes,
    run: bytes,
    pack_qrels: Callable[[bytes], bytes],
    pack_run: Callable[[bytes], bytes],
    words: list[str],
) -> None:
    """Judgments that are read let every run come to validation and scoring."""
    pairs = zip(words[::2], words[1::2], strict=True)
    about_runs = [word for pair in pairs if "qrels" not in pair[0] for word in pair]
    no_bug(content(JUDGMENTS["trec"]), pack_run(run), about_runs)
