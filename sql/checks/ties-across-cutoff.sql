-- ties-across-cutoff: lists in which the documents at ranks k and k + 1 tie.
-- params:  none
-- reads:   kept, cutoffs
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id, query_id and value
-- source:  Cabanac et al. 2010, Tie-breaking bias; McSherry & Najork 2008
with inside as (
    select
        l.run_id,
        l.query_id,
        l.doc_id,
        l.line_order,
        l.sort_key,
        c.k
    from kept as l
    inner join cutoffs as c on l.rank = c.k
),

outside as (
    select
        l.run_id,
        l.query_id,
        l.sort_key,
        c.k
    from kept as l
    inner join cutoffs as c on l.rank = c.k + 1
)

select
    i.run_id,
    i.query_id,
    i.doc_id,
    cast(i.k as varchar) as value,
    i.line_order
from inside as i
inner join outside as o
    on
        i.run_id = o.run_id
        and i.query_id = o.query_id
        and i.k = o.k
        and i.sort_key = o.sort_key
