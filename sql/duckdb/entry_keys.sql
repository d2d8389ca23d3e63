-- entry_keys: the keys of the JSON objects in the lists that lines hold.
-- params:  $documents_at (text: where the list is in a line's object)
-- reads:   lines
-- returns: key
-- grain:   one row per key
-- source:  JSON Lines
with lists as (
    select
        -- A where would gather lines, and with them their lists, by the thousand.
        unnest(
            case
                when json_valid(line) and json_type(line, $documents_at) = 'ARRAY'
                    then cast(json_extract(line, $documents_at) as json[])
            end
        ) as entry
    from lines
),

of_entries as (
    select distinct case when json_type(entry) = 'OBJECT' then json_keys(entry) end as keys
    from lists
),

keys as (
    select distinct unnest(keys) as key
    from of_entries
)

select key
from keys
order by key
