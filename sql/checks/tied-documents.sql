-- tied-documents: documents of one list that share a sort key.
-- params:  none
-- reads:   ranked
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per document that ties with the one ranked before it
-- source:  the contract: ties = error
select
    this.run_id,
    this.query_id,
    this.doc_id,
    cast(this.sort_key as varchar) as value,
    this.line_order
from ranked as this
inner join ranked as before
    on
        this.run_id = before.run_id
        and this.query_id = before.query_id
        and this.rank = before.rank + 1
        and this.sort_key = before.sort_key
