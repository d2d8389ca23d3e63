-- qrels: the judgments as they were read.
-- params:  none
-- reads:   qrel_lines
-- returns: source_id, query_id, doc_id, grade, iteration, line_order
-- grain:   one row per judgment line
-- source:  the files
select
    source_id,
    query_id,
    doc_id,
    grade,
    iteration,
    rowid as line_order
from qrel_lines
