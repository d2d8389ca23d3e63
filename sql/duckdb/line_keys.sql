-- line_keys: the keys of the JSON objects in lines.
-- params:  none
-- reads:   lines
-- returns: key
-- grain:   one row per key
-- source:  JSON Lines
with of_lines as (
    select case when json_valid(line) then json_keys(line) end as keys
    from lines
),

-- Lines that a where would choose are gathered by the thousand, and they may be long.
of_objects as (
    select distinct keys
    from of_lines
),

keys as (
    select distinct unnest(keys) as key
    from of_objects
)

select key
from keys
order by key
