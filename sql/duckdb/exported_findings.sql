-- exported_findings: the places of findings of some evaluations and their judgments, with files.
-- params:  $evaluation_ids (list of text)
-- reads:   findings, sources
-- returns: contract_id, severity, rule_id, run_id, query_id, doc_id, value, file, line_number,
--          message
-- grain:   one row per rule_id and place; one of the judgments stands for all evaluations
-- source:  findings
select
    substr(f.contract_id, 1, 12) as contract_id,
    f.severity,
    f.rule_id,
    f.run_id,
    f.query_id,
    f.doc_id,
    f.value,
    s.path as file,
    f.line_number,
    f.message
from findings as f
left join sources as s on f.source_id = s.source_id
where array_contains($evaluation_ids, f.evaluation_id)
group by
    f.contract_id,
    f.severity,
    f.rule_id,
    f.run_id,
    f.query_id,
    f.doc_id,
    f.value,
    s.path,
    f.line_number,
    f.message
order by min(f.rowid) asc
