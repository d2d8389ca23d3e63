-- unequal_depths: how many queries have lists of unequal length among some evaluations.
-- params:  $depth (integer or null)
-- reads:   lists
-- returns: queries
-- grain:   one row
-- source:  the contract: under the retrieved universe the ideal is made of the whole list
with uneven as (
    select query_id
    from lists
    group by query_id
    having
        least(min(documents), coalesce($depth, min(documents)))
        < least(max(documents), coalesce($depth, max(documents)))
)

select count(*) as queries
from uneven
