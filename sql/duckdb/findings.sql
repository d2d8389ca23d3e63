-- findings: what was found wrong with some evaluations and their judgments, as it was found.
-- params:  $evaluation_ids (list of text)
-- reads:   finding_totals
-- returns: stage, rule_id, severity, run_id, evaluation_id, places, message
-- grain:   one row per stage, rule_id, run_id and message; one evaluation of those that share it
-- source:  validation
select
    stage,
    rule_id,
    severity,
    run_id,
    min(evaluation_id) as evaluation_id,
    places,
    message
from finding_totals
where array_contains($evaluation_ids, evaluation_id)
group by stage, rule_id, severity, run_id, places, message
order by stage desc, min(rowid) asc
