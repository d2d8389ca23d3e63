-- json_qrels: one object of judgments by query, each an object of grades by document.
-- params:  $path, $size (integer: the file's bytes)
-- reads:   the file
-- returns: query_id, doc_id, iteration, grade_text, problem, line
-- grain:   one row per judgment, in order, and one per query without any (line is the query)
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

judgments as (
    select
        unnest(map_entries(json)) as judgment,
        place > 1 as is_of_another
    from objects
),

graded as (
    select
        judgment['key'] as query_id,
        judgment['value'] is null or is_of_another as is_odd,
        unnest(
            case
                when coalesce(cardinality(judgment['value']), 0) = 0 then [null]
                else map_entries(judgment['value'])
            end
        ) as grade
    from judgments
)

select
    query_id,
    grade['key'] as doc_id,
    cast(null as varchar) as iteration,
    grade['value'] as grade_text,
    case
        when is_odd then 'json-record'
        when grade is null then 'blank'
    end as problem,
    case
        when grade is null then query_id
        else concat_ws(' ', query_id, grade['key'], coalesce(grade['value'], 'null'))
    end as line
from graded
