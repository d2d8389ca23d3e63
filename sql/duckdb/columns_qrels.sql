-- columns_qrels: the columns of judgments whose file keeps them apart and gives them names.
-- params:  none
-- reads:   named
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per judgment, in order
-- source:  Parquet, Arrow, and what Python callers hand over
select
    query_id,
    doc_id,
    iteration,
    grade_text,
    cast(null as varchar) as problem,
    concat_ws(' ', query_id, iteration, doc_id, grade_text) as line
from named
