-- lists_ids: the ids in the list of each line; a score falls by 1 from each to the next worse.
-- params:  $is_worst_first (boolean)
-- reads:   list_entries
-- returns: tag, query_id, doc_id, rank_text, score_text, problem, line, line_number
-- grain:   one row per document, in order, and one per line without any
-- source:  JSON Lines
with ranked as (
    select
        *,
        -- Which line of its query and run an id is in: a line without any is one of them.
        dense_rank() over (
            partition by coalesce(problem, 'empty-list') = 'empty-list', query_id, tag
            order by line_number
        ) as occurrence,
        cast(case when $is_worst_first then entries + 1 - place else place end as varchar) as rank
    from list_entries
)

select
    tag,
    query_id,
    json_extract_string(entry, '$') as doc_id,
    rank as rank_text,
    '-' || rank as score_text,
    case
        when problem is not null then problem
        when occurrence > 1 then 'repeated-list'
        when json_type(entry) not in ('VARCHAR', 'UBIGINT', 'BIGINT') then 'text-id'
    end as problem,
    coalesce(line, concat_ws(' ', query_id, entry)) as line,
    line_number
from ranked
order by line_number, place
