-- ties-across-cutoff: lists in which the documents at ranks k and k + 1 tie.
-- params:  none
-- reads:   kept, cutoffs
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id, query_id and value
-- source:  Cabanac et al. 2010, Tie-breaking bias; McSherry & Najork 2008
select
    inside.run_id,
    inside.query_id,
    inside.doc_id,
    cast(c.k as varchar) as value,
    cast(null as bigint) as line_order
from kept as inside
inner join cutoffs as c on inside.rank = c.k
inner join kept as outside
    on
        inside.run_id = outside.run_id
        and inside.query_id = outside.query_id
        and outside.rank = c.k + 1
        and inside.sort_key = outside.sort_key
