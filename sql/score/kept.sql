-- kept: the ranking that is scored, as it is.
-- params:  none
-- reads:   ranked
-- returns: run_id, query_id, doc_id, line_order, sort_key, gain, rank
-- grain:   one row per run_id, query_id and doc_id
-- source:  the contract: unjudged
select
    run_id,
    query_id,
    doc_id,
    line_order,
    sort_key,
    gain,
    rank
from ranked
