-- rows_of_lines: how many rows there are in each line, and how many of them are data.
-- params:  none
-- reads:   fields, typed
-- returns: line_number, rows, stored
-- grain:   one row per line_number, in order
-- source:  both relations have one row for each entry, in the order of the file
select
    f.line_number,
    count(*) as rows,
    count(*) filter (where t.problem is null) as stored
from fields as f
positional join typed as t
group by f.line_number
order by f.line_number
