-- selected_lines: the lines of the selected runs.
-- params:  none
-- reads:   run_lines, selected_parts
-- returns: source_id, run_id, query_id, doc_id, file_rank, score, line_order
-- grain:   one row per line of a run
-- source:  run_lines
select
    p.source_id,
    p.run_id,
    l.query_id,
    l.doc_id,
    l.file_rank,
    l.score,
    l.rowid as line_order
from run_lines as l
inner join selected_parts as p on l.part_id = p.part_id
