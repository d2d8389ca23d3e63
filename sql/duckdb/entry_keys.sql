-- entry_keys: the keys of the JSON objects in the lists that lines hold.
-- params:  $documents_at (text: where the list is in a line's object)
-- reads:   lines
-- returns: key
-- grain:   one row per key
-- source:  JSON Lines
with lists as (
    select unnest(cast(json_extract(line, $documents_at) as json[])) as entry
    from lines
    where json_valid(line) and json_type(line, $documents_at) = 'ARRAY'
),

keys as (
    select distinct unnest(json_keys(entry)) as key
    from lists
    where json_type(entry) = 'OBJECT'
)

select key
from keys
order by key
