-- runs: the retrieved documents as they were read.
-- params:  none
-- reads:   run_lines
-- returns: source_id, run_id, query_id, doc_id, file_rank, score, line_order
-- grain:   one row per line of a run
-- source:  the files
select
    source_id,
    run_id,
    query_id,
    doc_id,
    file_rank,
    score,
    rowid as line_order
from run_lines
