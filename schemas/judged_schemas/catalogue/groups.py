"""Rules of groups of lines: repeated pairs, and the order of a list."""

from __future__ import annotations

from judged_schemas.catalogue.rule import Rule

GROUPS = (
    Rule(
        rule_id="duplicate-judgment",
        severity="error",
        about="qrels",
        meaning="A pair of query and document is judged once.",
        message="document {doc_id!r} is judged more than once",
        what_to_do=(
            "remove the line, or choose --qrels-duplicates drop_identical, max, min,"
            " majority or iteration=NAME"
        ),
        source=(
            "the contract: qrels_duplicates; trectools issue 52: the ideal ranking counts"
            " a pair twice"
        ),
        softened={"qrels_duplicates": ("drop_identical", "max", "min", "majority", "iteration")},
    ),
    Rule(
        rule_id="conflicting-judgment",
        severity="error",
        about="qrels",
        meaning="The judgments of a pair agree.",
        message="document {doc_id!r} is judged {value} here and otherwise elsewhere",
        what_to_do=(
            "decide on one grade, or choose --qrels-duplicates max, min, majority or iteration=NAME"
        ),
        source="the contract: qrels_duplicates; ir_measures takes the last line without a word",
        softened={"qrels_duplicates": ("max", "min", "majority")},
    ),
    Rule(
        rule_id="other-iteration",
        severity="warning",
        about="qrels",
        meaning="Under qrels_duplicates = iteration every judgment is of that iteration.",
        message="{value} judgments are of other iterations and do not count",
        what_to_do=(
            "nothing, if that iteration alone is meant; --qrels-duplicates max, min or majority"
            " take all of them"
        ),
        source="the contract: qrels_duplicates",
    ),
    Rule(
        rule_id="duplicate-document",
        severity="error",
        about="runs",
        meaning="A list holds a document once.",
        message="document {doc_id!r} is in the list more than once",
        what_to_do="remove the line, or choose --run-duplicates keep_best",
        source="the contract: run_duplicates; pytrec_eval issue 50: NDCG may be above 1",
        softened={"run_duplicates": ("keep_best",)},
    ),
    Rule(
        rule_id="unmapped-id",
        severity="warning",
        about="runs, qrels",
        meaning="doc_ids, where it is not as_is, says of every id which document it is of.",
        message="doc_ids says nothing of the id {doc_id!r}, which stays as it is",
        what_to_do=(
            "nothing, if these are ids of documents already; else complete the map or widen the"
            " pattern of --doc-ids"
        ),
        source="the contract: doc_ids; an id that does not fit stays, and counts as unjudged",
    ),
    Rule(
        rule_id="shortened-list",
        severity="warning",
        about="runs",
        meaning="A list that has k lines has k documents too, after doc_ids.",
        message="doc_ids made the list shorter than k: {value}",
        what_to_do=(
            "retrieve more chunks a query, so that enough documents are among them; missing"
            " positions add nothing to DCG"
        ),
        source="the contract: doc_ids, run_duplicates; gbrain issue 4607: chunks fill the top k",
    ),
    Rule(
        rule_id="rank-order",
        severity="warning",
        about="runs",
        meaning="Scores do not rise while the rank column goes down the list.",
        message="score {value} is above that of the rank before it",
        what_to_do="look which of the two is meant: --order score (the default) or --order rank",
        source="trec_eval issue 22: the rank column is not what ranks",
    ),
    Rule(
        rule_id="rank-integer",
        severity="warning",
        about="runs",
        meaning="In trec, trec-tab and msmarco the rank column holds whole numbers.",
        message="documents whose rank is no whole number: {value}",
        what_to_do="nothing, if the scores rank; else look what is in the rank column",
        source="the format; a run with rank and score exchanged is ranked upside down",
    ),
    Rule(
        rule_id="all-tied",
        severity="warning",
        about="runs",
        meaning="A list's documents do not all have one score.",
        message="every document has the score {value}",
        what_to_do=(
            "such a list has no order: choose --ties average for the expectation over all"
            " orders, or --order rank"
        ),
        source="mteb issue 5092: a scorer with one score for everything, ranked by accident",
    ),
    Rule(
        rule_id="repeated-rank",
        severity="warning",
        about="runs",
        meaning="Under `order` = rank a list has each rank once.",
        message="{value} documents share their rank with another",
        what_to_do=(
            "the contract's ties rule orders these: choose --ties average for the expectation over"
            " all orders, or --order score"
        ),
        source="the contract: order, ties",
    ),
    Rule(
        rule_id="tied-documents",
        severity="error",
        about="runs",
        meaning="Under ties = error no two documents of a judged query tie.",
        message="document {doc_id!r} ties at {value} with the one before it",
        what_to_do="choose how ties are broken: --ties doc_id_desc, doc_id_asc, line or average",
        source="the contract: ties = error",
    ),
    Rule(
        rule_id="ties-across-cutoff",
        severity="warning",
        about="runs",
        meaning="Ranks k and k + 1 do not tie.",
        message="the documents at rank {value} and the next tie, so {contract.ties} decides",
        what_to_do="--ties average gives the expectation over all orders",
        source=(
            "Cabanac et al. 2010, Tie-breaking bias; McSherry & Najork 2008; anserini issue 1523"
        ),
    ),
    Rule(
        rule_id="tie-across-depth",
        severity="error",
        about="runs",
        meaning="Under ties = average the documents at ranks depth and depth + 1 do not tie.",
        message="the documents at rank {value} and the next tie, so ids would say which is kept",
        what_to_do=(
            "take another --depth or none, or choose who is kept: --ties doc_id_desc, doc_id_asc"
            " or line"
        ),
        source="the contract: ties, depth; an average over orders has no single list to cut",
    ),
    Rule(
        rule_id="list-in-several-files",
        severity="error",
        about="runs",
        meaning="Where lines decide, by order = line or ties = line, a list stands in one file.",
        message="the list stands in {value} files, and a run has no order of files",
        what_to_do=(
            "put each list into one file, or choose --order score and --ties doc_id_desc,"
            " doc_id_asc or average"
        ),
        source="the contract: a run is the same in any order of its files",
    ),
    Rule(
        rule_id="short-list",
        severity="warning",
        about="runs",
        meaning="A list is as long as the deepest cutoff.",
        message="a list of {value}, shorter than the deepest cutoff, {contract.deepest}",
        what_to_do="nothing, if no more were found; missing positions add nothing to DCG",
        source=(
            "the contract: a missing position adds nothing, the ideal ranking is not shortened"
        ),
    ),
)
