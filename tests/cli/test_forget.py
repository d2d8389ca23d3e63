"""judged forget: what depends on a source is said, and goes with it; nothing else changes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import chdir, suppress
from pathlib import Path
from typing import Any

import duckdb
import pytest

import judged as api
from judged.store import forgetting
from judged.store.store import Store
from tests.cli.helpers import QRELS, RUN, environment, findings, put, put_collection, rows
from tests.support import few, judged

# What a job writes of itself.
LOGS = {"jobs", "store_version"}
TIMES = ("ingested_at", "created_at")
VIEWS = ("qrels", "runs", "newest_evaluations", "current_scores", "latest_run_scores")


def contents() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table and view but the log of jobs, in order; names by kind of source."""
    with Store.open("judged.duckdb", read_only=True) as store:
        tables = {name for (name,) in store.rows("select table_name from duckdb_tables()")} - LOGS
        found = {name: store.dicts(f"select * from {name} order by rowid") for name in tables}
        found |= {name: store.dicts(f"select * from {name} order by all") for name in VIEWS}
        found["source_names"] = store.dicts(
            "select s.kind, n.* from source_names as n inner join sources as s"
            " on n.source_id = s.source_id order by s.kind, n.rowid"
        )
    return found


def without_places(found: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """The contents without line_order, which is another after rows were taken out and put in."""
    return {
        name: [
            {key: row[key] for key in row if key not in (*TIMES, "line_order")} for row in of_name
        ]
        for name, of_name in found.items()
    }


def shown() -> list[Any]:
    """What report, explain and sources show."""
    words = [("report",), ("report", "tag"), ("explain", "tag", "q1"), ("sources",)]
    return [judged(*line, "--format", "json").json for line in words]


def fill() -> None:
    """Two runs under two contracts, one of them refused under the second."""
    put_collection()
    put(
        "pair.txt",
        RUN.replace("tag", "one")
        + "q1 Q0 u 9 0.5 two\nq2 Q0 u 9 0.5 two\nq1 Q0 a 9 0.1 two\nq2 Q0 b 9 0.1 two\n",
    )
    assert judged("run", "qrels.txt", "run.txt", "pair.txt", "--unjudged", "zero").code == 0
    assert judged("run", "qrels.txt", "run.txt", "-k", "2").code == 0


@pytest.fixture(scope="module")
def _filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("filled")
    with chdir(made):
        fill()
    return made


@pytest.fixture
def filled(folder: Path, _filled: Path) -> Path:
    """The current folder, with what `fill` leaves."""
    shutil.copytree(_filled, folder, dirs_exist_ok=True)
    return folder


OTHERS: dict[str, tuple[tuple[str, str], tuple[str, ...], str]] = {
    "run": (("new.txt", RUN.replace("tag", "new")), ("run", "qrels.txt", "new.txt"), "new"),
    "version": (("x/run.txt", RUN.replace("9.5", "9.75")), ("run", "qrels.txt", "x/run.txt"), "4"),
    "qrels": (
        ("gold.txt", "q1 0 b 2\n"),
        ("run", "gold.txt", "run.txt", "--unjudged", "zero"),
        "gold",
    ),
    "queries": (
        ("list.txt", "q1\n"),
        ("run", "qrels.txt", "run.txt", "--queries", "list.txt"),
        "list",
    ),
    "unreadable": (
        ("bad.json", "{}"),
        ("run", "qrels.txt", "run.txt", "bad.json", "-k", "3"),
        "bad.json",
    ),
    "rejected": (
        ("odd.txt", "# a remark\nq1 Q0 a 1 nan odd\nq1 Q0 b 1 1 odd\n"),
        ("run", "qrels.txt", "odd.txt"),
        "odd",
    ),
}


KINDS = ("run", "version", "qrels", "rejected")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("kind", few(KINDS, "version", "rejected"))
def test_ingest_and_forget_leave_everything_as_it_was(kind: str) -> None:
    before, before_shown = contents(), shown()
    (file, text), words, name = OTHERS[kind]
    put(file, text)
    assert judged(*words).code in (0, 1)
    assert contents() != before
    outcome = judged("forget", name, "--yes")
    assert outcome.code == 0, outcome.stderr
    assert contents() == before
    assert shown() == before_shown


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("kind", ["queries", "unreadable"])
def test_what_is_evaluated_beside_others_goes_alone(kind: str) -> None:
    before = contents()
    (file, text), words, name = OTHERS[kind]
    put(file, text)
    assert judged(*words).code in (0, 1)
    assert judged("forget", name, "--yes").code == 0
    after = contents()
    names = {row["evaluation_id"] for row in before["evaluations"]}
    assert {row["evaluation_id"] for row in after["evaluations"]} >= names
    for table in (
        "sources",
        "source_names",
        "queries",
        "unreadable_files",
        "run_sources",
        "run_lines",
    ):
        assert after[table] == before[table], table


def unjudged_line(run: str) -> int:
    """Where validation now finds the document u in a file."""
    assert judged("validate", run).code == 1
    (found,) = findings(judged("report", run, "--format", "json"), "unjudged-document")
    (place,) = found["examples"]
    assert place["file"] == f"{run}.txt"
    return int(place["line_number"])


def test_sources_in_the_middle_leave_the_line_numbers_of_others_right() -> None:
    put_collection()
    put("odd.txt", "# a remark\nq1 Q0 a 1 1.0 odd\nq1 Q0 u 2 0.5 odd\n")
    put("last.txt", RUN.replace("tag", "last") + "# a remark\nq1 Q0 u 4 1 last\n")
    assert judged("ingest", "--qrels", "qrels.txt", "run.txt", "odd.txt", "last.txt").code == 0
    assert unjudged_line("last") == 5
    for name in ("run", "odd"):
        assert judged("forget", name, "--yes").code == 0
    assert unjudged_line("last") == 5
    assert judged("ingest", "odd.txt").code == 0
    assert (unjudged_line("odd"), unjudged_line("last")) == (3, 5)


@pytest.mark.usefixtures("filled")
def test_the_same_bytes_can_be_ingested_again_and_score_the_same() -> None:
    before = without_places(contents())
    scores = rows("select * from query_scores order by all")
    assert judged("forget", "qrels", "--yes").code == 0
    assert rows("select count(*) as n from evaluations") == [{"n": 0}]
    assert judged("forget", "run", "pair", "--yes").code == 0
    after = contents()
    assert {name: found for name, found in after.items() if found} == {}
    fill()
    assert without_places(contents()) == before
    assert rows("select * from query_scores order by all") == scores


@pytest.mark.usefixtures("filled")
def test_what_goes_is_said_before_it_goes() -> None:
    before = contents()
    outcome = judged("forget", "pair")
    # Of two runs at k = 10: one and two, each with a score for its one judged query.
    assert (outcome.code, outcome.stdout) == (2, "")
    told = outcome.stderr.replace("judged: ", "")
    assert "source 2: " not in told
    assert "source 3: run pair.txt (7 rows, 0 rejected lines)\n" in told
    assert "  run 'one', version " in told
    assert "  run 'two', version " in told
    assert "  2 evaluations (2 scored): 2 scores of queries, 2 of runs, " in told
    assert told.endswith("nothing was removed; --yes removes it\n")
    assert contents() == before
    removed = judged("forget", "pair", "--yes").stderr.replace("judged: ", "")
    assert "  2 evaluations (2 scored): 2 scores of queries, 2 of runs, " in removed
    assert removed.endswith("removed 1 source\n")


def test_a_run_of_several_files_goes_with_one_of_them() -> None:
    put_collection()
    put("other.txt", "q2 Q0 a 1 1.0 x\n")
    put("third.txt", "q1 Q0 a 1 1.0 third\nq1 Q0 b 1 0.5 third\n")
    words = (
        "run",
        "qrels.txt",
        "whole=run.txt",
        "whole=other.txt",
        "third.txt",
        "--unjudged",
        "zero",
    )
    assert judged(*words).code == 0
    outcome = judged("forget", "2", "--yes")
    assert outcome.code == 0
    assert "although 1 other source of it stay" in outcome.stderr
    assert "1 source without a run from then on (3): ingest them again to" in outcome.stderr
    assert rows("select distinct run_id from evaluations") == [{"run_id": "third"}]
    assert [row["source_id"] for row in rows("select source_id from sources order by all")] == [
        1,
        3,
        4,
    ]
    assert judged("ingest", "whole=other.txt").code == 0
    assert rows("select run_id, source_id from run_sources where source_id = 3") == [
        {"run_id": "whole", "source_id": 3}
    ]


@pytest.mark.usefixtures("filled")
def test_a_name_of_several_versions_is_refused_with_their_ids() -> None:
    put("run.txt", RUN + "q2 Q0 a 1 1 tag\n")
    assert judged("ingest", "run.txt").code == 0
    before = contents()
    outcome = judged("forget", "tag", "--yes")
    assert outcome.code == 2
    assert "'tag' stands for 2 sources: 2 (run run.txt, sha256 " in outcome.stderr
    assert "; 4 (run run.txt, sha256 " in outcome.stderr
    assert ", the newest); choose by id, or all of them by --all-versions" in outcome.stderr
    assert contents() == before
    assert judged("forget", "tag", "--all-versions", "--yes").code == 0
    assert [row["source_id"] for row in rows("select source_id from sources order by all")] == [
        1,
        3,
    ]


def test_a_name_of_several_kinds_is_never_taken_for_all() -> None:
    put("a/same.txt", QRELS)
    put("b/same.txt", RUN)
    assert judged("run", "a/same.txt", "b/same.txt").code == 0
    outcome = judged("forget", "same", "--all-versions", "--yes")
    assert outcome.code == 2
    assert "'same' stands for 2 sources" in outcome.stderr
    assert "by --all-versions" not in outcome.stderr
    assert len(rows("from sources")) == 2


def test_a_number_that_is_an_id_and_a_name_is_refused() -> None:
    put_collection()
    assert judged("run", "qrels.txt", "1=run.txt").code == 0
    outcome = judged("forget", "1", "--yes")
    assert outcome.code == 2
    assert "'1' stands for 2 sources: 1 (qrels qrels.txt" in outcome.stderr
    assert judged("forget", "2", "--yes").code == 0


@pytest.mark.usefixtures("filled")
def test_an_unknown_source_removes_nothing_of_the_others() -> None:
    outcome = judged("forget", "run", "rnu", "--yes")
    assert outcome.code == 2
    assert "no source 'rnu'; did you mean 'run'?" in outcome.stderr
    assert len(rows("from sources")) == 3


@pytest.mark.usefixtures("filled")
def test_forgetting_is_a_job() -> None:
    assert judged("forget", "pair", "--yes", "--label", "tidy").code == 0
    assert judged("forget", "none", "--yes").code == 2
    found = rows("select label, command, exit_code from jobs order by job_id desc limit 2")
    assert found == [
        {"label": None, "command": "judged forget none --yes", "exit_code": 2},
        {"label": "tidy", "command": "judged forget pair --yes --label tidy", "exit_code": 0},
    ]


def test_a_file_that_was_mended_waits_again_when_the_mended_one_goes() -> None:
    put_collection()
    put("x.txt", "{}\n")
    assert judged("run", "qrels.txt", "run.txt", "x.txt").code == 1
    before = shown()
    put("x.txt", RUN.replace("tag", "x"))
    assert judged("ingest", "x.txt").code == 0
    assert [run["run_id"] for run in judged("report", "--format", "json").json["runs"]] == ["tag"]
    assert judged("forget", "4", "--yes").code == 0
    assert shown() == before


def test_a_mended_file_stays_mended_as_long_as_one_stands_in_its_place() -> None:
    put_collection()
    put("x.txt", "{}\n")
    assert judged("run", "qrels.txt", "run.txt", "x.txt").code == 1
    for score in ("1", "2"):
        put("x.txt", f"q1 Q0 a 1 {score} x\nq1 Q0 b 2 0.5 x\n")
        assert judged("ingest", "x.txt").code == 0
    assert judged("forget", "4", "--yes").code == 0
    assert rows("select is_mended from unreadable_files") == [{"is_mended": True}]
    assert judged("forget", "5", "--yes").code == 0
    assert rows("select is_mended from unreadable_files") == [{"is_mended": False}]


@pytest.mark.usefixtures("filled")
def test_a_failure_midway_removes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents()
    with monkeypatch.context() as patched:
        patched.setattr(forgetting, "OF_SOURCES", (*forgetting.OF_SOURCES, "no_such_table"))
        assert judged("forget", "pair", "--yes").code == 70
    assert contents() == before
    assert judged("forget", "pair", "--yes").code == 0


KILLED = """
import os, signal, sys
from judged.cli import main
from judged.store import forgetting
whole = forgetting._wait_again
def killed(*arguments):
    whole(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
forgetting._wait_again = killed
main(["forget", "pair", "--yes"])
"""


@pytest.mark.usefixtures("filled")
def test_kill_9_midway_removes_nothing() -> None:
    before = contents()
    done = subprocess.run([sys.executable, "-c", KILLED], env=environment(), check=False)
    assert done.returncode == -signal.SIGKILL
    assert contents() == before
    assert judged("forget", "pair", "--yes").code == 0


def test_every_table_of_sources_and_evaluations_is_forgotten() -> None:
    # By other keys: run_sources by the version of the run, run_lines by run_parts.
    with Store.open(":memory:") as store:
        for column, tables in (
            ("source_id", {*forgetting.OF_SOURCES, "run_sources", *forgetting.OF_EVALUATIONS}),
            ("evaluation_id", set(forgetting.OF_EVALUATIONS)),
        ):
            found = store.rows(
                "select t.table_name from duckdb_columns() as c inner join duckdb_tables() as t"
                " on c.table_oid = t.table_oid where c.column_name = $column and not t.temporary",
                column=column,
            )
            assert {table for (table,) in found} - tables == set()


@pytest.mark.usefixtures("filled")
def test_python_sees_that_it_is_gone() -> None:
    assert judged("forget", "pair", "--yes").code == 0
    with api.open_store("judged.duckdb") as store:
        assert store.rows("select distinct run_id from current_scores") == [("tag",)]


pty = pytest.importorskip("pty", reason="terminals of this kind are POSIX's")


def on_a_terminal(answer: str, *words: str) -> tuple[int, str]:
    """The exit code, and what a person sees who gives an answer."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "judged", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="dumb"),
    ) as process:
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # the end of a terminal is an error on Linux
            while part := os.read(ours, 4096):
                seen += part
                if b"[y/N]" in part:
                    os.write(ours, answer.encode() + b"\n")
    os.close(ours)
    return process.returncode, seen.decode()


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("answer", "code", "left"), few([("y", 0, 2), ("n", 2, 3), ("", 2, 3)], ("n", 2, 3))
)
def test_a_person_on_a_terminal_is_asked(answer: str, code: int, left: int) -> None:
    found, seen = on_a_terminal(answer, "forget", "pair")
    assert seen.index("source 3: run pair.txt") < seen.index("remove all this?")
    assert (found, len(rows("from sources"))) == (code, left), seen


@pytest.mark.usefixtures("filled")
def test_what_changes_while_a_person_thinks_is_not_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    def agrees() -> bool:
        with duckdb.connect("judged.duckdb") as connection:
            connection.execute("delete from findings")
        return True

    monkeypatch.setattr("judged.housekeeping._agrees", agrees)
    before = len(rows("from findings"))
    assert before
    outcome = judged("forget", "pair")
    assert outcome.code == 4
    assert (
        "judged.duckdb: changed by another process meanwhile; nothing was removed" in outcome.stderr
    )
    assert len(rows("from sources")) == 3


def test_a_database_that_is_not_there_is_4() -> None:
    assert judged("forget", "1", "--yes", "--db", "none.duckdb").code == 4
    assert not Path("none.duckdb").exists()
