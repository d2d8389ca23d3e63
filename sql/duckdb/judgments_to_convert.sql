-- judgments_to_convert: judgments, each with its place among those of its query.
-- params:  $source_ids (list of integers), $is_grouped (boolean: the lines of a query stand
--          together in what is written)
-- reads:   qrels
-- returns: query_id, doc_id, grade, iteration, line_order, copy, is_resumed, first_line,
--          has_iterations
-- grain:   one row per line_order
-- source:  as documents_to_convert
with numbered as (
    select
        query_id,
        doc_id,
        grade,
        iteration,
        line_order,
        row_number() over (order by line_order)
        - row_number() over (partition by query_id order by line_order) as stretch,
        row_number() over (partition by query_id, doc_id order by line_order) as copy
    from qrels
    where array_contains($source_ids, source_id)
)

select
    query_id,
    doc_id,
    grade,
    iteration,
    line_order,
    copy,
    coalesce(
        stretch <> lag(stretch) over (partition by query_id order by line_order), false
    ) as is_resumed,
    case
        when $is_grouped then min(line_order) over (partition by query_id) else line_order
    end as first_line,
    bool_or(iteration is not null) over () as has_iterations
from numbered
