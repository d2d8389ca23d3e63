-- entries: the lines of each run for evaluated queries, with the key that ranks them.
-- params:  $order_by, $score_precision (text)
-- reads:   scored_lines, judged_queries
-- returns: run_id, query_id, doc_id, line_order, sort_key
-- grain:   one row per line_order
-- source:  the contract: order, score_precision
select
    l.run_id,
    l.query_id,
    l.doc_id,
    l.line_order,
    -- Adding 0.0 makes one value of 0.0 and -0.0. Beyond the largest REAL a cast would raise.
    case
        when $order_by = 'rank' then -cast(l.file_rank as double)
        when $order_by = 'line' then -cast(l.line_order as double)
        when l.score is null then null
        when $score_precision = 'float64' then l.score + 0.0
        when l.score >= 3.4028235677973366e38 then cast('Infinity' as double)
        when l.score <= -3.4028235677973366e38 then cast('-Infinity' as double)
        else
            cast(
                cast(
                    least(greatest(l.score, -3.4028234663852886e38), 3.4028234663852886e38)
                    as real
                ) as double
            ) + 0.0
    end as sort_key
from scored_lines as l
inner join judged_queries as q on l.query_id = q.query_id
