-- findings: what was found wrong with some evaluations and their judgments, as it was found.
-- params:  $evaluation_ids (list of text), $ks (list of integers, or null for every cutoff)
-- reads:   finding_totals
-- returns: stage, rule_id, severity, run_id, k, evaluation_id, places, message
-- grain:   one row per stage, rule_id, run_id, k and message; one evaluation of those that share it
-- source:  validation
select
    stage,
    rule_id,
    severity,
    run_id,
    k,
    min(evaluation_id) as evaluation_id,
    places,
    message
from finding_totals
where
    array_contains($evaluation_ids, evaluation_id)
    and (k is null or $ks is null or array_contains($ks, k))
group by stage, rule_id, severity, run_id, k, places, message
order by stage desc, min(rowid) asc
