"""What DuckDB leaves beside a database where it is killed: what did not fit in memory."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

SPILLED = "duckdb_temp_"


def remove_spilled(connection: duckdb.DuckDBPyConnection) -> None:
    """Removes what killed processes spilled, which DuckDB does only when it spills again.

    To be called with the lock of a writer, in a process that had the database not open before:
    then nobody else works on it. A folder of that name that is a link or somebody else's stays,
    and so does whatever is in it that DuckDB did not write.
    """
    with suppress(OSError):
        folder = Path(
            connection.execute("select current_setting('temp_directory')").fetchall()[0][0]
        )
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or not _is_mine(found):
            return
        for path in folder.iterdir():
            if path.name.startswith(SPILLED) and stat.S_ISREG(path.lstat().st_mode):
                path.unlink()
        folder.rmdir()


def _is_mine(found: os.stat_result) -> bool:
    return sys.platform == "win32" or found.st_uid == os.getuid()
