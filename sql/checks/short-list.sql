-- short-list: lists shorter than the deepest cutoff.
-- params:  $longest_cutoff (integer)
-- reads:   run_queries, judged_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the contract: a missing position adds nothing, the ideal ranking is not shortened
select
    r.run_id,
    r.query_id,
    cast(null as varchar) as doc_id,
    cast(r.documents as varchar) as value,
    r.first_line as line_order
from run_queries as r
inner join judged_queries as q on r.query_id = q.query_id
where r.documents < $longest_cutoff
