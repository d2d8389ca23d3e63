-- exported_findings: the places of findings of some evaluations and their judgments, with files.
-- params:  $evaluation_ids (list of text)
-- reads:   findings, evaluations, sources
-- returns: contract_id, severity, rule_id, run_id, query_id, doc_id, value, file, line_number,
--          message
-- grain:   one row per rule_id and place
-- source:  findings
with chosen as (
    select distinct
        contract_id,
        qrels_source_id
    from evaluations
    where array_contains($evaluation_ids, evaluation_id)
)

select
    f.contract_id,
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
where
    array_contains($evaluation_ids, f.evaluation_id)
    or (
        f.evaluation_id is null
        and exists (
            select 1 from chosen as c
            where c.contract_id = f.contract_id and c.qrels_source_id = f.source_id
        )
    )
order by f.rowid asc
