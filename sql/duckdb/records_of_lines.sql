-- records_of_lines: the JSON object that each line is, of one row.
-- params:  $query_at, $doc_at (text: where the ids are in the object)
-- reads:   lines
-- returns: record, problem, line
-- grain:   one row per line, in order; problem is null where it may be data
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
    record,
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
