-- current_scores: query_scores of the newest evaluation of each run and contract.
-- params:  none
-- reads:   query_scores, newest_evaluations
-- returns: evaluation_id, contract_id, run_id, query_id, k, measure, dcg, idcg, ndcg, ceiling,
--          zero_idcg, missing, counted, retrieved, judged, unjudged, judgments, relevant
-- grain:   one row per run_id, contract_id, query_id and k
-- source:  query_scores
select
    s.evaluation_id,
    n.contract_id,
    s.run_id,
    s.query_id,
    s.k,
    s.measure,
    s.dcg,
    s.idcg,
    s.ndcg,
    s.ceiling,
    s.zero_idcg,
    s.missing,
    s.counted,
    s.retrieved,
    s.judged,
    s.unjudged,
    s.judgments,
    s.relevant
from query_scores as s
inner join newest_evaluations as n on s.evaluation_id = n.evaluation_id
