-- explained_dropped: the documents of one query that are not scored, in the run's own top k.
-- params:  $query_id (text), $k (integer, 0 for whole lists)
-- reads:   ranked, kept
-- returns: rank, doc_id
-- grain:   one row per rank; the run's own rank, before any document is dropped
-- source:  the contract: unjudged = drop; the counts describe the same top k
select
    r.rank,
    r.doc_id
from ranked as r
where
    r.query_id = $query_id
    and ($k = 0 or r.rank <= $k)
    and not exists (
        select 1 from kept as l
        where l.run_id = r.run_id and l.query_id = r.query_id and l.doc_id = r.doc_id
    )
order by r.rank asc
