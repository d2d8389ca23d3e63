-- doc_id_rules: what says which document an id is of, where doc_ids is not as_is.
-- params:  none
-- reads:   evaluations, sources
-- returns: evaluation_id, maps_judgments, pattern, map_source_id
-- grain:   one row per evaluation_id
-- source:  the contract: doc_ids, as table evaluations has it in text
with told as (
    select
        evaluation_id,
        doc_ids like 'judgments,%' as maps_judgments,
        case
            when doc_ids like 'judgments,%' then substr(doc_ids, 11)
            else doc_ids
        end as rule
    from evaluations
    where doc_ids <> 'as_is'
)

select
    t.evaluation_id,
    t.maps_judgments,
    case when t.rule like 'pattern=%' then substr(t.rule, 9) end as pattern,
    s.source_id as map_source_id
from told as t
left join sources as s on t.rule = concat('map=sha256:', s.sha256) and s.kind = 'doc_ids'
