-- lists_of_lines: the entries of the list in each line, which is a JSON object of one query.
-- params:  $query_at, $run_at, $documents_at (text: where they are in the object; $run_at is null
--          where it is not)
-- reads:   lines
-- returns: line_number, tag, query_id, entry, place, entries, problem, line
-- grain:   one row per entry, in order, and one per line without any; place is from 1
-- source:  JSON Lines
with numbered as (
    select
        line,
        row_number() over () as line_number,
        case
            when json_valid(line) and json_type(line) = 'OBJECT' then cast(line as json)
        end as record
    from lines
),

lists as (
    select
        line_number,
        json_extract_string(record, $run_at) as tag,
        json_extract_string(record, $query_at) as query_id,
        case
            when json_type(record, $documents_at) = 'ARRAY'
                then cast(json_extract(record, $documents_at) as json[])
        end as documents,
        case
            when trim(replace(coalesce(line, ''), chr(9), ' ')) = '' then 'blank'
            when record is null and starts_with(ltrim(line), '#') then 'comment'
            when record is null then 'json-record'
            when len(json_keys(record)) <> len(list_distinct(json_keys(record)))
                then 'json-record'
            when coalesce(json_type(record, $documents_at), '') <> 'ARRAY' then 'json-record'
            when
                json_type(record, $query_at) not in ('VARCHAR', 'UBIGINT', 'BIGINT', 'NULL')
                then 'text-id'
        end as problem,
        line
    from numbered
),

-- What every entry would hold a copy of is left behind: a line may be long.
shortened as (
    select
        line_number,
        tag,
        query_id,
        coalesce(len(documents), 0) as entries,
        case
            when problem is null and len(documents) > 0 then documents
            else [cast(null as json)]
        end as documents,
        case when problem is null and len(documents) = 0 then 'empty-list' else problem end
            as problem,
        case
            when problem is not null then line
            when len(documents) = 0 then query_id
        end as line
    from lists
)

select
    line_number,
    tag,
    query_id,
    unnest(documents) as entry,
    unnest(range(1, len(documents) + 1)) as place,
    entries,
    problem,
    line
from shortened
