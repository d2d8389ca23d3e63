-- dependent_evaluations: evaluations that stand on any of some sources.
-- params:  $source_ids (list of integers)
-- reads:   evaluations, sources, run_sources, doc_id_rules
-- returns: evaluation_id, run_id, run_sha256, contract_id, status
-- grain:   one row per evaluation_id
-- source:  an evaluation is made of judgments, a version of a run and, if wanted, a list of queries
--          and a map of ids
select
    e.evaluation_id,
    e.run_id,
    e.run_sha256,
    e.contract_id,
    e.status
from evaluations as e
where
    array_contains($source_ids, e.qrels_source_id)
    or exists (
        select 1
        from sources as s
        where
            s.kind = 'queries'
            and s.sha256 = e.queries_sha256
            and array_contains($source_ids, s.source_id)
    )
    or exists (
        select 1
        from run_sources as r
        where
            r.run_id = e.run_id
            and r.run_sha256 = e.run_sha256
            and array_contains($source_ids, r.source_id)
    )
    or exists (
        select 1
        from doc_id_rules as d
        where
            d.evaluation_id = e.evaluation_id
            and array_contains($source_ids, d.map_source_id)
    )
order by e.evaluation_id
