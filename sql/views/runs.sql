-- runs: the retrieved documents as they were read.
-- params:  none
-- reads:   run_lines, source_options
-- returns: source_id, run_id, query_id, doc_id, file_rank, score, line_order
-- grain:   one row per line of a run
-- source:  the files; a run is named by NAME=PATH or by the tag of its lines
select
    l.source_id,
    coalesce(o.run_name, l.tag) as run_id,
    l.query_id,
    l.doc_id,
    l.file_rank,
    l.score,
    l.rowid as line_order
from run_lines as l
inner join source_options as o on l.source_id = o.source_id
