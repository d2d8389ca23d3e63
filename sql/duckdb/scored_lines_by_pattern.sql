-- scored_lines_by_pattern: the lines of each run as they are scored, ids cut by a pattern.
-- params:  $pattern, $self_matches (text)
-- reads:   selected_lines
-- returns: run_id, query_id, doc_id, file_doc_id, file_rank, score, line_order, is_mapped
-- grain:   one row per line of a run
-- source:  the contract: self_matches, then doc_ids; where nothing, or an empty text, is captured,
--          the id stays
with captured as (
    select
        run_id,
        query_id,
        doc_id as file_doc_id,
        regexp_extract(doc_id, $pattern, 1) as doc_id,
        file_rank,
        score,
        line_order
    from selected_lines
    where $self_matches = 'keep' or doc_id <> query_id
)

select
    run_id,
    query_id,
    case when doc_id = '' then file_doc_id else doc_id end as doc_id,
    file_doc_id,
    file_rank,
    score,
    line_order,
    doc_id <> '' as is_mapped
from captured
