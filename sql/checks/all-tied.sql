-- all-tied: lists in which every document has the same score.
-- params:  none
-- reads:   run_queries, judged_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the audit: such a list has no order of its own
select
    r.run_id,
    r.query_id,
    cast(null as varchar) as doc_id,
    cast(r.lowest_score as varchar) as value,
    r.first_line as line_order
from run_queries as r
inner join judged_queries as q on r.query_id = q.query_id
where r.documents > 1 and r.lowest_score = r.highest_score
