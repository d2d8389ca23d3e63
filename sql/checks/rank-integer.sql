-- rank-integer: lists of formats with a rank column in which a rank is no whole number.
-- params:  none
-- reads:   selected_lines, sources
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the format; value says how many, and of scores 1 to n that the columns may be exchanged
with ranked as (
    select
        l.run_id,
        l.query_id,
        l.score,
        l.line_order
    from selected_lines as l
    inner join sources as s on l.source_id = s.source_id
    where l.file_rank is null and s.format in ('trec', 'trec-tab', 'msmarco')
),

lists as (
    select
        run_id,
        query_id,
        count(*) as lines,
        count(distinct score) as scores,
        min(score) as lowest,
        max(score) as highest,
        min(line_order) as line_order
    from ranked
    group by run_id, query_id
)

select
    run_id,
    query_id,
    cast(null as varchar) as doc_id,
    concat(
        cast(lines as varchar),
        case
            when lines > 1 and scores = lines and lowest = 1 and highest = lines
                then ', and the scores are 1, 2, 3 and so on: are rank and score exchanged?'
            else ''
        end
    ) as value,
    line_order
from lists
