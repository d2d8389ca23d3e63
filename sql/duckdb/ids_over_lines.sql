-- ids_over_lines: lines with an id that holds an end of line or a tab, of tables in text.
-- params:  $formats (list of text: of sources in which cells may stand in quotation marks)
-- reads:   judgment_lines, selected_lines, sources
-- returns: run_id, query_id, doc_id, value, line_order
-- grain:   one row per line; run_id is null for judgments
-- source:  RFC 4180; a quotation mark that only begins an id takes the lines below into it
with lines as (
    select
        source_id,
        cast(null as varchar) as run_id,
        query_id,
        doc_id,
        line_order
    from judgment_lines
    union all
    select
        source_id,
        run_id,
        query_id,
        doc_id,
        line_order
    from selected_lines
)

select
    l.run_id,
    l.query_id,
    l.doc_id,
    cast(null as varchar) as value,
    l.line_order
from lines as l
inner join sources as s on l.source_id = s.source_id
where
    array_contains($formats, s.format) and regexp_matches(concat(l.query_id, l.doc_id), '[\n\r\t]')
