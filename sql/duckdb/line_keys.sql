-- line_keys: the keys of the JSON objects in lines.
-- params:  none
-- reads:   lines
-- returns: key
-- grain:   one row per key
-- source:  JSON Lines
with of_lines as (
    -- A where would gather lines, which may be long, by the thousand.
    select distinct
        case when json_valid(line) and json_type(line) = 'OBJECT' then json_keys(line) end as keys
    from lines
),

keys as (
    select distinct unnest(keys) as key
    from of_lines
)

select key
from keys
order by key
