-- explained_ideal: the ideal ranking of one query.
-- params:  $query_id (text), $k (integer, 0 for whole lists), $scale (double: units in one gain),
--          $universe (text)
-- reads:   judgments, gains, discounts, kept
-- returns: rank, doc_id, grade, gain, contribution
-- grain:   one row per document with a positive gain, down to k
-- source:  Järvelin & Kekäläinen 2002
with ordered as (
    select
        j.doc_id,
        j.grade,
        g.gain,
        row_number() over (order by g.gain desc, j.doc_id asc) as rank
    from judgments as j
    inner join gains as g on j.grade = g.grade
    where
        j.query_id = $query_id
        and g.gain > 0
        and (
            $universe = 'judged'
            or exists (
                select 1 from kept as l
                where l.query_id = j.query_id and l.doc_id = j.doc_id
            )
        )
)

select
    o.rank,
    o.doc_id,
    o.grade,
    cast(o.gain as double) / $scale * 1e14 as gain,
    cast(cast(o.gain as decimal(38, 0)) * d.weight as double) / $scale as contribution
from ordered as o
inner join discounts as d on o.rank = d.rank
where $k = 0 or o.rank <= $k
order by o.rank asc
