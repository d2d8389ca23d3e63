-- comments_of_queries: comment lines of some sources that begin with the id of a query.
-- params:  $source_ids (list of integers)
-- reads:   comment_lines, judged_queries, run_queries
-- returns: source_id, line_number, line
-- grain:   one row per source_id and line_number
-- source:  a line of a query whose id begins with # is a comment where it has not the columns
with known as (
    select query_id
    from judged_queries
    where starts_with(query_id, '#') and query_id <> '#'
    union
    select query_id
    from run_queries
    where starts_with(query_id, '#') and query_id <> '#'
)

select
    source_id,
    line_number,
    line
from comment_lines
where
    array_contains($source_ids, source_id)
    and (
        regexp_extract(line, '^[ \t]*([^ \t]+)', 1) in (select k.query_id from known as k)
        or regexp_extract(line, '^[ \t]*([^,;|\t]+)', 1) in (select k.query_id from known as k)
    )
order by source_id, line_number
