-- explained_ideal: the ideal ranking of one query.
-- params:  $query_id (text), $k (integer, 0 for whole lists), $universe (text), $scale (double:
--          units in one gain), $discount_scale (double: units in a discount of 1)
-- reads:   judgments, gains, discounts, kept
-- returns: rank, doc_id, grade, gain, contribution, run_rank
-- grain:   one row per document with a positive gain, down to k; run_rank is where the run has it,
--          null where it does not
-- source:  Järvelin & Kekäläinen 2002
with ordered as (
    select
        j.doc_id,
        j.grade,
        g.gain,
        l.rank as run_rank,
        row_number() over (order by g.gain desc, j.doc_id asc) as rank
    from judgments as j
    inner join gains as g on j.grade = g.grade
    left join kept as l on j.query_id = l.query_id and j.doc_id = l.doc_id
    where
        j.query_id = $query_id
        and g.gain > 0
        and ($universe = 'judged' or l.doc_id is not null)
)

select
    o.rank,
    o.doc_id,
    o.grade,
    cast(o.gain as double) / ($scale / $discount_scale) as gain,
    cast(cast(o.gain as decimal(38, 0)) * d.weight as double) / $scale as contribution,
    o.run_rank
from ordered as o
inner join discounts as d on o.rank = d.rank
where $k = 0 or o.rank <= $k
order by o.rank asc
