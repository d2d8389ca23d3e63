-- frame_qrels: judgments that a Python caller handed over, spooled to Parquet.
-- params:  $path
-- reads:   the file
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per judgment, in order
-- source:  the Python API
select
    query_id,
    doc_id,
    iteration,
    grade_text,
    cast(null as varchar) as problem,
    concat_ws(' ', query_id, iteration, doc_id, grade_text) as line
from read_parquet($path, hive_partitioning = false)
