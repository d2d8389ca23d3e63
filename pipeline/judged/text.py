"""Text for people."""

from __future__ import annotations

import shlex

DEFAULT_DB = "judged.duckdb"
MEMORY = ":memory:"
LONGEST = 200
SHORT_ID = 12
# Where a command line keeps its choice of what CSV does with text like =A1.
CSV_FORMULAS = "judged.csv_formulas"


def short_id(contract_id: str) -> str:
    """A contract's identifier as people read it; long enough to tell contracts apart."""
    return contract_id[:SHORT_ID]


def visible(text: str) -> str:
    """Text whose control characters are spelled out, so that no id can steer a terminal.

    Line feeds are, too: no id can begin a line that looks like one of ours.
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def visible_lines(text: str) -> str:
    """The same of text in several lines; the first begins at the left, the others further in."""
    return "\n  ".join(visible(line) for line in text.split("\n"))


def sql_command(select: str, db: str) -> str:
    """What a person does to see the rows of a SELECT on a database."""
    # Within double quotes these mean something to a shell.
    is_plain = not set(select) & set('"$`\\!')
    return command("sql", f'"{select}"' if is_plain else shlex.quote(select), db)


def command(name: str, words: str, db: str) -> str:
    """The command that shows more of a database; of one in memory nothing will be left to show.

    Args:
        name: of the command.
        words: what follows it, quoted for a shell.
        db: the database; no `--db` names the default one.
    """
    if db == MEMORY:
        return "name a database with --db to see them"
    option = "" if db == DEFAULT_DB else f" --db {shlex.quote(db)}"
    return f"judged {name}{option} {words}".rstrip()


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 line, 2,000 lines."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def shortened(text: str | None) -> str | None:
    """What was read, as far as a person reads it in a message."""
    return text if text is None or len(text) <= LONGEST else f"{text[:LONGEST]}..."
