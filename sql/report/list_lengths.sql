-- list_lengths: how long the lists of a run are, for the queries that are evaluated.
-- params:  $evaluation_id (text)
-- reads:   lists
-- returns: shortest, median, longest
-- grain:   one row
-- source:  runs of unequal depth are told by their lengths
select
    min(documents) as shortest,
    cast(median(documents) as double) as median,
    max(documents) as longest
from lists
where evaluation_id = $evaluation_id
