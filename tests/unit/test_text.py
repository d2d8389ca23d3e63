"""Commands that a person copies into a shell."""

from __future__ import annotations

import shlex

import pytest

from judged.text import command, sql_command


@pytest.mark.parametrize(
    "select", ["select 'a'", 'select 1 as "a"', "select '$HOME'", "select '`a`'", r"select '\a!'"]
)
def test_a_shell_gives_a_command_the_select_as_it_is(select: str) -> None:
    assert shlex.split(sql_command(select, "a b.duckdb")) == [
        "judged",
        "sql",
        "--db",
        "a b.duckdb",
        select,
    ]


@pytest.mark.parametrize("select", ["select '$HOME'", "select '`a`'", r"select '\a!'"])
def test_nothing_that_a_shell_replaces_stands_between_double_quotes(select: str) -> None:
    assert sql_command(select, "judged.duckdb").startswith("judged sql 'select ")


def test_the_default_database_needs_no_option() -> None:
    assert sql_command("select 1", "judged.duckdb") == 'judged sql "select 1"'
    assert command("explain", "-- a b", "judged.duckdb") == "judged explain -- a b"


def test_no_command_reaches_a_database_in_memory() -> None:
    wanted = "name a database with --db to see them"
    assert sql_command("select 1", ":memory:") == wanted
    assert command("explain", "-- a b", ":memory:") == wanted
