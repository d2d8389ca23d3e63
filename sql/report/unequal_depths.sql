-- unequal_depths: how many queries have lists of unequal length among some evaluations.
-- params:  $evaluation_ids (list of text), $depth (integer or null)
-- reads:   evaluations, run_sources, runs, query_scores
-- returns: queries
-- grain:   one row
-- source:  the contract: under the retrieved universe the ideal is made of the whole list
with evaluated as (
    select distinct
        evaluation_id,
        query_id
    from query_scores
),

lists as (
    select
        e.evaluation_id,
        r.query_id,
        least(count(*), coalesce($depth, count(*))) as documents
    from evaluations as e
    inner join run_sources as s on e.run_id = s.run_id and e.run_sha256 = s.run_sha256
    inner join runs as r on s.source_id = r.source_id and s.run_id = r.run_id
    inner join evaluated as v on e.evaluation_id = v.evaluation_id and r.query_id = v.query_id
    where array_contains($evaluation_ids, e.evaluation_id)
    group by e.evaluation_id, r.query_id
),

uneven as (
    select query_id
    from lists
    group by query_id
    having min(documents) < max(documents)
)

select count(*) as queries
from uneven
