-- stretches: lines of whole lists, about as many as are looked at together.
-- params:  $lines (integer: how many)
-- reads:   run_queries
-- returns: first_line, last_line
-- grain:   one row per stretch, in order; one of all lines where lists are not in one piece
-- source:  a table of hashes that fits into the processor's cache takes half the time
with lists as (
    select
        first_line,
        last_line,
        lines,
        sum(lines) over (order by first_line asc) - lines as lines_before,
        bool_or(last_line - first_line + 1 <> lines) over () as is_scattered
    from run_queries
    where lines > 0
)

select
    min(first_line) as first_line,
    max(last_line) as last_line
from lists
group by case when is_scattered then 0 else lines_before // $lines end
order by first_line asc
