-- judgments_by_majority: the grade that most assessors gave a pair, of several the lowest.
-- params:  $negative_grades (text)
-- reads:   scored_judgments, judged_queries
-- returns: query_id, doc_id, grade
-- grain:   one row per query_id and doc_id
-- source:  the contract: qrels_duplicates = majority
with graded as (
    select
        j.query_id,
        j.doc_id,
        j.grade,
        count(*) as assessors
    from scored_judgments as j
    inner join judged_queries as q on j.query_id = q.query_id
    group by j.query_id, j.doc_id, j.grade
),

preferred as (
    select
        query_id,
        doc_id,
        grade,
        row_number() over (
            partition by query_id, doc_id
            order by assessors desc, grade asc
        ) as preference
    from graded
)

select
    query_id,
    doc_id,
    grade
from preferred
where preference = 1 and (grade >= 0 or $negative_grades <> 'unjudged')
