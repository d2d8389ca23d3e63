-- ranked: the documents of each run in contract order, with what is known of each.
-- params:  $unjudged (text), $depth (integer or null), $keep_all (boolean), $deepest (integer: the
--          last rank that is scored)
-- reads:   ordered, gains
-- returns: run_id, query_id, doc_id, line_order, sort_key, rank, is_judged, gain
-- grain:   one row per run_id, query_id and doc_id; without $keep_all only those that can matter
-- source:  the contract: depth, unjudged
select
    o.run_id,
    o.query_id,
    o.doc_id,
    o.line_order,
    o.sort_key,
    o.rank,
    o.is_judged,
    g.gain
from ordered as o
left join gains as g on o.grade = g.grade
where
    ($depth is null or o.rank <= $depth)
    and (
        $keep_all
        or o.rank <= $deepest
        or g.gain > 0
        or ($unjudged = 'drop' and o.is_judged)
    )
