-- judged_queries: the queries that are evaluated: judged at all, and listed where a list is given.
-- params:  $is_listed (boolean: is there a list?)
-- reads:   judgment_lines, listed_queries
-- returns: query_id
-- grain:   one row per query_id
-- source:  the contract: a query is judged if it has any judgment line, negative ones included
select distinct j.query_id
from judgment_lines as j
where
    not $is_listed
    or exists (
        select 1 from listed_queries as l
        where l.query_id = j.query_id
    )
