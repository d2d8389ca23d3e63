-- dcg: what each list gained at k, in units of 10^-14 gain.
-- params:  none
-- reads:   kept, discounts, cutoffs
-- returns: run_id, query_id, k, dcg_units
-- grain:   one row per run_id, query_id and k; none where nothing was gained
-- source:  Järvelin & Kekäläinen 2002, with log2(rank + 1) as Burges et al. 2005
select
    l.run_id,
    l.query_id,
    c.k,
    sum(cast(l.gain as decimal(38, 0)) * d.weight) as dcg_units
from kept as l
inner join discounts as d on l.rank = d.rank
inner join cutoffs as c on c.k = 0 or l.rank <= c.k
where l.gain > 0
group by l.run_id, l.query_id, c.k
