-- records_run: a document a line, as a JSON object.
-- params:  $run_at, $query_at, $doc_at, $rank_at, $score_at (text: where they are in the object;
--          null where they are not)
-- reads:   lines
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per line, in order; problem is null where it may be a document
-- source:  JSON Lines
with records as (
    select
        line,
        case
            when json_valid(line) and json_type(line) = 'OBJECT' then cast(line as json)
        end as record
    from lines
)

select
    json_extract_string(record, $run_at) as tag,
    json_extract_string(record, $query_at) as query_id,
    json_extract_string(record, $doc_at) as doc_id,
    json_extract_string(record, $rank_at) as rank_text,
    json_extract_string(record, $score_at) as score_text,
    case
        when trim(replace(coalesce(line, ''), chr(9), ' ')) = '' then 'blank'
        when record is null and starts_with(ltrim(line), '#') then 'comment'
        when record is null then 'json-record'
        when len(json_keys(record)) <> len(list_distinct(json_keys(record))) then 'json-record'
        when
            json_type(record, $query_at) not in ('VARCHAR', 'UBIGINT', 'BIGINT', 'NULL')
            or json_type(record, $doc_at) not in ('VARCHAR', 'UBIGINT', 'BIGINT', 'NULL')
            then 'text-id'
    end as problem,
    line
from records
