-- repeated-rank: lists in which several documents have one rank.
-- params:  none
-- reads:   scored_lines, judged_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the contract: order = rank; value is how many documents share their rank with another
with ranked_best as (
    select
        run_id,
        query_id,
        doc_id,
        min(file_rank) as file_rank,
        min(line_order) as line_order
    from scored_lines
    group by run_id, query_id, doc_id
),

shared as (
    select
        run_id,
        query_id,
        file_rank,
        count(*) as documents,
        min(line_order) as line_order
    from ranked_best
    where file_rank is not null
    group by run_id, query_id, file_rank
    having count(*) > 1
)

select
    s.run_id,
    s.query_id,
    cast(null as varchar) as doc_id,
    cast(sum(s.documents) as varchar) as value,
    min(s.line_order) as line_order
from shared as s
inner join judged_queries as q on s.query_id = q.query_id
group by s.run_id, s.query_id
