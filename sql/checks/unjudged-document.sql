-- unjudged-document: retrieved documents without a judgment, wherever they rank.
-- params:  $self_matches (text)
-- reads:   selected_lines, judged_queries, judged_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per line of a run
-- source:  the contract: unjudged
select
    l.run_id,
    l.query_id,
    l.doc_id,
    cast(null as varchar) as value,
    l.line_order
from selected_lines as l
inner join judged_queries as q on l.query_id = q.query_id
where
    not exists (
        select 1 from judged_lines as j
        where j.line_order = l.line_order
    )
    and ($self_matches = 'keep' or l.doc_id <> l.query_id)
