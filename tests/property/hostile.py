"""Text that tries to be more than text."""

from __future__ import annotations

from hypothesis import strategies as st

ATOMS = [
    "'",
    '"',
    "';drop/**/table/**/qrels;--",
    "$x",
    "$query_id",
    "{}",
    "{rows}",
    "{value!r}",
    "{0.__class__}",
    "%s",
    "%(x)s",
    "\\",
    "\\n",
    "\x1b[31m",
    "\x1b]0;title\x07",
    "\x9b31m",
    "\x08",
    "\x0b",
    "\x0c",
    "\x7f",
    "\x85",
    "\u2028",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\xa0",
    "<script>alert(1)</script>",
    "&lt;",
    "|",
    "`",
    "``",
    "**b**",
    "_i_",
    "~~s~~",
    "[l](http://x)",
    "[bold]",
    ":smile:",
    "=cmd|'/C'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "#",
    "--help",
    "../..",
    "*",
    "?",
    ",",
    "nan",
    "null",
    "007",
    "e\u0301",
    "\u00e9",
    "\U0001f600",
    "\ufdd0",
]
LONG = ["x" * 10_000, "\x1b[31m" * 2_000, "|" * 10_000, "\u202e" * 3_400, "'" * 10_000]
# What ends a line, parts columns, or ends text for a reader in C: no id of a TREC file has it.
SPACES = [" ", "\t", "\n", "\r", "\r\n", "\nq1 0 d 3\n", "\njudged: error: x", "\0"]

plain = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=4).map("".join)
# As columns of a file that blanks part. A lone # begins a comment.
words = st.one_of(plain, plain, plain, st.sampled_from(LONG)).filter(lambda text: text != "#")
# As values in memory.
texts = st.one_of(
    words, st.lists(st.sampled_from(ATOMS + SPACES), min_size=1, max_size=4).map("".join)
)
# As the name of a file.
names = plain.filter(lambda text: "/" not in text and len(text.encode()) < 100)
