-- expected_dcg: the mean of DCG over all orders of tied documents, in units of 10^-14 gain.
-- params:  none
-- reads:   kept, discounts, cutoffs
-- returns: run_id, query_id, k, dcg_units
-- grain:   one row per run_id, query_id and k; none where nothing was gained
-- source:  McSherry & Najork 2008, Computing information retrieval performance measures
--          efficiently in the presence of tied scores
with tied as (
    select
        run_id,
        query_id,
        sort_key,
        min(rank) as first_rank,
        max(rank) as last_rank,
        cast(sum(gain) as bigint) as gains
    from kept
    group by run_id, query_id, sort_key
),

weighted as (
    select
        t.run_id,
        t.query_id,
        c.k,
        t.gains,
        t.last_rank - t.first_rank + 1 as documents,
        cast(below.weights - above.weights as bigint) as weights
    from tied as t
    inner join cutoffs as c on c.k = 0 or t.first_rank <= c.k
    inner join discounts as above on t.first_rank - 1 = above.rank
    inner join discounts as below
        on case when c.k = 0 then t.last_rank else least(t.last_rank, c.k) end = below.rank
    where t.gains > 0
)

-- gains * weights // documents without a product beyond 64 bits: quotients and remainders apart.
select
    run_id,
    query_id,
    k,
    sum(
        cast(gains as decimal(38, 0)) * (weights // documents)
        + (gains // documents) * (weights % documents)
        + ((gains % documents) * (weights % documents)) // documents
    ) as dcg_units
from weighted
group by run_id, query_id, k
