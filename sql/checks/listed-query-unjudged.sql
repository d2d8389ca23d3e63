-- listed-query-unjudged: queries of the given list that nobody judged.
-- params:  none
-- reads:   listed_queries, judgment_lines
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per query_id
-- source:  the contract: only judged queries are evaluated
select
    cast(null as varchar) as run_id,
    l.query_id,
    cast(null as varchar) as doc_id,
    cast(null as varchar) as value,
    cast(null as bigint) as line_order
from listed_queries as l
where
    not exists (
        select 1 from judgment_lines as j
        where j.query_id = l.query_id
    )
