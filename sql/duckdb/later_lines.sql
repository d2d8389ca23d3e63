-- later_lines: the lines of a text in which no record begins: blank ones, and those within a cell.
-- params:  $skip (integer: lines up to the header, it included)
-- reads:   lines
-- returns: line_number
-- grain:   one row per such line, in order, below the header
-- source:  RFC 4180: before a record stands an even number of quotation marks
with numbered as (
    select
        line,
        row_number() over () as line_number
    from lines
),

marked as (
    select
        line,
        line_number,
        sum(len(line) - len(replace(line, '"', ''))) over (
            order by line_number
            rows between unbounded preceding and 1 preceding
        ) as marks_before
    from numbered
    where line_number > $skip
)

select line_number
from marked
where line is null or coalesce(marks_before, 0) % 2 = 1
order by line_number
