-- explained_missed: the relevant documents of one query, and where the run has them.
-- params:  $query_id (text), $scale (double: units in one gain), $discount_scale (double: units in
--          a discount of 1)
-- reads:   judgments, gains, kept
-- returns: doc_id, grade, gain, rank
-- grain:   one row per document with a positive gain; rank is null where it was not retrieved
-- source:  the contract: the ideal ranking holds every judged document
select
    j.doc_id,
    j.grade,
    cast(g.gain as double) / ($scale / $discount_scale) as gain,
    l.rank
from judgments as j
inner join gains as g on j.grade = g.grade
left join kept as l on j.query_id = l.query_id and j.doc_id = l.doc_id
where j.query_id = $query_id and g.gain > 0
order by g.gain desc, j.doc_id asc
