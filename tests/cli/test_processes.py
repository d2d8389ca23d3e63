"""What only a real process can show: pipes, Ctrl-C, and what a terminal gets."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.benchmarks import generate
from tests.cli.helpers import BAC, QRELS, RUN, environment, put, put_collection, rows, start
from tests.support import judged

pty = pytest.importorskip("pty", reason="terminals of this kind are POSIX's")

# Real processes, one after the other.
pytestmark = pytest.mark.slow

SLOW = "select count(*) from range(1000000) as a, range(1000000) as b where a.range + b.range = 7"


def exit_into_a_closed_pipe(*words: str) -> tuple[int, str]:
    """The exit code, and standard error, of a process whose reader is gone before it writes."""
    reader, writer = os.pipe()
    os.close(reader)
    with start(*words, stdout=writer) as process:
        os.close(writer)
        error = process.communicate()[1]
    return process.returncode, error.decode()


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize("words", [("--help",), ("sql", "from range(9)"), ("report",)])
def test_a_closed_pipe_is_no_error(words: tuple[str, ...]) -> None:
    code, error = exit_into_a_closed_pipe(*words)
    assert "Traceback" not in error
    assert code == 0


def test_a_closed_pipe_is_no_bug_in_table_jobs() -> None:
    put_collection()
    exit_into_a_closed_pipe("run", "qrels.txt", "run.txt")
    assert rows("select exit_code from jobs") == [{"exit_code": 0}]


@pytest.mark.usefixtures("evaluated")
def test_a_reader_that_stops_early_gets_whole_lines_and_no_traceback() -> None:
    with start("sql", "from range(300000)", "--format", "csv", bufsize=0) as process:
        assert process.stdout is not None
        assert process.stdout.read(10) == b"range\n0\n1\n"
        process.stdout.close()
        assert process.stderr is not None
        error = process.stderr.read().decode()
    assert process.returncode == 0
    assert error == "judged: database: judged.duckdb\n"


def interrupted(process: subprocess.Popen[bytes]) -> tuple[int | None, str]:
    """Sends Ctrl-C's signal; the exit code (None if it goes on) and standard error."""
    process.send_signal(signal.SIGINT)
    try:
        code: int | None = process.wait(timeout=8)
    except subprocess.TimeoutExpired:
        code = None
        process.kill()
    assert process.stderr is not None
    return code, process.stderr.read().decode()


@pytest.mark.usefixtures("evaluated")
def test_ctrl_c_while_duckdb_works_is_130() -> None:
    with start("sql", SLOW, bufsize=0) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"judged: database: judged.duckdb\n"
        time.sleep(1.5)
        code, error = interrupted(process)
    assert "Traceback" not in error
    assert "interrupted" in error
    assert code == 130


