-- ordered_doc_id_asc: the documents of each list in contract order, ties by doc_id.
-- params:  none
-- reads:   contenders
-- returns: run_id, query_id, doc_id, line_order, sort_key, is_judged, grade,
--          rank
-- grain:   one row per run_id, query_id and doc_id
-- source:  the contract: ties = doc_id_asc, ids as bytes
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
        order by sort_key desc nulls last, doc_id asc
    ) as rank
from contenders
