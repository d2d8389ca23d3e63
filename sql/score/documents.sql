-- documents: the entries of each list, of a repeated document only the best.
-- params:  none
-- reads:   entries, repeated_documents
-- returns: run_id, query_id, doc_id, line_order, sort_key
-- grain:   one row per run_id, query_id and doc_id
-- source:  the contract: run_duplicates keeps the first in contract order
with occurrences as (
    select
        e.line_order,
        row_number() over (
            partition by e.run_id, e.query_id, e.doc_id
            order by e.sort_key desc nulls last, e.line_order asc
        ) as occurrence
    from entries as e
    inner join repeated_documents as d
        on e.run_id = d.run_id and e.query_id = d.query_id and e.doc_id = d.doc_id
)

select
    e.run_id,
    e.query_id,
    e.doc_id,
    e.line_order,
    e.sort_key
from entries as e
where
    not exists (
        select 1 from occurrences as o
        where o.line_order = e.line_order and o.occurrence > 1
    )
