-- cells_run: the columns of a run between separators, under a header line.
-- params:  none
-- reads:   named
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per record, in order
-- source:  RFC 4180; a comment has not the columns, and is not here
select
    tag,
    query_id,
    doc_id,
    trim(rank_text) as rank_text,
    trim(score_text) as score_text,
    cast(null as varchar) as problem,
    concat_ws(' ', query_id, doc_id, rank_text, score_text, tag) as line
from named
