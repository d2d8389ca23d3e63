-- finding_examples: the first places of one finding.
-- params:  $rule_id, $contract_id, $evaluation_id (text or null), $qrels_source_id (integer),
--          $most (integer)
-- reads:   findings, sources
-- returns: query_id, doc_id, value, file, line_number
-- grain:   one row per place
-- source:  validation
select
    f.query_id,
    f.doc_id,
    f.value,
    s.path as file,
    f.line_number
from findings as f
left join sources as s on f.source_id = s.source_id
where
    f.rule_id = $rule_id
    and f.contract_id = $contract_id
    and f.evaluation_id is not distinct from $evaluation_id
    and ($evaluation_id is not null or f.source_id = $qrels_source_id)
order by f.rowid
limit $most
