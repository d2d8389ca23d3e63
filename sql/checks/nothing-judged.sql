-- nothing-judged: lists without a single judged document.
-- params:  none
-- reads:   selected_lines, run_queries, judged_queries, judgments
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the audit: a list of documents that nobody looked at says nothing about its order
with seen as (
    select distinct
        l.run_id,
        l.query_id
    from selected_lines as l
    inner join judgments as j on l.query_id = j.query_id and l.doc_id = j.doc_id
)

select
    r.run_id,
    r.query_id,
    cast(null as varchar) as doc_id,
    cast(r.documents as varchar) as value,
    cast(null as bigint) as line_order
from run_queries as r
inner join judged_queries as q on r.query_id = q.query_id
where
    r.documents > 0
    and not exists (
        select 1 from seen as s
        where s.run_id = r.run_id and s.query_id = r.query_id
    )
