-- explained_chunks: which line stands for each ranked document of one query, and out of how many.
-- params:  $query_id (text)
-- reads:   ranked, scored_lines
-- returns: doc_id, file_doc_id, chunks
-- grain:   one row per document
-- source:  the contract: doc_ids, then run_duplicates
with counted as (
    select
        doc_id,
        count(*) as chunks
    from scored_lines
    where query_id = $query_id
    group by doc_id
)

select
    r.doc_id,
    l.file_doc_id,
    c.chunks
from ranked as r
inner join scored_lines as l on r.line_order = l.line_order
inner join counted as c on r.doc_id = c.doc_id
where r.query_id = $query_id
