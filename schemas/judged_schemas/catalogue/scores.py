"""Rules of our own output: whatever breaks one is a bug of judged."""

from __future__ import annotations

from judged_schemas.catalogue.rule import Rule

SCORES = (
    Rule(
        rule_id="count-range",
        severity="error",
        about="coverage, query_scores",
        meaning="k and every count are at least 0.",
        message="{value} is below 0",
        what_to_do="report it: this is a bug of judged",
        source="the grain of query_scores: a count is of documents or judgments, k = 0 is no cut",
    ),
    Rule(
        rule_id="dcg-range",
        severity="error",
        about="query_scores",
        meaning="DCG and IDCG are at least 0.",
        message="{value} is below 0",
        what_to_do="report it: this is a bug of judged",
        source="the contract: a gain is at least 0, also that of a negative grade",
    ),
    Rule(
        rule_id="ndcg-range",
        severity="error",
        about="query_scores",
        meaning="NDCG and ceiling are between 0 and 1.",
        message="{value} is outside 0..1",
        what_to_do="report it: this is a bug of judged",
        source="the contract: NDCG@k = DCG@k / IDCG@k; Järvelin & Kekäläinen 2002",
    ),
    Rule(
        rule_id="dcg-above-idcg",
        severity="error",
        about="query_scores",
        meaning="DCG is at most IDCG.",
        message="DCG is above IDCG",
        what_to_do="report it: this is a bug of judged",
        source=(
            "the contract: no ranking gains more than the ideal one; Järvelin & Kekäläinen 2002"
        ),
    ),
    Rule(
        rule_id="duplicate-score",
        severity="error",
        about="query_scores",
        meaning="An evaluation has one score for each query and k.",
        message="a score stands there twice",
        what_to_do="report it: this is a bug of judged",
        source="the grain of query_scores: evaluation, query and k",
    ),
)
