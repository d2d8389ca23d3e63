-- judgment_counts: how many judgments a query has, and how many with a positive gain.
-- params:  none
-- reads:   judged_queries, judgments, gains
-- returns: query_id, judgments, relevant
-- grain:   one row per query_id
-- source:  the contract: counted after negative_grades
select
    q.query_id,
    count(j.doc_id) as judgments,
    sum(case when g.gain > 0 then 1 else 0 end) as relevant
from judged_queries as q
left join judgments as j on q.query_id = j.query_id
left join gains as g on j.grade = g.grade
group by q.query_id
