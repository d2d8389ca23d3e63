-- no-common-query: runs that answer none of the evaluated queries.
-- params:  none
-- reads:   selected_runs, run_queries, judged_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id
-- source:  the contract: never a table of zeros
select
    r.run_id,
    min(l.query_id) as query_id,
    cast(null as varchar) as doc_id,
    cast(count(l.query_id) as varchar) as value,
    cast(null as bigint) as line_order
from selected_runs as r
left join run_queries as l on r.run_id = l.run_id
left join judged_queries as q on l.query_id = q.query_id
group by r.run_id
having count(q.query_id) = 0
