-- floors: for each list a key that as many documents reach as ranks are looked at.
-- params:  $reach (integer: the last rank that is looked at; null for all)
-- reads:   documents, run_queries
-- returns: run_id, query_id, floor_key
-- grain:   one row per run_id and query_id; none for a list that is to be looked at as a whole
-- source:  any $reach documents will do, and in most files the first are the best
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
