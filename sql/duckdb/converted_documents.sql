-- converted_documents: the lines of a run as the format that is written gives them back.
-- params:  $ranks (text: needed, kept, none, best-first or worst-first), $is_keyed (boolean: a
--          document stands once in a list)
-- reads:   documents_to_convert
-- returns: run_id, query_id, doc_id, file_rank, score, place
-- grain:   one row per place, from 1 and in order
-- source:  a list of ids has ranks and scores by its order alone
with ranked as (
    select
        *,
        case $ranks
            when 'needed' then coalesce(file_rank, line_place)
            when 'kept' then file_rank
            when 'best-first' then place
            when 'worst-first' then documents + 1 - place
        end as rank
    from documents_to_convert
    where not $is_keyed or copy = 1
)

select
    run_id,
    query_id,
    doc_id,
    rank as file_rank,
    case
        when $ranks in ('best-first', 'worst-first') then cast(-rank as double) else score
    end as score,
    row_number() over (order by first_line, line_order) as place
from ranked
order by place
