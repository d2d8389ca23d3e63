-- run_queries: the lists that each run returned, empty ones included, before any policy.
-- params:  none
-- reads:   selected_lines, selected_empty_lists
-- returns: run_id, query_id, documents, lowest_score, highest_score, first_line, last_line
-- grain:   one row per run_id and query_id
-- source:  the contract: a query is missing if the run has no line for it
select
    run_id,
    query_id,
    count(*) as documents,
    min(score) as lowest_score,
    max(score) as highest_score,
    min(line_order) as first_line,
    max(line_order) as last_line
from selected_lines
group by run_id, query_id
union all
select
    run_id,
    query_id,
    cast(0 as bigint) as documents,
    cast(null as double) as lowest_score,
    cast(null as double) as highest_score,
    cast(null as bigint) as first_line,
    cast(null as bigint) as last_line
from selected_empty_lists
