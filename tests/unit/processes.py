"""Code in a process of its own, for what one process cannot show."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support import PROJECT


def python(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs code on the checkout, installed or not, and returns what it wrote."""
    path = os.pathsep.join(str(PROJECT / folder) for folder in ("pipeline", "schemas"))
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
