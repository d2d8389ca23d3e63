-- runs_beside_case: runs with a document that would be a judged one but for upper and lower case.
-- params:  none
-- reads:   judgments, scored_lines
-- returns: run_id
-- grain:   one row per run_id
-- source:  ids are compared by their bytes; those without letters have no case
with judged as (
    select
        query_id,
        doc_id,
        lower(doc_id) as folded
    from judgments
    where lower(doc_id) <> upper(doc_id)
)

select distinct l.run_id
from scored_lines as l
inner join judged as j on l.query_id = j.query_id and lower(l.doc_id) = j.folded
where l.doc_id <> j.doc_id
order by l.run_id
