-- gains_of_ranked: the positive gains of what each list returned, of its documents.
-- params:  none
-- reads:   ranked
-- returns: run_id, query_id, line_order, gain
-- grain:   one row per line_order
-- source:  the contract: depth, run_duplicates
select
    run_id,
    query_id,
    line_order,
    gain
from ranked
where gain > 0
