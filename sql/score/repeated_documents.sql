-- repeated_documents: documents that a run returned more than once for one query.
-- params:  none
-- reads:   scored_lines
-- returns: run_id, query_id, doc_id, copies
-- grain:   one row per run_id, query_id and doc_id
-- source:  the contract: run_duplicates
select
    run_id,
    query_id,
    doc_id,
    count(*) as copies
from scored_lines
group by run_id, query_id, doc_id
having count(*) > 1
