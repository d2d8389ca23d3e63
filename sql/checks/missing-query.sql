-- missing-query: evaluated queries for which a run has no line.
-- params:  none
-- reads:   selected_runs, judged_queries, run_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the contract: missing_queries
select
    r.run_id,
    q.query_id,
    cast(null as varchar) as doc_id,
    cast(null as varchar) as value,
    cast(null as bigint) as line_order
from selected_runs as r
cross join judged_queries as q
where
    not exists (
        select 1 from run_queries as l
        where l.run_id = r.run_id and l.query_id = q.query_id
    )
