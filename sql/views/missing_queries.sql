-- missing_queries: evaluated queries for which the run has no line.
-- params:  none
-- reads:   query_scores
-- returns: evaluation_id, run_id, query_id, relevant
-- grain:   one row per evaluation_id and query_id
-- source:  the contract: missing_queries
select distinct
    evaluation_id,
    run_id,
    query_id,
    relevant
from query_scores
where missing
