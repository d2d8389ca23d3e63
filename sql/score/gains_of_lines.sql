-- gains_of_lines: the positive gains of what each list returned, where lines are documents.
-- params:  none
-- reads:   judged_lines, gains
-- returns: run_id, query_id, line_order, gain
-- grain:   one row per line_order
-- source:  the contract: without depth, and with run_duplicates = error, no line is taken out
select
    j.run_id,
    j.query_id,
    j.line_order,
    g.gain
from judged_lines as j
inner join gains as g on j.grade = g.grade
where g.gain > 0
