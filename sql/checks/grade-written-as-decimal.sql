-- grade-written-as-decimal: judgments whose grade is written 2.0 and was read as 2.
-- params:  none
-- reads:   judgment_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per judgment line
-- source:  the contract: a grade written 2.0 is read as 2 with a warning and a count
select
    cast(null as varchar) as run_id,
    query_id,
    doc_id,
    grade_text as value,
    line_order
from judgment_lines
where grade_text is not null
