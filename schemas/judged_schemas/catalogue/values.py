"""Rules of single values."""

from __future__ import annotations

from judged_schemas.catalogue.rule import Rule

VALUES = (
    Rule(
        rule_id="empty-id",
        severity="error",
        about="qrels, runs",
        meaning="query_id and doc_id are not empty.",
        message="a query, document or run id is empty in {value!r}",
        what_to_do="give every query and document an id, and every line its run's",
        source="the file format: judgments and runs meet by query_id and doc_id",
        skips=True,
    ),
    Rule(
        rule_id="grade-integer",
        severity="error",
        about="qrels",
        meaning="A grade is an integer of 64 bits; 2.0 is one, 1.5, true and 'yes' are not.",
        message="the grade in {value!r} is not an integer of 64 bits",
        what_to_do="write grades as integers, and say what they are worth with --gain",
        source=(
            "the contract: 1.5 is refused, and so is a boolean; trec_eval's get_qrels.c"
            " reads 1.5 as 1 and yes as 0"
        ),
        skips=True,
    ),
    Rule(
        rule_id="grade-written-as-decimal",
        severity="warning",
        about="qrels",
        meaning="A grade is written as an integer.",
        message="grade {value} is read as an integer",
        what_to_do="nothing is lost; write 2 instead of 2.0 to be rid of the warning",
        source="the contract: 2.0 is read as 2 with a warning and a count; trec_eval issue 49",
    ),
    Rule(
        rule_id="grade-range",
        severity="error",
        about="qrels",
        meaning="A grade is in the range `grades`; below 0 it is ruled by `negative_grades`.",
        message=(
            "grade {value} is none of the contract's (grades {contract.grades}; below 0:"
            " {contract.negative_grades})"
        ),
        what_to_do=(
            "fix the line; for grades of 0 and more widen the range with --grades; for"
            " grades below 0 choose --negative-grades zero or unjudged"
        ),
        source="the contract: grades, negative_grades",
    ),
    Rule(
        rule_id="grade-without-gain",
        severity="error",
        about="qrels",
        meaning="The contract's gain is defined for every grade above 0.",
        message="grade {value} has no gain under the contract",
        what_to_do=(
            "give the grade an entry with --gain GRADE=GAIN; exponential gain needs grades below 63"
        ),
        source=(
            "the contract: gain; a grade above 0 without an entry, or an exponent of 63 and more"
        ),
    ),
    Rule(
        rule_id="score-finite",
        severity="error",
        about="runs",
        meaning="A score is a finite decimal number.",
        message="the score in {value!r} is not a finite number",
        what_to_do="fix the line or drop the document",
        source="trec_eval reads a score by atof: nan is taken, 2,9 is 2 and high is 0",
        skips=True,
    ),
    Rule(
        rule_id="no-score",
        severity="error",
        about="runs",
        meaning="Every line has the key that the contract ranks by: a score, or a rank.",
        message="document {doc_id!r} has nothing to be ranked by",
        what_to_do=(
            "complete the line; where the whole file has no such column choose --order rank, line"
            " or score by what it has"
        ),
        source="the contract: order",
    ),
    Rule(
        rule_id="null-value",
        severity="error",
        about="qrels, runs",
        meaning="A column that a schema says is never null is none.",
        message="a value is null",
        what_to_do="complete the line, or let the schema allow null",
        source="Pandera: nullable",
    ),
    Rule(
        rule_id="duplicate-value",
        severity="error",
        about="qrels, runs",
        meaning="A column that a schema says is unique is.",
        message="a value stands there more than once",
        what_to_do="look which of the lines is meant",
        source="Pandera: unique",
    ),
)
