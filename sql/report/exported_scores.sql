-- exported_scores: the scores of some evaluations, each with its contract.
-- params:  $evaluation_ids (list of text)
-- reads:   query_scores, evaluations
-- returns: contract_id, run_id, query_id, k, measure, dcg, idcg, ndcg, ceiling, zero_idcg, missing,
--          counted, retrieved, judged, unjudged, judgments, relevant, evaluation_id
-- grain:   one row per evaluation_id, query_id and k
-- source:  query_scores
select
    substr(e.contract_id, 1, 12) as contract_id,
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
    s.relevant,
    s.evaluation_id
from query_scores as s
inner join evaluations as e on s.evaluation_id = e.evaluation_id
where array_contains($evaluation_ids, s.evaluation_id)
order by s.run_id asc, s.query_id asc, s.k asc
