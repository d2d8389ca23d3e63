"""Text for people."""

from __future__ import annotations

import shlex

DEFAULT_DB = "judged.duckdb"
LONGEST = 200
SHORT_ID = 12


def short_id(contract_id: str) -> str:
    """A contract's identifier as people read it; long enough to tell contracts apart."""
    return contract_id[:SHORT_ID]


def visible(text: str) -> str:
    """Text whose control characters are spelled out, so that no id can steer a terminal."""
    return "".join(
        sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text
    )


def sql_command(select: str, db: str) -> str:
    """The command that runs a SELECT on a database."""
    return f'{command_on("sql", db)} "{select}"'


def command_on(name: str, db: str) -> str:
    """The first words of a command on a database; none without `--db` but the default one."""
    return f"judged {name}" if db == DEFAULT_DB else f"judged {name} --db {shlex.quote(db)}"


def shortened(text: str | None) -> str | None:
    """What was read, as far as a person reads it in a message."""
    return text if text is None or len(text) <= LONGEST else f"{text[:LONGEST]}..."
