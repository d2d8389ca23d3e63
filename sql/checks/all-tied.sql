-- all-tied: lists in which every document has the same score.
-- params:  $score_precision (text)
-- reads:   run_queries, judged_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the audit: such a list has no order of its own
with bounds as (
    select
        r.run_id,
        r.query_id,
        r.lowest_score,
        r.highest_score,
        r.first_line,
        -- Within the range of REAL, beyond which a cast would raise.
        least(greatest(r.lowest_score, -3.4028234663852886e38), 3.4028234663852886e38) as lowest,
        least(greatest(r.highest_score, -3.4028234663852886e38), 3.4028234663852886e38) as highest
    from run_queries as r
    inner join judged_queries as q on r.query_id = q.query_id
    where r.documents > 1
)

select
    run_id,
    query_id,
    cast(null as varchar) as doc_id,
    cast(lowest_score as varchar) as value,
    first_line as line_order
from bounds
where
    lowest_score = highest_score
    or ($score_precision = 'float32' and cast(lowest as real) = cast(highest as real))
