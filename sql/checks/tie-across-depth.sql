-- tie-across-depth: lists in which the documents at ranks depth and depth + 1 tie.
-- params:  $depth (integer)
-- reads:   ranked
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per run_id and query_id
-- source:  the contract: ties = average; which document is kept would be left to ids
select
    this.run_id,
    this.query_id,
    this.doc_id,
    cast(this.rank as varchar) as value,
    this.line_order
from ranked as this
inner join ranked as after
    on
        this.run_id = after.run_id
        and this.query_id = after.query_id
        and this.rank + 1 = after.rank
        and this.sort_key = after.sort_key
where this.rank = $depth
