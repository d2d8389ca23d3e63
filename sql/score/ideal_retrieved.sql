-- ideal_retrieved: what a perfect order of the documents that a run returned would gain at k.
-- params:  none
-- reads:   ranked, discounts, cutoffs
-- returns: run_id, query_id, k, idcg_units
-- grain:   one row per run_id, query_id and k; none where nothing can be gained
-- source:  the contract: universe = retrieved, and the ceiling of every score
with ordered as (
    select
        run_id,
        query_id,
        gain,
        row_number() over (
            partition by run_id, query_id order by gain desc, doc_id asc
        ) as rank
    from ranked
    where gain > 0
)

select
    o.run_id,
    o.query_id,
    c.k,
    sum(cast(o.gain as decimal(38, 0)) * d.weight) as idcg_units
from ordered as o
inner join discounts as d on o.rank = d.rank
inner join cutoffs as c on c.k = 0 or o.rank <= c.k
group by o.run_id, o.query_id, c.k
