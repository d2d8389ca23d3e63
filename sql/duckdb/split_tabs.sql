-- split_tabs: the columns of each line, between single tabs, without spaces around them.
-- params:  none
-- reads:   lines
-- returns: f, line
-- grain:   one row per line, in order; no columns of a blank line
-- source:  tab-separated values
select
    case
        when trim(replace(coalesce(line, ''), chr(9), ' ')) = '' then []
        else list_transform(string_split(line, chr(9)), lambda word: trim(word))
    end as f,
    line
from lines
