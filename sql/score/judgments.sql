-- judgments: one grade per pair, after the policies for repeated and for negative judgments.
-- params:  $qrels_duplicates (text), $negative_grades (text)
-- reads:   scored_judgments, judged_queries
-- returns: query_id, doc_id, grade
-- grain:   one row per query_id and doc_id
-- source:  the contract: qrels_duplicates; where one grade must do, the lowest is the only one
with graded as (
    select
        j.query_id,
        j.doc_id,
        case when $qrels_duplicates = 'max' then max(j.grade) else min(j.grade) end as grade
    from scored_judgments as j
    inner join judged_queries as q on j.query_id = q.query_id
    group by j.query_id, j.doc_id
)

select
    query_id,
    doc_id,
    grade
from graded
where grade >= 0 or $negative_grades <> 'unjudged'
