-- ideal_retrieved: what a perfect order of the documents that a run returned would gain at k.
-- params:  none
-- reads:   retrieved_gains, discounts, cutoffs
-- returns: run_id, query_id, k, idcg_units
-- grain:   one row per run_id, query_id and k; none where nothing can be gained
-- source:  the contract: universe = retrieved, and the ceiling of every score; weights as in ideal
with levels as (
    select
        run_id,
        query_id,
        gain,
        count(*) as documents
    from retrieved_gains
    group by run_id, query_id, gain
),

filled as (
    select
        run_id,
        query_id,
        gain,
        documents,
        sum(documents) over (
            partition by run_id, query_id
            order by gain desc
        ) as last_rank
    from levels
)

select
    f.run_id,
    f.query_id,
    c.k,
    sum(cast(f.gain as decimal(38, 0)) * (below.weights - above.weights)) as idcg_units
from filled as f
inner join cutoffs as c on c.k = 0 or f.last_rank - f.documents < c.k
inner join discounts as above on f.last_rank - f.documents = above.rank
inner join discounts as below
    on case when c.k = 0 then f.last_rank else least(f.last_rank, c.k) end = below.rank
group by f.run_id, f.query_id, c.k
