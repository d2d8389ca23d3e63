-- rank_order_at_a_glance: how many lines of a stretch stand out of rank or score order.
-- params:  $first (integer), $last (integer: the lines of whole lists)
-- reads:   selected_lines, run_queries
-- returns: breaks
-- grain:   one row: lines without a rank, or neither the first of a list nor after the one before
-- source:  DuckDB mostly hands rows on in their order, so the line before is at hand without a sort
with followed as (
    select
        line_order,
        file_rank,
        lag(line_order) over () + 1 = line_order
        and lag(file_rank) over () < file_rank
        and lag(score) over () >= score as follows
    from selected_lines
    where line_order between $first and $last
)

select count(*) as breaks
from followed as f
where
    f.file_rank is null
    or (
        f.follows is not true
        and not exists (
            select 1 from run_queries as r
            where r.first_line = f.line_order and r.first_line between $first and $last
        )
    )