def test_ctrl_c_while_waiting_for_standard_input_is_130() -> None:
    put_collection()
    with start("run", "-", "run.txt", stdin=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        # More than a pipe holds: when it is written, the process is reading.
        process.stdin.write(b"# a comment\n" * 30_000)
        time.sleep(2)
        code, error = interrupted(process)
    assert code == 130
    assert "interrupted" in error


def test_standard_input_from_a_pipe_is_judgments() -> None:
    put_collection()
    words = ("run", "-", "run.txt", "--format", "json")
    with start(*words, stdin=subprocess.PIPE) as process:
        out, error = process.communicate(QRELS.encode())
    assert process.returncode == 0
    assert json.loads(out)["runs"][0]["scores"][0]["macro_ndcg"] == pytest.approx(BAC, abs=1e-12)
    assert "judged: -: trec qrels, 3 rows" in error.decode()


def on_a_terminal(*words: str, **variables: str) -> str:
    """What a process writes to a terminal that both of its streams are."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "judged", *words]
    seen = b""
    with subprocess.Popen(
        command, stdout=theirs, stderr=theirs, env=environment(TERM="xterm-256color", **variables)
    ):
        os.close(theirs)
        with suppress(OSError):  # the end of a terminal is an error on Linux
            while part := os.read(ours, 4096):
                seen += part
    os.close(ours)
    return seen.decode()


COLOURED = "\x1b[3"


@pytest.mark.usefixtures("evaluated")
def test_a_terminal_sees_colours_and_progress_and_no_color_takes_the_colours_away() -> None:
    words = ("run", "qrels.txt", "absent.txt")
    told = on_a_terminal(*words)
    assert f"{COLOURED}1merror: \x1b[0mabsent.txt: no such file" in told
    assert "reading" in told
    plain = on_a_terminal(*words, NO_COLOR="1")
    assert COLOURED not in plain
    assert "judged: error: absent.txt: no such file" in plain


@pytest.mark.slow
def test_a_terminal_sees_how_much_is_read_and_how_long_it_takes_yet() -> None:
    generate.write_qrels(Path("qrels.txt"), 2000, 20)
    generate.write_run(Path("large.txt"), 2000, 1000, 0)
    told = on_a_terminal("ingest", "--qrels", "qrels.txt", "large.txt", NO_COLOR="1")
    assert re.search(r"reading.*[1-9][0-9]?%.*0:00:0[0-9]", told)


@pytest.mark.parametrize(
    "words",
    [
        ("sql", "--format=csv", "select doc_id, 'tab\tend' from qrels"),
        ("sql", "--format=markdown", "select doc_id from qrels"),
        ("convert", "qrels.txt", "-", "--to", "tsv"),
    ],
    ids=" ".join,
)
def test_data_steers_no_terminal_and_is_whole_elsewhere(words: tuple[str, ...]) -> None:
    put("qrels.txt", "q1 0 \x1b[31mred 1\n")
    judged("ingest", "--qrels", "qrels.txt")
    told = on_a_terminal(*words)
    assert "\x1b[31m" not in told
    assert r"\x1b[31mred" in told.replace("\\\\", "\\").replace("\\[", "[")
    if words[0] != "sql" or "csv" in words[1]:
        assert "\x1b[31mred" in judged(*words).stdout


@pytest.mark.usefixtures("evaluated")
def test_no_terminal_sees_neither_colours_nor_progress() -> None:
    with start("run", "qrels.txt", "run.txt") as process:
        out, error = process.communicate()
    assert process.returncode == 0
    assert b"\x1b" not in out + error
    assert b"reading" not in error


def test_table_jobs_holds_the_command_line_as_it_was_given() -> None:
    put_collection()
    with start("run", "qrels.txt", "my run=run.txt", "--label", "build 7") as process:
        process.communicate()
    (job,) = rows("select label, command, exit_code from jobs")
    assert job == {
        "label": "build 7",
        "command": "judged run qrels.txt 'my run=run.txt' --label 'build 7'",
        "exit_code": 0,
    }


# Where, with what stream closed or full, and the code that the process returns.
STREAMS = [
    ("run qrels.txt run.txt --db a.duckdb", ">&-", 0),
    ("run qrels.txt run.txt --db a.duckdb", "2>&-", 0),
    ("run qrels.txt run.txt --db a.duckdb", "2>/dev/full", 0),
    ("run qrels.txt - --db a.duckdb", "<&-", 1),
    ("sql - --db a.duckdb", "<&-", 2),
    ("report --db a.duckdb", ">/dev/full", 4),
    ("--help", ">&-", 0),
]


def through_a_shell(words: str) -> subprocess.CompletedProcess[bytes]:
    command = f"{shlex.quote(sys.executable)} -m judged {words}"
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, check=False, env=environment()
    )


@pytest.mark.parametrize(("words", "redirection", "code"), STREAMS)
def test_a_closed_or_full_stream_is_no_bug(words: str, redirection: str, code: int) -> None:
    put_collection()
    assert judged("run", "qrels.txt", "run.txt", "--db", "a.duckdb").code == 0
    done = through_a_shell(f"{words} {redirection}")
    assert (done.returncode, b"bug of judged" in done.stderr) == (code, False)


def test_table_jobs_has_the_code_that_the_process_returned() -> None:
    put_collection()
    assert through_a_shell("run qrels.txt run.txt >/dev/full").returncode == 4
    assert rows("select exit_code from jobs") == [{"exit_code": 4}]


@pytest.mark.parametrize(
    ("words", "code"),
    [(("--grades", "0:1"), 1), (("--unjudged", "zero", "--min-judged-rate", "0.9"), 3)],
)
def test_a_closed_pipe_hides_no_exit_code_and_loses_no_file(
    words: tuple[str, ...], code: int
) -> None:
    put_collection()
    put("run.txt", RUN + "q1 Q0 u 4 1 tag\n")
    found, error = exit_into_a_closed_pipe("run", "qrels.txt", "run.txt", "--out", "o", *words)
    assert found == code, error
    assert rows("select exit_code from jobs") == [{"exit_code": code}]
    assert Path("o/report.json").is_file()
