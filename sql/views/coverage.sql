-- coverage: how much of each top k is judged.
-- params:  none
-- reads:   query_scores
-- returns: evaluation_id, run_id, query_id, k, retrieved, judged, unjudged, judged_rate
-- grain:   one row per evaluation_id, query_id and k
-- source:  Sakai 2007 (judged@k), over the documents returned, min(k, n)
select
    evaluation_id,
    run_id,
    query_id,
    k,
    retrieved,
    judged,
    unjudged,
    cast(judged as double) / nullif(cast(retrieved as double), 0) as judged_rate
from query_scores
