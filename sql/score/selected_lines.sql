-- selected_lines: the lines of the selected runs.
-- params:  none
-- reads:   runs, selected_sources
-- returns: source_id, run_id, query_id, doc_id, file_rank, score, line_order
-- grain:   one row per line of a run
-- source:  runs
select
    r.source_id,
    r.run_id,
    r.query_id,
    r.doc_id,
    r.file_rank,
    r.score,
    r.line_order
from runs as r
inner join selected_sources as s on r.source_id = s.source_id and r.run_id = s.run_id
