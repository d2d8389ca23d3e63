-- ids_over_lines: lines with an id that holds an end of line or a tab, of tables in text.
-- params:  $formats (list of text: of sources in which cells may stand in quotation marks)
-- reads:   judgment_lines, selected_lines, sources
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per line; run_id is null for judgments
-- source:  RFC 4180; a quotation mark that only begins an id takes the lines below into it
with tables as (
    select source_id
    from sources
    where array_contains($formats, format)
)

select
    cast(null as varchar) as run_id,
    query_id,
    doc_id,
    cast(null as varchar) as value,
    line_order
from judgment_lines
where
    source_id in (select t.source_id from tables as t)
    and regexp_matches(concat(query_id, doc_id), '[\n\r\t]')
union all
select
    run_id,
    query_id,
    doc_id,
    cast(null as varchar) as value,
    line_order
from selected_lines
where
    source_id in (select t.source_id from tables as t)
    and regexp_matches(concat(query_id, doc_id), '[\n\r\t]')
