-- unequal_depths: how many queries have lists of unequal length among some evaluations.
-- params:  $evaluation_ids (list of text)
-- reads:   query_scores
-- returns: queries
-- grain:   one row
-- source:  the contract: under the retrieved universe each run has an ideal ranking of its own
with uneven as (
    select
        query_id,
        k
    from query_scores
    where array_contains($evaluation_ids, evaluation_id)
    group by query_id, k
    having min(retrieved) < max(retrieved)
)

select count(distinct query_id) as queries
from uneven
