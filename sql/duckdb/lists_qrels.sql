-- lists_qrels: the judgments of the list in each line, each a JSON object.
-- params:  $doc_at, $grade_at, $iteration_at (text: where they are in the object; null where not)
-- reads:   list_entries
-- returns: query_id, doc_id, iteration, grade_text, problem, line, line_number
-- grain:   one row per judgment, in order, and one per line without any
-- source:  JSON Lines
select
    query_id,
    json_extract_string(entry, $doc_at) as doc_id,
    json_extract_string(entry, $iteration_at) as iteration,
    json_extract_string(entry, $grade_at) as grade_text,
    case
        when problem = 'empty-list' then 'no-judgment'
        when problem is not null then problem
        when json_type(entry) <> 'OBJECT' then 'json-record'
        when len(json_keys(entry)) <> len(list_distinct(json_keys(entry))) then 'json-record'
        when json_type(entry, $doc_at) not in ('VARCHAR', 'UBIGINT', 'BIGINT', 'NULL')
            then 'text-id'
    end as problem,
    coalesce(line, concat_ws(' ', query_id, entry)) as line,
    line_number
from list_entries
