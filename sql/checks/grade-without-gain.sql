-- grade-without-gain: positive grades for which the contract gives no gain.
-- params:  none
-- reads:   judgment_lines, gains
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per judgment line
-- source:  the contract: a grade above 0 without an entry, or an exponent of 63 and more
select
    cast(null as varchar) as run_id,
    j.query_id,
    j.doc_id,
    cast(j.grade as varchar) as value,
    j.line_order
from judgment_lines as j
inner join gains as g on j.grade = g.grade
where g.gain is null
