-- latest_run_scores: run_scores of the newest evaluation of each run and contract.
-- params:  none
-- reads:   run_scores, newest_evaluations
-- returns: evaluation_id, contract_id, run_id, k, measure, queries, scored_queries,
--          zero_idcg_queries, missing_queries, unknown_queries, macro_ndcg,
--          macro_ndcg_zero_idcg_as_zero, macro_ndcg_zero_idcg_excluded, pooled_ndcg, mean_ceiling,
--          retrieved, unjudged, unjudged_rate, mean_unjudged_rate
-- grain:   one row per run_id, contract_id and k
-- source:  run_scores
select
    s.evaluation_id,
    n.contract_id,
    s.run_id,
    s.k,
    s.measure,
    s.queries,
    s.scored_queries,
    s.zero_idcg_queries,
    s.missing_queries,
    s.unknown_queries,
    s.macro_ndcg,
    s.macro_ndcg_zero_idcg_as_zero,
    s.macro_ndcg_zero_idcg_excluded,
    s.pooled_ndcg,
    s.mean_ceiling,
    s.retrieved,
    s.unjudged,
    s.unjudged_rate,
    s.mean_unjudged_rate
from run_scores as s
inner join newest_evaluations as n on s.evaluation_id = n.evaluation_id
