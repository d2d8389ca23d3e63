-- unknown-query: queries that a run answers and that have no judgment.
-- params:  none
-- reads:   run_queries, judgment_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the contract: unknown_queries
select
    r.run_id,
    r.query_id,
    cast(null as varchar) as doc_id,
    cast(r.lines as varchar) as value,
    r.first_line as line_order
from run_queries as r
where
    not exists (
        select 1 from judgment_lines as j
        where j.query_id = r.query_id
    )
