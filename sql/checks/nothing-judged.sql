-- nothing-judged: lists without a single judged document.
-- params:  none
-- reads:   run_queries, judged_queries, judged_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  IBM/mt-rag-benchmark issue 3: the judged ids are not those of the collection
select
    r.run_id,
    r.query_id,
    cast(null as varchar) as doc_id,
    cast(r.documents as varchar) as value,
    r.first_line as line_order
from run_queries as r
inner join judged_queries as q on r.query_id = q.query_id
where
    r.documents > 0
    and not exists (
        select 1 from judged_lines as j
        where j.run_id = r.run_id and j.query_id = r.query_id
    )
