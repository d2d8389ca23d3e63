-- findings: what was found wrong with one evaluation or its judgments, gravest first.
-- params:  $evaluation_ids (list of text), $contract_id (text), $qrels_source_id (integer)
-- reads:   finding_totals
-- returns: rule_id, severity, run_id, evaluation_id, source_id, places, message
-- grain:   one row per rule_id and run_id
-- source:  validation
select
    rule_id,
    severity,
    run_id,
    evaluation_id,
    source_id,
    places,
    message
from finding_totals
where
    contract_id = $contract_id
    and (
        array_contains($evaluation_ids, evaluation_id)
        or (evaluation_id is null and source_id = $qrels_source_id)
    )
order by rowid
