-- json_qrels: the judgments of one JSON object of judgments by query, each an object of grades.
-- params:  none
-- reads:   json_entries
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per judgment, in order, and one per query without any (line is the query)
-- source:  {query_id: {doc_id: grade}}
select
    query_id,
    doc_id,
    cast(null as varchar) as iteration,
    text as grade_text,
    case when problem = 'empty-list' then 'no-judgment' else problem end as problem,
    line
from json_entries
