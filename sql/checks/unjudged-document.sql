-- unjudged-document: retrieved documents without a judgment, wherever they rank.
-- params:  none
-- reads:   scored_lines, judged_queries, judged_lines, later_copies
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id, query_id and doc_id; without keep_best, per line of a run
-- source:  the contract: unjudged
select
    l.run_id,
    l.query_id,
    l.doc_id,
    cast(null as varchar) as value,
    l.line_order
from scored_lines as l
inner join judged_queries as q on l.query_id = q.query_id
where
    not exists (
        select 1 from judged_lines as j
        where j.line_order = l.line_order
    )
    and not exists (
        select 1 from later_copies as c
        where c.line_order = l.line_order
    )
