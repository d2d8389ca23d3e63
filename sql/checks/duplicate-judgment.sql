-- duplicate-judgment: judgment lines that are about one pair only since doc_ids.
-- params:  none
-- reads:   scored_judgments
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per judgment line; those whose own ids are alike the schema finds
-- source:  the contract: qrels_duplicates, after doc_ids
with repeated as (
    select
        query_id,
        doc_id
    from scored_judgments
    group by query_id, doc_id
    having min(file_doc_id) < max(file_doc_id)
),

alike as (
    select
        query_id,
        file_doc_id
    from scored_judgments
    group by query_id, file_doc_id
    having count(*) > 1
)

select
    cast(null as varchar) as run_id,
    j.query_id,
    j.doc_id,
    j.file_doc_id as value,
    j.line_order
from scored_judgments as j
inner join repeated as r on j.query_id = r.query_id and j.doc_id = r.doc_id
where
    not exists (
        select 1 from alike as a
        where a.query_id = j.query_id and a.file_doc_id = j.file_doc_id
    )
