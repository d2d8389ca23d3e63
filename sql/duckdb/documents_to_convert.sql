-- documents_to_convert: the lines of runs, each with its place in its list.
-- params:  $source_ids (list of integers), $run_id (text or null: the only run), $is_grouped
--          (boolean: the lines of a list stand together in what is written)
-- reads:   runs
-- returns: run_id, query_id, doc_id, file_rank, score, line_order, copy, line_place, is_resumed,
--          place, documents, first_line, previous_score, previous_rank, has_scores, has_ranks
-- grain:   one row per line_order
-- source:  a stretch is the lines of one list without another's between them. line_place counts in
--          the list; place, documents, first_line and what was previous are of the stretch, or of
--          the list where it is grouped. copy counts the lines of one document in a list.
with numbered as (
    select
        run_id,
        query_id,
        doc_id,
        file_rank,
        score,
        line_order,
        row_number() over (order by line_order)
        - row_number() over (partition by run_id, query_id order by line_order) as stretch,
        row_number() over (partition by run_id, query_id order by line_order) as line_place,
        row_number() over (partition by run_id, query_id, doc_id order by line_order) as copy
    from runs
    where array_contains($source_ids, source_id) and run_id = coalesce($run_id, run_id)
),

parted as (
    select
        *,
        coalesce(
            stretch <> lag(stretch) over (partition by run_id, query_id order by line_order), false
        ) as is_resumed,
        case when $is_grouped then 0 else stretch end as part
    from numbered
)

select
    run_id,
    query_id,
    doc_id,
    file_rank,
    score,
    line_order,
    copy,
    line_place,
    is_resumed,
    row_number() over (partition by run_id, query_id, part order by line_order) as place,
    count(*) over (partition by run_id, query_id, part) as documents,
    min(line_order) over (partition by run_id, query_id, part) as first_line,
    lag(score) over (partition by run_id, query_id, part order by line_order) as previous_score,
    lag(file_rank) over (partition by run_id, query_id, part order by line_order) as previous_rank,
    bool_or(score is not null) over () as has_scores,
    bool_or(file_rank is not null) over () as has_ranks
from parted
