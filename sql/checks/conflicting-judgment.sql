-- conflicting-judgment: lines that judge one pair with different grades.
-- params:  none
-- reads:   scored_judgments
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per judgment line of such a pair
-- source:  the contract: qrels_duplicates
with conflicts as (
    select
        query_id,
        doc_id
    from scored_judgments
    group by query_id, doc_id
    having min(grade) < max(grade)
)

select
    cast(null as varchar) as run_id,
    j.query_id,
    j.doc_id,
    cast(j.grade as varchar) as value,
    j.line_order
from scored_judgments as j
inner join conflicts as c on j.query_id = c.query_id and j.doc_id = c.doc_id
