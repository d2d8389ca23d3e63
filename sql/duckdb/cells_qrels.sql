-- cells_qrels: the columns of judgments between separators, under a header line.
-- params:  none
-- reads:   named
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per record, in order
-- source:  RFC 4180; a comment has not the columns, and is not here
select
    query_id,
    doc_id,
    iteration,
    trim(grade_text) as grade_text,
    cast(null as varchar) as problem,
    concat_ws(' ', query_id, iteration, doc_id, grade_text) as line
from named
