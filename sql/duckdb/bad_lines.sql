-- bad_lines: lines that could not be read, of the judgments or of one run.
-- params:  $run_id (text, or null for judgments), $source_ids (list of integers: in their order)
-- reads:   rejected_lines, skipped_lines, run_sources, sources
-- returns: part, source_id, line_number, rule_id, line, format
-- grain:   one row per source_id and line_number
-- source:  a line whose tag names no run of its file may be of each of them
select
    list_position($source_ids, r.source_id) as part,
    r.source_id,
    r.line_number,
    r.reason as rule_id,
    r.line,
    f.format
from rejected_lines as r
inner join skipped_lines as s on r.source_id = s.source_id and r.line_number = s.line_number
inner join sources as f on r.source_id = f.source_id
where
    array_contains($source_ids, r.source_id)
    and (
        s.run_id is null
        or s.run_id is not distinct from $run_id
        or not exists (
            select 1
            from run_sources as o
            where o.source_id = s.source_id and o.run_id = s.run_id
        )
    )
