-- later_copies: lines whose document stands in an earlier line of the list.
-- params:  none
-- reads:   scored_lines, repeated_documents
-- returns: line_order
-- grain:   one row per line_order
-- source:  the contract: counts are about documents, each once
with copies as (
    select
        l.line_order,
        row_number() over (
            partition by l.run_id, l.query_id, l.doc_id
            order by l.line_order asc
        ) as occurrence
    from scored_lines as l
    inner join repeated_documents as d
        on l.run_id = d.run_id and l.query_id = d.query_id and l.doc_id = d.doc_id
)

select line_order
from copies
where occurrence > 1
