-- lists: how many documents each list of some evaluations has that may be scored, each once.
-- params:  $evaluation_ids (list of text)
-- reads:   evaluations, run_sources, runs, query_scores, mapped_lists
-- returns: evaluation_id, query_id, documents
-- grain:   one row per evaluation_id and query_id; none where the run has no such document
-- source:  the contract: self_matches, doc_ids and run_duplicates come before any count; where none
--          takes anything out, as mostly, lines are counted without a look at their documents
with evaluated as (
    select distinct
        evaluation_id,
        query_id
    from query_scores
    where array_contains($evaluation_ids, evaluation_id)
)

select
    e.evaluation_id,
    r.query_id,
    count(*) as documents
from evaluations as e
inner join run_sources as s on e.run_id = s.run_id and e.run_sha256 = s.run_sha256
inner join runs as r on s.source_id = r.source_id and s.run_id = r.run_id
inner join evaluated as v on e.evaluation_id = v.evaluation_id and r.query_id = v.query_id
where e.run_duplicates <> 'keep_best' and e.self_matches = 'keep' and e.doc_ids = 'as_is'
group by e.evaluation_id, r.query_id
union all
select
    e.evaluation_id,
    r.query_id,
    count(distinct r.doc_id) as documents
from evaluations as e
inner join run_sources as s on e.run_id = s.run_id and e.run_sha256 = s.run_sha256
inner join runs as r on s.source_id = r.source_id and s.run_id = r.run_id
inner join evaluated as v on e.evaluation_id = v.evaluation_id and r.query_id = v.query_id
where
    (e.run_duplicates = 'keep_best' or e.self_matches = 'drop')
    and e.doc_ids = 'as_is'
    and (e.self_matches = 'keep' or r.doc_id <> r.query_id)
group by e.evaluation_id, r.query_id
union all
select
    m.evaluation_id,
    m.query_id,
    m.documents
from mapped_lists as m
inner join evaluated as v on m.evaluation_id = v.evaluation_id and m.query_id = v.query_id
