-- scored_lines: the lines of each run as they are scored, under the ids that they have.
-- params:  none
-- reads:   selected_lines
-- returns: run_id, query_id, doc_id, file_doc_id, file_rank, score, line_order, is_mapped
-- grain:   one row per line of a run
-- source:  the contract: doc_ids = as_is
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
