-- lists_run: the documents of the list in each line, each a JSON object.
-- params:  $doc_at, $rank_at, $score_at (text: where they are in the object; null where not)
-- reads:   list_entries
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line, line_number
-- grain:   one row per document, in order, and one per line without any
-- source:  JSON Lines
select
    tag,
    query_id,
    json_extract_string(entry, $doc_at) as doc_id,
    json_extract_string(entry, $rank_at) as rank_text,
    json_extract_string(entry, $score_at) as score_text,
    case
        when problem is not null then problem
        when json_type(entry) <> 'OBJECT' then 'json-record'
        when len(json_keys(entry)) <> len(list_distinct(json_keys(entry))) then 'json-record'
        when json_type(entry, $doc_at) not in ('VARCHAR', 'UBIGINT', 'BIGINT', 'NULL')
            then 'text-id'
    end as problem,
    coalesce(line, concat_ws(' ', query_id, entry)) as line,
    line_number
from list_entries
