-- ranked: the documents of each run in contract order, with what is known of each.
-- params:  $unjudged (text), $depth (integer or null), $keep_all (boolean), $deepest (integer: the
--          last rank that is looked at)
-- reads:   ordered, judgments, gains
-- returns: run_id, query_id, doc_id, sort_key, rank, is_judged, gain
-- grain:   one row per run_id, query_id and doc_id; without $keep_all only those that can matter
-- source:  the contract: depth, unjudged
select
    o.run_id,
    o.query_id,
    o.doc_id,
    o.sort_key,
    o.rank,
    j.doc_id is not null as is_judged,
    g.gain
from ordered as o
left join judgments as j on o.query_id = j.query_id and o.doc_id = j.doc_id
left join gains as g on j.grade = g.grade
where
    ($depth is null or o.rank <= $depth)
    and (
        $keep_all
        or o.rank <= $deepest
        or g.gain > 0
        or ($unjudged = 'drop' and j.doc_id is not null)
    )
