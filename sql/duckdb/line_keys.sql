-- line_keys: the keys of the JSON objects in lines.
-- params:  none
-- reads:   lines
-- returns: key
-- grain:   one row per key
-- source:  JSON Lines
with keys as (
    select distinct unnest(json_keys(line)) as key
    from lines
    where json_valid(line) and json_type(line) = 'OBJECT'
)

select key
from keys
order by key
