"""The same files give the same bits, however many threads read them and in whatever order."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import judged
from judged.store.store import Store
from tests.support import few

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

QUERIES, DOCUMENTS, RUNS = 200, 50, 3
CONTRACTS: dict[str, dict[str, Any]] = {
    "plain": {"gain": "exponential"},
    "averaged": {"ties": "average", "gain": {1: "0.3", 2: "0.7", 3: "1.9", 4: "3.1"}},
    "condensed": {"unjudged": "drop", "universe": "retrieved", "score_precision": "float32"},
}


class Files(NamedTuple):
    """The lines of a collection."""

    qrels: list[str]
    runs: dict[str, list[str]]

    def write(self, folder: Path) -> tuple[Path, dict[str, Path]]:
        folder.mkdir()
        qrels = folder / "qrels"
        qrels.write_text("".join(self.qrels), encoding="utf-8", newline="\n")
        for name, lines in self.runs.items():
            (folder / name).write_text("".join(lines), encoding="utf-8", newline="\n")
        return qrels, {name: folder / name for name in self.runs}

    def shuffled(self, seed: int) -> Files:
        chance = random.Random(seed)
        qrels = chance.sample(self.qrels, len(self.qrels))
        return Files(qrels, {n: chance.sample(ls, len(ls)) for n, ls in self.runs.items()})


def collection(queries: int, documents: int, runs: int) -> Files:
    """Graded judgments of half the documents, and runs with many ties, some only as float32."""
    chance = random.Random(7)
    names = [f"d{number}" for number in range(2 * documents)]
    scores = [1 / 3, 1 / 3 + 1e-12, 0.1, 2.5, *(chance.random() for _ in range(documents))]
    return Files(
        [
            f"q{query} 0 {doc} {chance.randint(0, 4)}\n"
            for query in range(queries)
            for doc in chance.sample(names, documents)
        ],
        {
            f"run{run}": [
                f"q{query} Q0 {doc} 1 {chance.choice(scores)!r} run{run}\n"
                for query in range(queries)
                for doc in chance.sample(names, documents)
            ]
            for run in range(runs)
        },
    )


def contract_of(**fields: Any) -> judged.Contract:
    common = {"cutoffs": [5, 10, "all"], "unjudged": "zero", "grades": "any"}
    return judged.Contract(**common | fields)


def exported(store: Store, table: str = "query_scores") -> bytes:
    """The table as CSV; the shortest text that gives a number back tells every bit of it."""
    order = "run_id, k" if table == "run_scores" else "run_id, query_id, k"
    frame = store.sql(f"select * exclude (evaluation_id) from {table} order by {order}")
    return frame.write_csv().encode()


def scored(
    files: Files, folder: Path, contract: judged.Contract, *, threads: int = 2, at_once: bool = True
) -> tuple[bytes, bytes]:
    """Query and run scores of a new store, exported."""
    qrels, runs = files.write(folder)
    with Store.open(":memory:") as store:
        store.rows(f"set threads = {threads}")
        # Threads share tables of any size, not only those of 122,880 rows and more.
        store.rows("pragma verify_parallelism")
        groups: Sequence[dict[str, Path]] = (
            [runs] if at_once else [{name: path} for name, path in reversed(runs.items())]
        )
        for group in groups:
            judged.evaluate(qrels, group, contract, store=store)
        return exported(store), exported(store, "run_scores")


@pytest.fixture(scope="module")
def files() -> Files:
    return collection(QUERIES, DOCUMENTS, RUNS)


@pytest.fixture(scope="module", params=list(CONTRACTS))
def contract(request: pytest.FixtureRequest) -> judged.Contract:
    return contract_of(**CONTRACTS[request.param])


@pytest.fixture(scope="module")
def expected(
    files: Files, contract: judged.Contract, tmp_path_factory: pytest.TempPathFactory
) -> tuple[bytes, bytes]:
    """What one thread makes of the files as they are."""
    return scored(files, tmp_path_factory.mktemp("bits") / "files", contract, threads=1)


@pytest.mark.parametrize("threads", few([2, 4], 4))
def test_threads_change_no_bit(
    tmp_path: Path,
    files: Files,
    contract: judged.Contract,
    expected: tuple[bytes, bytes],
    threads: int,
) -> None:
    assert scored(files, tmp_path / "again", contract, threads=threads) == expected


def test_shuffled_lines_change_no_bit(
    tmp_path: Path, files: Files, contract: judged.Contract, expected: tuple[bytes, bytes]
) -> None:
    assert files.shuffled(1) != files
    assert scored(files.shuffled(1), tmp_path / "again", contract) == expected


def test_runs_scored_one_by_one_have_the_same_bits(
    tmp_path: Path, files: Files, contract: judged.Contract, expected: tuple[bytes, bytes]
) -> None:
    assert scored(files, tmp_path / "again", contract, at_once=False) == expected


@pytest.mark.slow
def test_the_order_of_lines_is_kept_in_a_file_of_several_buffers(tmp_path: Path) -> None:
    # Threads read 32 MB each; a million lines are more than that.
    files = collection(queries=2_000, documents=500, runs=1)
    contract = contract_of(order="line")
    first = scored(files, tmp_path / "first", contract, threads=1)
    assert scored(files, tmp_path / "again", contract, threads=4) == first
