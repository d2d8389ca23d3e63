-- run_queries: the lists that each run returned, empty ones included.
-- params:  $self_matches (text)
-- reads:   selected_lines, selected_empty_lists, repeated_documents
-- returns: run_id, query_id, lines, documents, lowest_score, highest_score, first_line, last_line
-- grain:   one row per run_id and query_id
-- source:  the contract: a query is missing if the run has no line for it, whatever is left of the
--          list after self_matches; documents are those that may be scored, each once
with repeated as (
    select
        run_id,
        query_id,
        sum(copies - 1) as copies
    from repeated_documents
    group by run_id, query_id
),

lists as (
    select
        run_id,
        query_id,
        count(*) as lines,
        count(*) filter (where $self_matches = 'keep' or doc_id <> query_id) as kept,
        min(score) filter (where $self_matches = 'keep' or doc_id <> query_id) as lowest_score,
        max(score) filter (where $self_matches = 'keep' or doc_id <> query_id) as highest_score,
        min(line_order) as first_line,
        max(line_order) as last_line
    from selected_lines
    group by run_id, query_id
)

select
    l.run_id,
    l.query_id,
    l.lines,
    l.kept - cast(coalesce(r.copies, 0) as bigint) as documents,
    l.lowest_score,
    l.highest_score,
    l.first_line,
    l.last_line
from lists as l
left join repeated as r on l.run_id = r.run_id and l.query_id = r.query_id
union all
select distinct
    e.run_id,
    e.query_id,
    cast(0 as bigint) as lines,
    cast(0 as bigint) as documents,
    cast(null as double) as lowest_score,
    cast(null as double) as highest_score,
    cast(null as bigint) as first_line,
    cast(null as bigint) as last_line
from selected_empty_lists as e
where
    not exists (
        select 1 from lists as l
        where l.run_id = e.run_id and l.query_id = e.query_id
    )
