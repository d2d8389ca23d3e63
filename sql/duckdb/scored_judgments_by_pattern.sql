-- scored_judgments_by_pattern: the judgment lines as they are scored, ids cut by a pattern.
-- params:  $pattern (text)
-- reads:   judgment_lines
-- returns: query_id, doc_id, file_doc_id, grade, line_order, is_mapped
-- grain:   one row per judgment line
-- source:  the contract: doc_ids with judgments; where nothing, or an empty text, is captured,
--          the id stays
with captured as (
    select
        query_id,
        doc_id as file_doc_id,
        regexp_extract(doc_id, $pattern, 1) as doc_id,
        grade,
        line_order
    from judgment_lines
)

select
    query_id,
    case when doc_id = '' then file_doc_id else doc_id end as doc_id,
    file_doc_id,
    grade,
    line_order,
    doc_id <> '' as is_mapped
from captured
