-- json_lists: one object of ranked ids by query; a score falls by 1 from each id to the next worse.
-- params:  $path, $size (integer: the file's bytes), $is_worst_first (boolean)
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
            columns = { 'json': 'map(varchar, json[])' },
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

places as (
    select
        list['key'] as query_id,
        list['value'] as ids,
        is_of_another,
        unnest(range(1, greatest(coalesce(len(list['value']), 0), 1) + 1)) as place
    from lists
),

hits as (
    select
        query_id,
        len(ids) as documents,
        is_of_another,
        ids[place] as id,
        cast(case when $is_worst_first then len(ids) + 1 - place else place end as varchar) as rank
    from places
)

select
    cast(null as varchar) as tag,
    query_id,
    json_extract_string(id, '$') as doc_id,
    rank as rank_text,
    '-' || rank as score_text,
    case
        when documents is null or is_of_another then 'json-record'
        when documents = 0 then 'empty-list'
        when json_type(id) not in ('VARCHAR', 'UBIGINT', 'BIGINT') then 'text-id'
    end as problem,
    concat_ws(' ', query_id, id) as line
from hits
