"""Measure whole commands in turn with their peers, on the same files and machine.

    python tests/benchmarks/generate.py DIR
    python tests/benchmarks/compare.py DIR/qrels.txt DIR/run0.txt --rounds 5

Each round runs every command once, in order, in a process of its own; the table gives medians of
wall clock and of peak memory, and the time of `judged run` as a ratio to that of each command.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import resource

PROJECT = Path(__file__).resolve().parents[2]

PYTREC_EVAL = """
import sys, pytrec_eval
measures = {"ndcg_cut." + sys.argv[1]}
qrels = pytrec_eval.parse_qrel(open(sys.argv[2]))
evaluator = pytrec_eval.RelevanceEvaluator(qrels, measures)
for path in sys.argv[3:]:
    scores = evaluator.evaluate(pytrec_eval.parse_run(open(path)))
    for name in sorted(next(iter(scores.values()))):
        print(path, name, sum(score[name] for score in scores.values()) / len(scores))
"""

IR_MEASURES = """
import sys, ir_measures
from ir_measures import nDCG
measures = [nDCG @ int(k) for k in sys.argv[1].split(",")]
evaluator = ir_measures.evaluator(measures, list(ir_measures.read_trec_qrels(sys.argv[2])))
for path in sys.argv[3:]:
    print(path, evaluator.calc_aggregate(ir_measures.read_trec_run(path)))
"""

RANX = """
import sys, ranx
measures = [f"ndcg@{k}" for k in sys.argv[1].split(",")]
qrels = ranx.Qrels.from_file(sys.argv[2], kind="trec")
for path in sys.argv[3:]:
    run = ranx.Run.from_file(path, kind="trec")
    print(path, ranx.evaluate(qrels, run, measures, make_comparable=True))
"""

PEERS = {"pytrec_eval": PYTREC_EVAL, "ir_measures": IR_MEASURES, "ranx": RANX}


@dataclass
class Command:
    """One command with what it took, round by round: seconds, and megabytes at the peak.

    Attributes:
        path: where Python looks for packages that are not installed.
    """

    name: str
    words: list[str]
    path: str = ""
    seconds: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)

    def run(self, folder: Path) -> None:
        for path in folder.iterdir():
            path.unlink()
        begin = time.perf_counter()
        process = subprocess.Popen(
            self.words,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": self.path},
        )
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds.append(time.perf_counter() - begin)
        self.megabytes.append(_megabytes(usage))
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{self.name} failed with exit code {process.returncode}")


def _megabytes(usage: resource.struct_rusage) -> float:
    """Peak resident memory; Linux counts it in KiB, macOS in bytes."""
    return usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def commands(qrels: str, runs: list[str], given: argparse.Namespace) -> list[Command]:
    """The commands that can be measured: of peers those that are installed."""
    judged, peers = given.judged or sys.executable, given.peers or sys.executable
    fixed = ["--preset", "trec_eval", "--db", "bench.duckdb", "--format", "json"]
    if given.memory_limit:
        fixed += ["--memory-limit", given.memory_limit]
    k = given.cutoffs
    words = [judged, "-m", "judged", "run", qrels, *runs, "-k", k, *fixed]
    tree = f"{PROJECT / 'pipeline'}{os.pathsep}{PROJECT / 'schemas'}"
    found = [Command("judged run", words, "" if given.judged else tree)]
    if given.trec_eval:
        loop = f'for run in "$@"; do {given.trec_eval} -q -m ndcg_cut.{k} {qrels} "$run"; done'
        found.append(Command("trec_eval", ["sh", "-c", loop, "sh", *runs]))
    for name, script in PEERS.items():
        if subprocess.run([peers, "-c", f"import {name}"], capture_output=True).returncode == 0:
            found.append(Command(name, [peers, "-c", script, k, qrels, *runs]))
        else:
            print(f"{name} is not installed: left out")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure judged and its peers in turn.")
    parser.add_argument("qrels")
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--cutoffs", default="10,100")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", help="names of commands, comma-separated")
    parser.add_argument("--judged", metavar="PYTHON", help="one that has judged and no peers")
    parser.add_argument("--peers", metavar="PYTHON", help="one that has them; else this one")
    parser.add_argument("--memory-limit", metavar="SIZE", help="of judged run, such as 4GB")
    parser.add_argument("--trec-eval", metavar="FILE", help="a trec_eval binary, if there is one")
    given = parser.parse_args()
    qrels = str(Path(given.qrels).absolute())
    runs = [str(Path(run).absolute()) for run in given.runs]
    measured = [
        command
        for command in commands(qrels, runs, given)
        if given.only is None or command.name in given.only.split(",")
    ]
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(given.rounds):
            for command in measured:
                command.run(Path(folder))
    base = statistics.median(measured[0].seconds)
    print(f"{'command':<14}{'median s':>10}{'min s':>8}{'max s':>8}{'peak MB':>9}{'ratio':>7}")
    for command in measured:
        median = statistics.median(command.seconds)
        print(
            f"{command.name:<14}{median:>10.2f}{min(command.seconds):>8.2f}"
            f"{max(command.seconds):>8.2f}{statistics.median(command.megabytes):>9.0f}"
            f"{base / median:>7.2f}"
        )


if __name__ == "__main__":
    main()
