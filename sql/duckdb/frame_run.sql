-- frame_run: retrieved documents that a Python caller handed over, spooled to Parquet.
-- params:  $path
-- reads:   the file
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per retrieved document, in order
-- source:  the Python API
select
    tag,
    query_id,
    doc_id,
    rank_text,
    score_text,
    cast(null as varchar) as problem,
    concat_ws(' ', query_id, doc_id, rank_text, score_text) as line
from read_parquet($path, hive_partitioning = false)
