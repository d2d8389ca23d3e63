-- columns_run: the columns of a run whose file keeps them apart and gives them names.
-- params:  none
-- reads:   named
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per retrieved document, in order
-- source:  Parquet, Arrow, and what Python callers hand over
select
    tag,
    query_id,
    doc_id,
    rank_text,
    score_text,
    cast(null as varchar) as problem,
    concat_ws(' ', query_id, doc_id, rank_text, score_text, tag) as line
from named
