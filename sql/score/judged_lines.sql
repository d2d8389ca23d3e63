-- judged_lines: the lines whose document is judged for their query, with its grade.
-- params:  none
-- reads:   scored_lines, judgments
-- returns: run_id, query_id, line_order, grade
-- grain:   one row per line_order
-- source:  the contract: everything else that a run returned is unjudged
select
    l.run_id,
    l.query_id,
    l.line_order,
    j.grade
from scored_lines as l
inner join judgments as j on l.query_id = j.query_id and l.doc_id = j.doc_id
