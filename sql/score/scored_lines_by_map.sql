-- scored_lines_by_map: the lines of each run as they are scored, under the ids that a map has.
-- params:  $map_source_id (integer), $self_matches (text)
-- reads:   selected_lines, doc_id_map
-- returns: run_id, query_id, doc_id, file_doc_id, file_rank, score, line_order, is_mapped
-- grain:   one row per line of a run
-- source:  the contract: self_matches, then doc_ids; an id that is not in the map stays
select
    l.run_id,
    l.query_id,
    coalesce(m.doc_id, l.doc_id) as doc_id,
    l.doc_id as file_doc_id,
    l.file_rank,
    l.score,
    l.line_order,
    m.doc_id is not null as is_mapped
from selected_lines as l
left join doc_id_map as m on l.doc_id = m.file_doc_id and m.source_id = $map_source_id
where $self_matches = 'keep' or l.doc_id <> l.query_id
