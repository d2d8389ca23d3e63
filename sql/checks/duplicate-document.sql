-- duplicate-document: lines of one list that are one document only since doc_ids.
-- params:  none
-- reads:   scored_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per line of a run; those whose own ids are alike the schema finds
-- source:  the contract: run_duplicates, after doc_ids
with repeated as (
    select
        run_id,
        query_id,
        doc_id
    from scored_lines
    group by run_id, query_id, doc_id
    having min(file_doc_id) < max(file_doc_id)
),

alike as (
    select
        run_id,
        query_id,
        file_doc_id
    from scored_lines
    group by run_id, query_id, file_doc_id
    having count(*) > 1
)

select
    l.run_id,
    l.query_id,
    l.doc_id,
    l.file_doc_id as value,
    l.line_order
from scored_lines as l
inner join repeated as r
    on l.run_id = r.run_id and l.query_id = r.query_id and l.doc_id = r.doc_id
where
    not exists (
        select 1 from alike as a
        where
            a.run_id = l.run_id and a.query_id = l.query_id and a.file_doc_id = l.file_doc_id
    )
