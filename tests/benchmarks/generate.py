"""Write a qrels file and run files of any size, the same bytes on every machine.

    python tests/benchmarks/generate.py DIR --queries 6980 --documents 1000 --judged 100 --runs 1

The defaults give the 7-million-line job: 6,980 queries x 1,000 documents, 698,000 judgments.
Every value comes from integer arithmetic on the query and rank, so no random generator is needed:
`mix` is the finaliser of splitmix64 (Steele, Lea & Flood 2014), a fixed scrambling of 64 bits.
"""

from __future__ import annotations

import argparse
from pathlib import Path

MASK = (1 << 64) - 1
COLLECTION = 8_841_823  # passages in MS MARCO v1, so ids look like the real ones


def mix(number: int) -> int:
    number = (number + 0x9E3779B97F4A7C15) & MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


def document(query: int, slot: int) -> int:
    """A document id; one query has no id twice, for the stride is coprime to the size."""
    return (mix(query) + slot * 7_919) % COLLECTION


def write_qrels(path: Path, queries: int, judged: int) -> None:
    """`judged` documents a query, every eighth slot of the run and beyond; grades 0 to 3."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for query in range(queries):
            file.writelines(
                f"{1_000_000 + query} 0 {document(query, 8 * slot)} {mix(query * 131 + slot) % 4}\n"
                for slot in range(judged)
            )


def write_run(path: Path, queries: int, documents: int, run: int) -> None:
    """`documents` hits a query in rank order, scores falling, a few ties."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for query in range(queries):
            shift = mix(query * 977 + run) % documents if run else 0
            file.writelines(
                f"{1_000_000 + query} Q0 {document(query, (rank + shift) % (documents + run))}"
                f" {rank + 1} {40 - (rank - rank % 7 % 2) * 0.013:.6f} run{run}\n"
                for rank in range(documents)
            )


def main() -> None:
    parser = argparse.ArgumentParser(description="Write files for benchmarks.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--queries", type=int, default=6_980)
    parser.add_argument("--documents", type=int, default=1_000)
    parser.add_argument("--judged", type=int, default=100)
    parser.add_argument("--runs", type=int, default=1)
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    write_qrels(arguments.directory / "qrels.txt", arguments.queries, arguments.judged)
    for run in range(arguments.runs):
        path = arguments.directory / f"run{run}.txt"
        write_run(path, arguments.queries, arguments.documents, run)


if __name__ == "__main__":
    main()
