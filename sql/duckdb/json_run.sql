-- json_run: one object of lists by query, each an object of scores by document.
-- params:  $path, $size (integer: the file's bytes)
-- reads:   the file
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line
-- grain:   one row per document, in order, and one per list without any (line is its query)
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

lists as (
    select
        unnest(map_entries(json)) as list,
        place > 1 as is_of_another
    from objects
),

hits as (
    select
        list['key'] as query_id,
        list['value'] is null or is_of_another as is_odd,
        unnest(
            case
                when coalesce(cardinality(list['value']), 0) = 0 then [null]
                else map_entries(list['value'])
            end
        ) as hit
    from lists
)

select
    cast(null as varchar) as tag,
    query_id,
    hit['key'] as doc_id,
    cast(null as varchar) as rank_text,
    hit['value'] as score_text,
    case
        when is_odd then 'json-record'
        when hit is null then 'empty-list'
    end as problem,
    case
        when hit is null then query_id
        else concat_ws(' ', query_id, hit['key'], coalesce(hit['value'], 'null'))
    end as line
from hits
