-- finding_examples: the first places of one finding.
-- params:  $stage, $rule_id, $evaluation_id, $run_id (text or null), $k (integer or
--          null), $most (integer)
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
    f.stage = $stage
    and f.rule_id = $rule_id
    and f.evaluation_id = $evaluation_id
    and f.run_id is not distinct from $run_id
    and f.k is not distinct from $k
order by f.rowid
limit $most
