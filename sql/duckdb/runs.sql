-- runs: the retrieved documents as they were read.
-- params:  none
-- reads:   run_lines, run_parts
-- returns: source_id, run_id, query_id, doc_id, file_rank, score, line_order
-- grain:   one row per line of a run
-- source:  the files
select
    p.source_id,
    p.run_id,
    l.query_id,
    l.doc_id,
    l.file_rank,
    l.score,
    l.rowid as line_order
from run_lines as l
inner join run_parts as p on l.part_id = p.part_id
