-- unknown_queries: queries that the run answers and that have no judgment.
-- params:  none
-- reads:   evaluations, run_sources, runs, qrels
-- returns: evaluation_id, run_id, query_id, documents
-- grain:   one row per evaluation_id and query_id
-- source:  the contract: unknown_queries
select
    e.evaluation_id,
    e.run_id,
    r.query_id,
    count(*) as documents
from evaluations as e
inner join run_sources as s on e.run_id = s.run_id and e.run_sha256 = s.run_sha256
inner join runs as r on s.source_id = r.source_id and s.run_id = r.run_id
where
    not exists (
        select 1 from qrels as q
        where q.source_id = e.qrels_source_id and q.query_id = r.query_id
    )
group by e.evaluation_id, e.run_id, r.query_id
