"""Rules of lines that are no rows."""

from __future__ import annotations

from judged_schemas.catalogue.rule import Rule

LINES = (
    Rule(
        rule_id="unreadable-file",
        severity="error",
        about="lines",
        meaning="A run file is text of a known format, with a line of data.",
        message="{value}",
        what_to_do="mend it, or leave it out",
        source="the contract: an error in a run stops that run, and no other",
    ),
    Rule(
        rule_id="column-count",
        severity="error",
        about="lines",
        meaning="A line has the columns of its format.",
        message="{value!r} has not the columns of {wanted}",
        what_to_do=(
            "fix the line (a blank in an id makes one column more), or force another format with"
            " --qrels-format or --run-format"
        ),
        source=(
            "the file format, as trec_eval reads it; trectools issue 34: a run without its tag"
        ),
        skips=True,
    ),
    Rule(
        rule_id="comment-of-query",
        severity="error",
        about="lines",
        meaning="No comment begins with the id of a query that is judged or answered.",
        message="the comment {value!r} begins with the id of a query",
        what_to_do="mend the line, if it is one of that query; else put a blank behind its #",
        source="the format: # begins a comment where the line has not the columns of data",
        skips=True,
    ),
    Rule(
        rule_id="header-line",
        severity="error",
        about="lines",
        meaning="A format without a header has none.",
        message="{value!r} looks like a header line",
        what_to_do="remove the line; only beir, csv and tsv have a header",
        source="the file format: trec_eval 9 takes a header for a query of that name",
        skips=True,
    ),
    Rule(
        rule_id="quoting",
        severity="error",
        about="lines",
        meaning="In csv and tsv a quotation mark begins a cell, or stands twice within one.",
        message="{value!r} has text behind the quotation mark that ends a cell",
        what_to_do="write a quotation mark within a quoted cell twice",
        source="RFC 4180, section 2",
        skips=True,
    ),
    Rule(
        rule_id="json-record",
        severity="error",
        about="lines",
        meaning="A line of JSON is one object, in which each key stands once, with its list.",
        message="{value!r} is not the JSON object that the format has there",
        what_to_do="mend the line; a key may stand once, and of objects by query there is one",
        source="RFC 8259, section 4: what a key that stands twice means differs between readers",
        skips=True,
    ),
    Rule(
        rule_id="no-judgment",
        severity="error",
        about="lines",
        meaning="A query of the judgments has a judgment.",
        message="the query {value!r} stands there without a judgment",
        what_to_do="judge a document of it, grade 0 for one that is not relevant, or leave it out",
        source="the contract: a query is judged where a document of it is",
        skips=True,
    ),
    Rule(
        rule_id="repeated-list",
        severity="error",
        about="lines",
        meaning="A query's ranked list of ids, whose places are its scores, stands in one line.",
        message="{value!r} is of a second list of its query",
        what_to_do="write the list in one line, or give documents scores",
        source="the format: a second list has no place behind or before the first",
        skips=True,
    ),
    Rule(
        rule_id="text-id",
        severity="error",
        about="lines",
        meaning="An id in JSON is text or a whole number.",
        message="{value!r} has an id that is neither text nor a whole number",
        what_to_do="write ids as text",
        source="the contract: ids are text, so that 007 is not 7",
        skips=True,
    ),
    Rule(
        rule_id="encoding",
        severity="error",
        about="lines",
        meaning="Text is UTF-8.",
        # Its other bytes are spelled out already.
        message="'{value}' is not UTF-8",
        what_to_do="convert the file (iconv -f LATIN1 -t UTF-8), or fix the line",
        source="the contract: ids are compared and ordered by their bytes of UTF-8",
        skips=True,
    ),
    Rule(
        rule_id="line-size",
        severity="error",
        about="lines",
        meaning="A line is shorter than 2 MB.",
        message="the line is longer than 2 MB",
        what_to_do="look whether the file has line ends at all",
        source="DuckDB's read_csv: max_line_size",
        skips=True,
    ),
)
