-- zero-idcg-query: evaluated queries whose judgments hold no positive gain.
-- params:  none
-- reads:   judgment_counts
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per query_id
-- source:  the contract: zero_idcg
select
    cast(null as varchar) as run_id,
    query_id,
    cast(null as varchar) as doc_id,
    cast(judgments as varchar) as value,
    cast(null as bigint) as line_order
from judgment_counts
where relevant = 0
