-- judgment_lines: the lines of the selected judgments, of one iteration where one is chosen.
-- params:  none
-- reads:   qrel_lines, selected_qrels
-- returns: source_id, query_id, doc_id, grade, iteration, line_order, grade_text
-- grain:   one row per judgment line
-- source:  the contract: qrels_duplicates
select
    l.source_id,
    l.query_id,
    l.doc_id,
    l.grade,
    l.iteration,
    l.rowid as line_order,
    l.grade_text
from qrel_lines as l
inner join selected_qrels as s on l.source_id = s.source_id
where s.iteration is null or l.iteration = s.iteration
