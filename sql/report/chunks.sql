-- chunks: how the lines of an evaluated run fell together by doc_ids.
-- params:  $evaluation_id (text)
-- reads:   mapped_lists
-- returns: lines, documents, mean_lines, most_lines
-- grain:   one row
-- source:  the contract: doc_ids; over the lists of evaluated queries
select
    cast(coalesce(sum(lines), 0) as bigint) as lines,
    cast(coalesce(sum(documents), 0) as bigint) as documents,
    cast(sum(lines) as double) / nullif(cast(sum(documents) as double), 0) as mean_lines,
    coalesce(max(most_lines), 0) as most_lines
from mapped_lists
where evaluation_id = $evaluation_id
