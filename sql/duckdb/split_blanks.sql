-- split_blanks: the words of each line, between any spaces and tabs.
-- params:  none
-- reads:   lines
-- returns: f, line
-- grain:   one row per line, in order; no words of a blank line
-- source:  trec_eval reads qrels and runs so
select
    list_filter(
        string_split(replace(coalesce(line, ''), chr(9), ' '), ' '), lambda word: word <> ''
    ) as f,
    line
from lines
