-- rank-order: lines whose score is above that of the line one rank before.
-- params:  none
-- reads:   selected_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per line of a run
-- source:  trec_eval issue 22: the rank column is not what ranks
with followed as (
    select
        run_id,
        query_id,
        doc_id,
        file_rank,
        score,
        line_order,
        lag(score) over (
            partition by run_id, query_id
            order by file_rank asc, score desc, line_order asc
        ) as score_before
    from selected_lines
    where file_rank is not null and score is not null
)

select
    run_id,
    query_id,
    doc_id,
    cast(score as varchar) as value,
    line_order
from followed
where score > score_before
