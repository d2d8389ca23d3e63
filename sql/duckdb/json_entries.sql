-- json_entries: the entries of the objects in a JSON object, as text.
-- params:  $path, $size (integer: the file's bytes)
-- reads:   the file
-- returns: query_id, doc_id, text, problem, line
-- grain:   one row per entry, in order, and one per object without any (line is its query)
-- source:  DuckDB's read_json, to which a key that stands twice is an error
with objects as (
    select
        json,
        row_number() over () as place
    from
        read_json(
            $path,
            format = 'unstructured',
            records = false,
            columns = { 'json': 'map(varchar, map(varchar, varchar))' },
            maximum_object_size = $size,
            hive_partitioning = false,
            compression = 'none'
        )
),

queries as (
    select
        unnest(map_entries(json)) as query,
        place > 1 as is_of_another
    from objects
),

entries as (
    select
        query['key'] as query_id,
        query['value'] is null or is_of_another as is_odd,
        unnest(
            case
                when coalesce(cardinality(query['value']), 0) = 0 then [null]
                else map_entries(query['value'])
            end
        ) as entry
    from queries
)

select
    query_id,
    entry['key'] as doc_id,
    entry['value'] as text,
    case
        when is_odd then 'json-record'
        when entry is null then 'empty-list'
    end as problem,
    case
        when entry is null then query_id
        else concat_ws(' ', query_id, entry['key'], coalesce(entry['value'], 'null'))
    end as line
from entries
