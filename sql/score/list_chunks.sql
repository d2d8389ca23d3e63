-- list_chunks: how many lines each list had before doc_ids, and how many documents since.
-- params:  none
-- reads:   scored_lines, judged_queries, selected_runs
-- returns: evaluation_id, run_id, query_id, lines, documents, most_lines
-- grain:   one row per evaluation_id and query_id
-- source:  the contract: doc_ids; most_lines is of the document that most lines fell together in
with documents as (
    select
        l.run_id,
        l.query_id,
        l.doc_id,
        count(*) as lines
    from scored_lines as l
    inner join judged_queries as q on l.query_id = q.query_id
    group by l.run_id, l.query_id, l.doc_id
)

select
    r.evaluation_id,
    d.run_id,
    d.query_id,
    cast(sum(d.lines) as bigint) as lines,
    count(*) as documents,
    max(d.lines) as most_lines
from documents as d
inner join selected_runs as r on d.run_id = r.run_id
group by r.evaluation_id, d.run_id, d.query_id
