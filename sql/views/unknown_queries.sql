-- unknown_queries: queries that the run answers and that have no judgment.
-- params:  none
-- reads:   evaluations, run_sources, runs, qrels
-- returns: evaluation_id, run_id, query_id, documents
-- grain:   one row per evaluation_id and query_id
-- source:  the contract: unknown_queries
with lists as (
    select
        source_id,
        run_id,
        query_id,
        count(*) as documents
    from runs
    group by source_id, run_id, query_id
),

known as (
    select distinct
        source_id,
        query_id,
        iteration
    from qrels
)

select
    e.evaluation_id,
    e.run_id,
    l.query_id,
    cast(sum(l.documents) as bigint) as documents
from evaluations as e
inner join run_sources as s on e.run_id = s.run_id and e.run_sha256 = s.run_sha256
inner join lists as l on s.source_id = l.source_id and s.run_id = l.run_id
where
    not exists (
        select 1 from known as q
        where
            q.source_id = e.qrels_source_id
            and q.query_id = l.query_id
            and (
                e.qrels_duplicates not like 'iteration=%'
                or e.qrels_duplicates = concat('iteration=', q.iteration)
            )
    )
group by e.evaluation_id, e.run_id, l.query_id
