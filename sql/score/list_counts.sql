-- list_counts: how many documents of each top k are judged, before any is dropped.
-- params:  none
-- reads:   ranked, cutoffs
-- returns: run_id, query_id, k, retrieved, judged
-- grain:   one row per run_id, query_id and k; none for an empty list
-- source:  the contract: counts describe the run's own top k
select
    r.run_id,
    r.query_id,
    c.k,
    count(*) as retrieved,
    sum(case when r.is_judged then 1 else 0 end) as judged
from ranked as r
inner join cutoffs as c on c.k = 0 or r.rank <= c.k
group by r.run_id, r.query_id, c.k
