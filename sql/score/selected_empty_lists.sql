-- selected_empty_lists: the queries for which the selected runs returned an empty list.
-- params:  none
-- reads:   empty_lists, selected_sources
-- returns: run_id, query_id
-- grain:   one row per run_id and query_id
-- source:  the contract: an explicit empty list is a ranking, not a missing query
select
    e.run_id,
    e.query_id
from empty_lists as e
inner join selected_sources as s on e.source_id = s.source_id and e.run_id = s.run_id
