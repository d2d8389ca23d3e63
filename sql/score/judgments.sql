-- judgments: one grade per pair, after the policies for repeated and for negative judgments.
-- params:  $qrels_duplicates (text), $negative_grades (text)
-- reads:   judgment_lines, judged_queries
-- returns: query_id, doc_id, grade
-- grain:   one row per query_id and doc_id
-- source:  the contract: qrels_duplicates (majority breaks ties to the lower grade)
with graded as (
    select
        j.query_id,
        j.doc_id,
        j.grade,
        count(*) as assessors
    from judgment_lines as j
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
            order by
                case when $qrels_duplicates = 'majority' then assessors end desc nulls last,
                case when $qrels_duplicates = 'max' then grade end desc nulls last,
                grade asc
        ) as preference
    from graded
)

select
    query_id,
    doc_id,
    grade
from preferred
where preference = 1 and (grade >= 0 or $negative_grades <> 'unjudged')
