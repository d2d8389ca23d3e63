-- contenders_and_judged: the documents that may be at the first ranks, and all judged ones.
-- params:  none
-- reads:   documents, floors, judged_lines
-- returns: run_id, query_id, first_line, doc_id, line_order, sort_key, is_judged, grade
-- grain:   one row per run_id, query_id and doc_id
-- source:  what is below a floor is behind enough documents to matter only with a judgment
select
    d.run_id,
    d.query_id,
    f.first_line,
    d.doc_id,
    d.line_order,
    d.sort_key,
    j.line_order is not null as is_judged,
    j.grade
from documents as d
inner join floors as f on d.run_id = f.run_id and d.query_id = f.query_id
left join judged_lines as j on d.line_order = j.line_order
where f.floor_key is null or d.sort_key >= f.floor_key or j.line_order is not null
