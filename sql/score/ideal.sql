-- ideal: what a perfect ranking of all judged documents of a query would gain at k.
-- params:  none
-- reads:   judgments, gains, discounts, cutoffs
-- returns: query_id, k, idcg_units
-- grain:   one row per query_id and k; none where nothing can be gained
-- source:  Järvelin & Kekäläinen 2002
with ordered as (
    select
        j.query_id,
        g.gain,
        row_number() over (
            partition by j.query_id order by g.gain desc, j.doc_id asc
        ) as rank
    from judgments as j
    inner join gains as g on j.grade = g.grade
    where g.gain > 0
)

select
    o.query_id,
    c.k,
    sum(cast(o.gain as decimal(38, 0)) * d.weight) as idcg_units
from ordered as o
inner join discounts as d on o.rank = d.rank
inner join cutoffs as c on c.k = 0 or o.rank <= c.k
group by o.query_id, c.k
