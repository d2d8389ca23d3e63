-- selected_parts: which parts of sources the selected runs are made of.
-- params:  none
-- reads:   run_parts, selected_sources
-- returns: source_id, run_id, part_id
-- grain:   one row per part_id
-- source:  run_parts
select
    p.source_id,
    p.run_id,
    p.part_id
from run_parts as p
inner join selected_sources as s on p.source_id = s.source_id and p.run_id = s.run_id
