-- ordered_line: the documents of each list in contract order, ties by line_order.
-- params:  none
-- reads:   contenders
-- returns: run_id, query_id, doc_id, line_order, sort_key, is_judged, grade,
--          rank
-- grain:   one row per run_id, query_id and doc_id
-- source:  the contract: ties = line, the file's order
select
    run_id,
    query_id,
    doc_id,
    line_order,
    sort_key,
    is_judged,
    grade,
    row_number() over (
        partition by first_line
        order by sort_key desc nulls last, line_order asc
    ) as rank
from contenders
