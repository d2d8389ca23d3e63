-- scored_judgments: the judgment lines as they are scored, under the ids that they have.
-- params:  none
-- reads:   judgment_lines
-- returns: query_id, doc_id, file_doc_id, grade, line_order, is_mapped
-- grain:   one row per judgment line
-- source:  the contract: doc_ids turns ids of judgments only on request
select
    query_id,
    doc_id,
    doc_id as file_doc_id,
    grade,
    line_order,
    false as is_mapped
from judgment_lines
