-- all-tied: lists in which every document has the same score.
-- params:  $score_precision (text)
-- reads:   run_queries, judged_queries
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  mteb issue 5092: a scorer with one score for everything, ranked by accident
with bounds as (
    select
        run_id,
        query_id,
        lowest_score as score
    from run_queries
    union all
    select
        run_id,
        query_id,
        highest_score as score
    from run_queries
),

keyed as (
    select
        run_id,
        query_id,
        -- As in score/entries, which ranks by it.
        case
            when score is null then null
            when $score_precision = 'float64' then score
            when score >= 3.4028235677973366e38 then cast('Infinity' as double)
            when score <= -3.4028235677973366e38 then cast('-Infinity' as double)
            else
                cast(
                    cast(
                        least(greatest(score, -3.4028234663852886e38), 3.4028234663852886e38)
                        as real
                    ) as double
                )
        end as sort_key
    from bounds
),

tied as (
    select
        run_id,
        query_id
    from keyed
    group by run_id, query_id
    having min(sort_key) = max(sort_key)
)

select
    r.run_id,
    r.query_id,
    cast(null as varchar) as doc_id,
    cast(r.lowest_score as varchar) as value,
    r.first_line as line_order
from run_queries as r
inner join judged_queries as q on r.query_id = q.query_id
inner join tied as t on r.run_id = t.run_id and r.query_id = t.query_id
where r.documents > 1
