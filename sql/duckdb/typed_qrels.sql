-- typed_qrels: judgments with a grade that is a number, or the rule that the line breaks.
-- params:  none
-- reads:   fields
-- returns: query_id, doc_id, grade, iteration, grade_text, problem, line
-- grain:   one row per line, in order; query_id is empty where there is a problem
-- source:  the contract: 2.0 is read as 2 (grade_text keeps it), 1.5 is refused
with numbered as (
    select
        *,
        try_cast(regexp_extract(grade_text, '^([-+]?[0-9]+)([.]0*)?$', 1) as bigint) as grade
    from fields
),

judged as (
    select
        *,
        case
            when problem is not null then problem
            when
                grade is null
                and lower(query_id) in ('query-id', 'query_id', 'qid', 'query', 'topic', 'topic_id')
                then 'header-line'
            when coalesce(query_id, '') = '' or coalesce(doc_id, '') = '' then 'empty-id'
            when grade is null then 'grade-integer'
        end as broken
    from numbered
)

select
    case when broken is null then query_id else '' end as query_id,
    coalesce(doc_id, '') as doc_id,
    coalesce(grade, 0) as grade,
    iteration,
    case when contains(grade_text, '.') then grade_text end as grade_text,
    broken as problem,
    line
from judged
