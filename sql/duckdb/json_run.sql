-- json_run: the documents of one JSON object of lists by query, each an object of scores.
-- params:  none
-- reads:   json_entries
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per document, in order, and one per list without any (line is its query)
-- source:  {query_id: {doc_id: score}}
select
    cast(null as varchar) as tag,
    query_id,
    doc_id,
    cast(null as varchar) as rank_text,
    text as score_text,
    problem,
    line
from json_entries
