-- no-score: lines without the key that the contract ranks by.
-- params:  $order_by (text)
-- reads:   selected_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per line of a run
-- source:  the contract: order
select
    run_id,
    query_id,
    doc_id,
    cast(null as varchar) as value,
    line_order
from selected_lines
where
    ($order_by = 'score' and score is null)
    or ($order_by = 'rank' and file_rank is null)
