-- floors: for each list a key that as many documents reach as ranks are looked at.
-- params:  $reach (integer: the last rank that is looked at; null for all)
-- reads:   documents, run_queries
-- returns: run_id, query_id, first_line, floor_key
-- grain:   one row per run_id and query_id; no key for a list that is to be looked at as a whole
-- source:  any $reach documents will do, and in most files the first are the best
with reached as (
    select
        d.run_id,
        d.query_id,
        min(d.sort_key) as floor_key
    from documents as d
    inner join run_queries as r
        on
            d.run_id = r.run_id
            and d.query_id = r.query_id
            and d.line_order < r.first_line + $reach
    group by d.run_id, d.query_id
    having count(d.sort_key) >= $reach
)

select
    r.run_id,
    r.query_id,
    r.first_line,
    k.floor_key
from run_queries as r
left join reached as k on r.run_id = k.run_id and r.query_id = k.query_id
