-- scored_lines_without_self_matches: the same, without documents whose id is the query's.
-- params:  none
-- reads:   selected_lines
-- returns: run_id, query_id, doc_id, file_doc_id, file_rank, score, line_order, is_mapped
-- grain:   one row per line of a run that is no self match
-- source:  the contract: self_matches = drop, doc_ids = as_is
select
    run_id,
    query_id,
    doc_id,
    doc_id as file_doc_id,
    file_rank,
    score,
    line_order,
    false as is_mapped
from selected_lines
where doc_id <> query_id
