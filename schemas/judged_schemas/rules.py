"""The catalogue of rules: what each one says, how grave it is, and what to do about it.

Nothing else gives a rule its words. Messages are templates over the keys of a place (`run_id`,
`query_id`, `doc_id`, `value`) and over `contract`, with its fields as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Severity = Literal["error", "warning", "gate"]


@dataclass(frozen=True)
class Rule:
    """One entry of the catalogue.

    Attributes:
        rule_id: what findings, documentation and tests call it.
        severity: error stops an evaluation, warning does not, gate is exit code 3; the contract
            may soften it (see `severity_under`).
        about: the relation that it is a rule of.
        meaning: what holds when the rule is kept.
        message: one place that broke it.
        what_to_do: what a person can do about it.
        softened: contract fields, and the values that make a warning of an error.
        hardened: contract fields, and the values that make an error of a warning.
    """

    rule_id: str
    severity: Severity
    about: str
    meaning: str
    message: str
    what_to_do: str
    softened: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hardened: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


_RULES = (
    # Lines that are no rows.
    Rule(
        "column-count",
        "error",
        "lines",
        "A line has the columns of its format.",
        "{value!r} has another number of columns than the format",
        "fix the line, or force another format with --qrels-format or --run-format",
    ),
    Rule(
        "header-line",
        "error",
        "lines",
        "A format without a header has none.",
        "{value!r} looks like a header line",
        "remove the line; only the beir format has a header",
    ),
    Rule(
        "encoding",
        "error",
        "lines",
        "Text is UTF-8.",
        "{value!r} is not UTF-8",
        "convert the file (iconv -f LATIN1 -t UTF-8), or fix the line",
    ),
    Rule(
        "line-size",
        "error",
        "lines",
        "A line is shorter than 2 MB.",
        "the line is longer than 2 MB",
        "look whether the file has line ends at all",
    ),
    # Values.
    Rule(
        "empty-id",
        "error",
        "qrels, runs",
        "query_id and doc_id are not empty.",
        "an id is empty in {value!r}",
        "give every query and document an id",
    ),
    Rule(
        "grade-integer",
        "error",
        "qrels",
        "A grade is an integer of 64 bits; 2.0 is one, 1.5, true and 'yes' are not.",
        "the grade in {value!r} is not an integer",
        "write grades as integers, and say what they are worth with --gain",
    ),
    Rule(
        "grade-written-as-decimal",
        "warning",
        "qrels",
        "A grade is written as an integer.",
        "grade {value} is read as an integer",
        "nothing is lost; write 2 instead of 2.0 to be rid of the warning",
    ),
    Rule(
        "grade-range",
        "error",
        "qrels",
        "A grade is in the range `grades`; below 0 it is ruled by `negative_grades`.",
        "grade {value} is none of the contract's (grades {contract.grades}; below 0:"
        " {contract.negative_grades})",
        "fix the line; widen the range with --grades LOW:HIGH or --grades any;"
        " for grades below 0 choose --negative-grades zero or unjudged",
    ),
    Rule(
        "grade-without-gain",
        "error",
        "qrels",
        "The contract's gain is defined for every grade above 0.",
        "grade {value} has no gain under the contract",
        "give the grade an entry with --gain GRADE=GAIN; exponential gain needs grades below 63",
    ),
    Rule(
        "score-finite",
        "error",
        "runs",
        "A score is a finite decimal number.",
        "the score in {value!r} is not a finite number",
        "fix the line or drop the document",
    ),
    Rule(
        "no-score",
        "error",
        "runs",
        "Every line has the key that the contract ranks by: a score, or a rank.",
        "document {doc_id!r} has nothing to be ranked by",
        "choose --order rank, --order line or --order score, whichever the file has",
    ),
    Rule(
        "null-value",
        "error",
        "qrels, runs",
        "A column that a schema says is never null is none.",
        "a value is null",
        "complete the line, or let the schema allow null",
    ),
    Rule(
        "duplicate-value",
        "error",
        "qrels, runs",
        "A column that a schema says is unique is.",
        "a value stands there more than once",
        "look which of the lines is meant",
    ),
    # Several lines.
    Rule(
        "duplicate-judgment",
        "error",
        "qrels",
        "A pair of query and document is judged once.",
        "document {doc_id!r} is judged more than once",
        "remove the line, or choose --qrels-duplicates drop_identical, max, min, majority or"
        " iteration=NAME",
        softened={"qrels_duplicates": ("drop_identical", "max", "min", "majority", "iteration")},
    ),
    Rule(
        "conflicting-judgment",
        "error",
        "qrels",
        "The judgments of a pair agree.",
        "document {doc_id!r} is judged {value} here and otherwise elsewhere",
        "decide on one grade, or choose --qrels-duplicates max, min, majority or iteration=NAME",
        softened={"qrels_duplicates": ("max", "min", "majority")},
    ),
    Rule(
        "duplicate-document",
        "error",
        "runs",
        "A list holds a document once.",
        "document {doc_id!r} is in the list more than once",
        "remove the line, or choose --run-duplicates keep_best",
        softened={"run_duplicates": ("keep_best",)},
    ),
    Rule(
        "rank-order",
        "warning",
        "runs",
        "Scores do not rise while the rank column goes down the list.",
        "score {value} is above that of the rank before it",
        "look which of the two is meant: --order score (the default) or --order rank",
    ),
    Rule(
        "all-tied",
        "warning",
        "runs",
        "A list's documents do not all have one score.",
        "every document has the score {value}",
        "such a list has no order: choose --ties average for the expectation over all orders,"
        " or --order rank",
    ),
    Rule(
        "tied-documents",
        "error",
        "runs",
        "Under ties = error no two documents of a judged query tie.",
        "document {doc_id!r} ties at {value} with the one before it",
        "choose how ties are broken: --ties doc_id_desc, doc_id_asc, line or average",
    ),
    Rule(
        "ties-across-cutoff",
        "warning",
        "runs",
        "Ranks k and k + 1 do not tie.",
        "the documents at rank {value} and the next tie, so {contract.ties} decides",
        "--ties average gives the expectation over all orders",
    ),
    Rule(
        "list-in-several-files",
        "error",
        "runs",
        "Where lines decide, by order = line or ties = line, a list stands in one file.",
        "the list stands in {value} files, and a run has no order of files",
        "put each list into one file, or choose --order score and --ties doc_id_desc, doc_id_asc"
        " or average",
    ),
    Rule(
        "short-list",
        "warning",
        "runs",
        "A list is as long as the deepest cutoff.",
        "a list of {value}, shorter than the deepest cutoff of {contract.cutoffs}",
        "nothing, if no more were found; missing positions add nothing to DCG",
    ),
    # Judgments and runs together.
    Rule(
        "unjudged-document",
        "error",
        "runs",
        "Under unjudged = error every retrieved document of a judged query is judged.",
        "document {doc_id!r} has no judgment",
        "choose: --unjudged zero, --unjudged drop, --preset trec_eval;"
        " to require a fully judged top k: --unjudged zero --min-judged-rate 1",
    ),
    Rule(
        "nothing-judged",
        "warning",
        "runs",
        "A list holds at least one judged document.",
        "no document is judged, out of {value}",
        "look whether run and judgments speak of the same documents",
    ),
    Rule(
        "judged-coverage",
        "gate",
        "coverage",
        "The judged rate of a top k is at least `min_judged_rate`.",
        "judged rate {value} is below the contract's least, {contract.min_judged_rate}",
        "judge more documents, or lower --min-judged-rate",
    ),
    Rule(
        "unknown-query",
        "warning",
        "runs",
        "A run answers only queries that are judged.",
        "a query without any judgment, with {value} in its list",
        "judge the query, or take it out of the run; --unknown-queries warn lists it only",
        hardened={"unknown_queries": ("error",)},
    ),
    Rule(
        "missing-query",
        "warning",
        "runs",
        "A run answers every evaluated query.",
        "the run has no line for it",
        "complete the run; --missing-queries says whether it counts, as 0, or stops the run",
        hardened={"missing_queries": ("error",)},
    ),
    Rule(
        "zero-idcg-query",
        "warning",
        "qrels",
        "The judgments of an evaluated query hold a positive gain.",
        "no judgment has a positive gain, out of {value}",
        "nothing, if no document is relevant; --zero-idcg says whether it counts, as 0",
        hardened={"zero_idcg": ("error",)},
    ),
    Rule(
        "listed-query-unjudged",
        "warning",
        "queries",
        "A query of the --queries file is judged.",
        "listed by --queries, but it has no judgment",
        "nothing, if it was never judged; only judged queries are evaluated",
    ),
    Rule(
        "no-common-query",
        "error",
        "runs",
        "A run answers at least one evaluated query.",
        "the run answers none of the evaluated queries",
        "look whether run and judgments belong together, and whether their query ids are written"
        " alike",
    ),
    # Our own output.
    Rule(
        "ndcg-range",
        "error",
        "query_scores",
        "NDCG and ceiling are between 0 and 1.",
        "{value} is outside 0..1",
        "report it: this is a bug of judged",
    ),
    Rule(
        "dcg-above-idcg",
        "error",
        "query_scores",
        "DCG is at most IDCG.",
        "DCG is above IDCG",
        "report it: this is a bug of judged",
    ),
    Rule(
        "duplicate-score",
        "error",
        "query_scores",
        "An evaluation has one score for each query and k.",
        "a score stands there twice",
        "report it: this is a bug of judged",
    ),
)

RULES: Mapping[str, Rule] = MappingProxyType({rule.rule_id: rule for rule in _RULES})


def severity_under(rule_id: str, contract: Mapping[str, object]) -> Severity:
    """How grave a rule is under a contract, given as its fields in JSON form.

    A rule that the catalogue does not have is a user's own, and an error.
    """
    rule = RULES.get(rule_id)
    if rule is None:
        return "error"
    for name, values in rule.softened.items():
        if _word(contract[name]) in values:
            return "warning"
    for name, values in rule.hardened.items():
        if _word(contract[name]) in values:
            return "error"
    return rule.severity


def advice(rule_id: str, severity: str) -> str:
    """What a person can do about a finding; nothing where the contract has decided already."""
    rule = RULES.get(rule_id)
    if rule is None:
        return ""
    if rule.severity == "error" and severity == "warning":
        return "nothing, if the contract's choice is meant"
    return rule.what_to_do


def _word(value: object) -> str:
    """The word of a field; of a table, its key."""
    return next(iter(value)) if isinstance(value, Mapping) else str(value)
