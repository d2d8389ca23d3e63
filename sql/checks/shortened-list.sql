-- shortened-list: lists that reached k before their lines fell together by doc_ids.
-- params:  $k (integer)
-- reads:   list_chunks
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the contract: doc_ids; a missing position adds nothing to DCG
select
    run_id,
    query_id,
    cast(null as varchar) as doc_id,
    concat(
        'documents: ',
        cast(documents as varchar),
        ', lines: ',
        cast(lines as varchar),
        ', k: ',
        cast($k as varchar)
    ) as value,
    cast(null as bigint) as line_order
from list_chunks
where lines >= $k and documents < $k
