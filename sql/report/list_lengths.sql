-- list_lengths: how long the lists of a run are, for the queries that are evaluated.
-- params:  $evaluation_id (text)
-- reads:   evaluations, run_sources, runs, query_scores
-- returns: shortest, median, longest
-- grain:   one row
-- source:  runs of unequal depth are told by their lengths
with evaluated as (
    select distinct query_id
    from query_scores
    where evaluation_id = $evaluation_id
),

lists as (
    select
        r.query_id,
        count(*) as documents
    from evaluations as e
    inner join run_sources as s on e.run_id = s.run_id and e.run_sha256 = s.run_sha256
    inner join runs as r on s.source_id = r.source_id and s.run_id = r.run_id
    inner join evaluated as v on r.query_id = v.query_id
    where e.evaluation_id = $evaluation_id
    group by r.query_id
)

select
    min(documents) as shortest,
    cast(median(documents) as double) as median,
    max(documents) as longest
from lists
