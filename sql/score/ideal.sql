-- ideal: what a perfect ranking of all judged documents of a query would gain at k.
-- params:  none
-- reads:   judgments, gains, discounts, cutoffs
-- returns: query_id, k, idcg_units
-- grain:   one row per query_id and k; none where nothing can be gained
-- source:  Järvelin & Kekäläinen 2002; documents of one gain fill ranks in a row, whose weights
--          are a difference of sums
with levels as (
    select
        j.query_id,
        g.gain,
        count(*) as documents
    from judgments as j
    inner join gains as g on j.grade = g.grade
    where g.gain > 0
    group by j.query_id, g.gain
),

filled as (
    select
        query_id,
        gain,
        documents,
        sum(documents) over (
            partition by query_id
            order by gain desc
        ) as last_rank
    from levels
)

select
    f.query_id,
    c.k,
    sum(cast(f.gain as decimal(38, 0)) * (below.weights - above.weights)) as idcg_units
from filled as f
inner join cutoffs as c on c.k = 0 or f.last_rank - f.documents < c.k
inner join discounts as above on f.last_rank - f.documents = above.rank
inner join discounts as below
    on case when c.k = 0 then f.last_rank else least(f.last_rank, c.k) end = below.rank
group by f.query_id, c.k
