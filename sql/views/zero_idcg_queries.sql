-- zero_idcg_queries: evaluated queries whose judgments hold no positive gain.
-- params:  none
-- reads:   query_scores
-- returns: evaluation_id, run_id, query_id, judgments
-- grain:   one row per evaluation_id and query_id
-- source:  the contract: zero_idcg
select distinct
    evaluation_id,
    run_id,
    query_id,
    judgments
from query_scores
where zero_idcg
