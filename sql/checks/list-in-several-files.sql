-- list-in-several-files: lists whose order of lines would depend on the order of files.
-- params:  none
-- reads:   selected_lines, judged_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the contract: order = line, ties = line; a run is the same in any order of its files
select
    l.run_id,
    l.query_id,
    cast(null as varchar) as doc_id,
    cast(count(distinct l.source_id) as varchar) as value,
    min(l.line_order) as line_order
from selected_lines as l
inner join judged_queries as q on l.query_id = q.query_id
group by l.run_id, l.query_id
having count(distinct l.source_id) > 1
