-- rank_order_at_a_glance: whether every line follows the one before it in rank and in score.
-- params:  none
-- reads:   selected_lines
-- returns: blocks, breaks
-- grain:   one row: how many stretches of one list there are, and lines that do not follow
-- source:  DuckDB keeps the order of rows, so the line before is at hand without a sort
with followed as (
    select
        file_rank,
        score,
        run_id = lag(run_id) over () and query_id = lag(query_id) over () as is_same_list,
        lag(file_rank) over () as rank_before,
        lag(score) over () as score_before
    from selected_lines
)

select
    count(*) filter (where is_same_list is not true) as blocks,
    count(*) filter (
        where is_same_list and (file_rank > rank_before and score <= score_before) is not true
    ) as breaks
from followed
