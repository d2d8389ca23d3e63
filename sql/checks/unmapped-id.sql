-- unmapped-id: lines whose document doc_ids says nothing of, so that its id stays.
-- params:  $maps_judgments (boolean: are the ids of judgments turned too?)
-- reads:   scored_lines, scored_judgments
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per line of a run; of judgments where their ids are turned too
-- source:  the contract: doc_ids
select
    run_id,
    query_id,
    file_doc_id as doc_id,
    cast(null as varchar) as value,
    line_order
from scored_lines
where not is_mapped
union all
select
    cast(null as varchar) as run_id,
    query_id,
    file_doc_id as doc_id,
    cast(null as varchar) as value,
    line_order
from scored_judgments
where $maps_judgments and not is_mapped
