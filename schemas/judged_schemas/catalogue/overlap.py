"""Rules of judgments and runs together: what of a run is judged, what of the judgments is run."""

from __future__ import annotations

from judged_schemas.catalogue.rule import Rule

OVERLAP = (
    Rule(
        rule_id="unjudged-document",
        severity="error",
        about="runs",
        meaning="Under unjudged = error every retrieved document of a judged query is judged.",
        message="document {doc_id!r} has no judgment",
        what_to_do=(
            "choose: --unjudged zero, --unjudged drop, --preset trec_eval; to require a"
            " fully judged top k: --unjudged zero --min-judged-rate 1"
        ),
        source="the contract: unjudged",
    ),
    Rule(
        rule_id="nothing-judged",
        severity="warning",
        about="runs",
        meaning="A list holds at least one judged document.",
        message="no document is judged, out of {value}",
        what_to_do="look whether run and judgments speak of the same documents",
        source="IBM/mt-rag-benchmark issue 3: the judged ids are not those of the collection",
    ),
    Rule(
        rule_id="look-alike-query",
        severity="warning",
        about="qrels, runs",
        meaning="No query id is another but for case, Unicode form or blanks at its ends.",
        message="{query_id!a} differs only in case, Unicode form or blanks from {value!a}",
        what_to_do=(
            "nothing, if two queries are meant; else write their ids alike, in NFC, without"
            " blanks at their ends"
        ),
        source="the contract: ids are compared by their bytes of UTF-8",
    ),
    Rule(
        rule_id="look-alike-document",
        severity="warning",
        about="qrels, runs",
        meaning=(
            "No document id of a run differs from a judged one of its query only in case, nor one"
            " beyond ASCII from any of its query only in case, Unicode form or blanks at its ends,"
            " nor any of a run of which hardly a document is judged or that meets ids with such"
            " blanks."
        ),
        message="document {doc_id!a} differs only in case, Unicode form or blanks from {value!a}",
        what_to_do=(
            "nothing, if two documents are meant; else write their ids alike, in NFC, without"
            " blanks at their ends"
        ),
        source="the contract: ids are compared by their bytes of UTF-8",
    ),
    Rule(
        rule_id="id-over-lines",
        severity="warning",
        about="qrels, runs",
        meaning="An id of csv, tsv or beir holds no end of line and no tab.",
        message="document {doc_id!r}: quotation marks take an end of line or a tab into an id",
        what_to_do=(
            "nothing, if the id is so; a mark that is part of an id stands in quotation marks,"
            " twice: else it takes the lines below into the id"
        ),
        source="RFC 4180: quotation marks around a cell may enclose line ends",
    ),
    Rule(
        rule_id="judged-coverage",
        severity="gate",
        about="coverage",
        meaning="The judged rate of a top k is at least `min_judged_rate`.",
        message="judged rate {value} is below the contract's least, {contract.min_judged_rate}",
        what_to_do="judge more documents, or lower --min-judged-rate",
        source="the contract: min_judged_rate",
    ),
    Rule(
        rule_id="unknown-query",
        severity="warning",
        about="runs",
        meaning="A run answers only queries that are judged.",
        message="a query without any judgment, with {value} in its list",
        what_to_do=(
            "judge the query, or take it out of the run; --unknown-queries warn lists it only"
        ),
        source="the contract: unknown_queries; ranx issue 27",
        hardened={"unknown_queries": ("error",)},
    ),
    Rule(
        rule_id="missing-query",
        severity="warning",
        about="runs",
        meaning="A run answers every evaluated query.",
        message="the run has no line for it",
        what_to_do=(
            "complete the run; --missing-queries says whether it counts, as 0, or stops the run"
        ),
        source="the contract: missing_queries; trec_eval -c",
        hardened={"missing_queries": ("error",)},
    ),
    Rule(
        rule_id="zero-idcg-query",
        severity="warning",
        about="qrels",
        meaning="The judgments of an evaluated query hold a positive gain.",
        message="no judgment has a positive gain, out of {value}",
        what_to_do="check its judgments; --zero-idcg zero counts it as 0, exclude leaves it out",
        source="the contract: zero_idcg; scikit-learn issue 29521",
        hardened={"zero_idcg": ("error",)},
    ),
    Rule(
        rule_id="listed-query-unjudged",
        severity="warning",
        about="queries",
        meaning="A query of the --queries file is judged.",
        message="listed by --queries, but it has no judgment",
        what_to_do="nothing, if it was never judged; only judged queries are evaluated",
        source="the contract: only judged queries are evaluated",
    ),
    Rule(
        rule_id="no-common-query",
        severity="error",
        about="runs",
        meaning="A run answers at least one evaluated query.",
        message="the run answers none of the evaluated queries",
        what_to_do=(
            "look whether run and judgments belong together, and whether their query ids"
            " are written alike"
        ),
        source="the contract: never a table of zeros; trec_eval issue 46",
    ),
)
