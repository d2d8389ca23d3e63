"""What the READMEs print is what the commands print.

A block of the language `console` is a session: lines that begin with "$ " are run one after the
other in one empty folder, and what stands below each is all that it prints, standard error first.
A line "..." stands for any number of lines.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.docs.generate import README_FILES
from tests.support import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def sessions() -> list[tuple[str, list[str]]]:
    """Every README with a session, and its blocks in order: one goes on where the last ended."""
    found = []
    for path in README_FILES:
        blocks = BLOCK.findall(path.read_text(encoding="utf-8"))
        if blocks:
            found.append((path.parent.name, blocks))
    return found


@pytest.mark.parametrize(("name", "blocks"), sessions(), ids=lambda value: str(value)[:20])
def test_a_session_prints_what_is_written(name: str, blocks: list[str], tmp_path: Path) -> None:
    del name
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "judged"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m judged "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    folder = tmp_path / "session"
    folder.mkdir()
    for block in blocks:
        for command, wanted in steps(block):
            printed = run(command, folder, script.parent)
            assert matches(wanted, printed), f"$ {command}\n{printed}"
            if command.startswith("cd "):
                folder /= command.removeprefix("cd ")


def steps(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what stands below it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(head, body.strip("\n")) for head, _, body in (part.partition("\n") for part in parts)]


def run(command: str, folder: Path, programs: Path) -> str:
    """Everything that a command prints, standard error first, in a shell without a terminal."""
    paths = [str(PROJECT / "pipeline"), str(PROJECT / "schemas")]
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(paths),
        "NO_COLOR": "1",
    }
    environment.pop("JUDGED_DB", None)
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, check=False
    )
    text = (done.stderr + done.stdout).decode("utf-8")
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def matches(wanted: str, printed: str) -> bool:
    """Whether the text is what was wanted; a line "..." matches any lines, or none."""
    pattern = re.escape(wanted).replace(r"\.\.\.", "...")
    pattern = re.sub(r"^\.\.\.\\?\n?", "(?:.*\\\\n)*?", pattern, flags=re.MULTILINE)
    return re.fullmatch(pattern, printed + ("\n" if wanted.endswith("...") else "")) is not None


def test_an_ellipsis_stands_for_lines_and_nothing_else() -> None:
    assert matches("a\n...\nd", "a\nb\nc\nd")
    assert matches("a\n...", "a\nb")
    assert not matches("a\n...\nd", "a\nb\nc")
    assert not matches("a", "a\nb")
    assert not matches("a.c", "abc")
