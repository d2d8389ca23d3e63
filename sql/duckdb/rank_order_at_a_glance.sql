-- rank_order_at_a_glance: how much is against every list standing in rank and score order.
-- params:  none
-- reads:   selected_lines, run_queries
-- returns: breaks, scattered
-- grain:   one row: lines that do not follow the one before, and lists in several stretches
-- source:  DuckDB hands rows on in their order, so the line before is at hand without a sort
with followed as (
    select
        line_order,
        lag(line_order) over () + 1 = line_order
        and lag(file_rank) over () < file_rank
        and lag(score) over () >= score as follows
    from selected_lines
)

select
    (
        select count(*)
        from followed as f
        where
            f.follows is not true
            and not exists (
                select 1 from run_queries as r
                where r.first_line = f.line_order
            )
    ) as breaks,
    (
        select count(*)
        from run_queries
        where last_line - first_line + 1 <> lines
    ) as scattered
